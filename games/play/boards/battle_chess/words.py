"""Battle Chess in words: pieces, chances, and what a turn did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.battle_chess import describe
from engine.battle_chess.describe import PieceOnBoard
from engine.battle_chess.events import Attacked, Damaged, Drew, Event, Held, Moved, Summoned, events
from engine.battle_chess.pieces import BY_LETTER
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn, unpack
from games.play.words import said


def called(piece: PieceOnBoard) -> str:
    """What a piece is called in a sentence: "Emboar", "Victini's egg"."""
    if piece.stars:
        return _("{name}'s egg").format(name=said(BY_LETTER[piece.letter].name))
    return said(piece.name)


def described(piece: PieceOnBoard) -> str:
    """A piece as a screen reader says it: "Zoroark, power 70, turned over"."""
    name = said(piece.name)
    parts = [f"{said(BY_LETTER[piece.letter].name)} ({name})" if piece.stars else name]
    if piece.power:
        parts.append(_("power {power}").format(power=piece.power))
    if piece.back:
        parts.append(_("turned over"))
    if piece.target:
        parts.append(_("with a heart"))
    return ", ".join(parts)


def on_square(piece: PieceOnBoard) -> str:
    """A piece with the square that names it: "c2: Zoroark, power 70"."""
    return _("{square}: {piece}").format(square=piece.square, piece=described(piece))


def standing(piece: PieceOnBoard, square: str) -> str:
    """A piece and where it is met: "Emboar on d4"."""
    return _("{piece} on {square}").format(piece=called(piece), square=square)


def listed(items: Sequence[str]) -> str:
    """ "c2, c3 and d4"."""
    if len(items) < 2:
        return "".join(items)
    return _("{most} and {last}").format(most=", ".join(items[:-1]), last=items[-1])


def sentence(text: str) -> str:
    """With a capital at its start and one full stop at its end."""
    return text[:1].upper() + text[1:].removesuffix(".") + "."


def percent(share: int) -> str:
    """A share as "17 %", not to be broken."""
    return f"{share}\u00a0%"


def shares(weights: Sequence[int]) -> list[int]:
    """Each weight in whole percent, 100 together: rounded up where most is lost, of equals the first."""
    total = sum(weights)
    found = [100 * weight // total for weight in weights]
    short = sorted(range(len(weights)), key=lambda index: -(100 * weights[index] % total))
    for index in short[: 100 - sum(found)]:
        found[index] += 1
    return found


# --- chances ---------------------------------------------------------------------------------------------------------


def chances(state: State, action: int) -> list[tuple[tuple[Damaged, ...], int]]:
    """What an attack may damage, and in how many percent; the best for the attacker first. [] if it is no attack."""
    odds = describe.odds(state, action)
    results: Counter[tuple[Damaged, ...]] = Counter()
    for result in odds.results if odds else ():
        damage = tuple(event for event in events(state, action, result.bonus) if isinstance(event, Damaged))
        results[damage] += result.weight
    best_first = sorted(results, key=lambda damage: sum(-1 if hit.attacker else 1 for hit in damage), reverse=True)
    return list(zip(best_first, shares([results[damage] for damage in best_first]), strict=True))


def success(state: State, action: int) -> int:
    """In how many percent an attack damages what it attacks, in the same numbers as the words say it."""
    return sum(share for damage, share in chances(state, action) if any(not hit.attacker for hit in damage))


def odds(state: State, action: int) -> list[str]:
    """Each result of an attack with its chance, for the attacker and the best first; [] if the turn attacks nothing."""
    found = chances(state, action)
    hits = [hit for damage, _share in found for hit in damage]
    both = {called(hit.piece) for hit in hits if hit.attacker} & {called(hit.piece) for hit in hits if not hit.attacker}
    told = [(share, _damage_words(damage, both)) for damage, share in found]
    if len(told) == 1:
        return [_("{what} for certain").format(what=told[0][1])]
    return [f"{percent(share)} {words}" for share, words in told]


def _damage_words(damage: tuple[Damaged, ...], both: set[str]) -> str:
    return listed([_hit_words(hit, _whose(hit, both)) for hit in damage]) or _("nothing happens")


def _whose(hit: Damaged, both: set[str]) -> str:
    """What the piece is called; with whose it is where that is the name of either side's."""
    name = called(hit.piece)
    if name not in both:
        return name
    return (_("your {piece}") if hit.attacker else _("their {piece}")).format(piece=name)


def _hit_words(hit: Damaged, name: str = "") -> str:
    name = name or called(hit.piece)
    if hit.how == "turned":
        return _("{piece} is turned over").format(piece=name)
    if hit.how == "cracked":
        return _("{piece} cracks").format(piece=name)
    if hit.how == "hatched":
        return _("{piece} hatches").format(piece=name)
    if hit.piece.target:
        return _("{piece} is K.O., which decides the match").format(piece=name)
    return _("{piece} is K.O.").format(piece=name)


# --- turns -----------------------------------------------------------------------------------------------------------


def turn_words(state: State, action: int) -> str:
    """A turn before it is played, without its chances: "Zoroark c2–c3, then it attacks Emboar on d4"."""
    turn = unpack(state.shape, action)
    return _opening(list(events(state, action, _any_bonus(state, action))), turn)


def _any_bonus(state: State, action: int) -> int | None:
    odds = describe.odds(state, action)
    return odds.results[0].bonus if odds else None


def story(before: State, action: int, outcomes: Sequence[int]) -> list[str]:
    """What a turn did, in sentences: the turn, the bonus with the powers compared, the damage."""
    found = events(before, action, outcomes[0] if outcomes else None)
    sentences = [sentence(_opening(list(found), unpack(before.shape, action)))]
    attack = next((event for event in found if isinstance(event, Attacked)), None)
    if attack is not None:
        drew = next((event for event in found if isinstance(event, Drew)), None)
        sentences.append(_power_words(attack, drew))
        sentences.extend(_effect(event) for event in found if isinstance(event, Damaged | Held))
        if drew and drew.shuffled:
            sentences.append(_("All six cards are shuffled again."))
    return sentences


def _opening(found: list[Event], turn: Turn) -> str:
    first = found[0]
    if isinstance(first, Summoned):
        return _("{piece} is summoned to {square}, and the K.O. spaces are emptied").format(
            piece=said(first.name), square=first.square
        )
    attack = next((event for event in found if isinstance(event, Attacked)), None)
    targets = [
        standing(piece, name) for piece, name in zip(attack.targets if attack else (), turn.targets, strict=False)
    ]
    if not isinstance(first, Moved):
        assert isinstance(first, Attacked)
        return _("{piece} on {square} attacks {targets}").format(
            piece=called(first.piece), square=first.square, targets=listed(targets)
        )
    words = {"piece": called(first.piece), "start": turn.start, "goes": turn.goes, "targets": listed(targets)}
    if targets:
        return _("{piece} moves {start}–{goes} and attacks {targets}").format(**words)
    return _("{piece} moves {start}–{goes}").format(**words)


def _power_words(attack: Attacked, drew: Drew | None) -> str:
    total = attack.piece.power + (drew.bonus if drew else 0)
    against = listed([str(target.power) if target.power else _("an egg") for target in attack.targets])
    words = _("{total} against {powers}").format(total=total, powers=against)
    if drew is None:
        return words + "."
    return _("Plus Power +{bonus}: {words}.").format(bonus=drew.bonus, words=words)


def _effect(event: Damaged | Held) -> str:
    if isinstance(event, Held):
        return _("Nothing happens.")
    words = sentence(_hit_words(event))
    if event.how in ("cracked", "hatched"):
        words += " " + _("Now it is {name}.").format(name=said(event.becomes))
    return words

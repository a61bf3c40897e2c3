"""What happened in a fight, in words, with every die: a log that reads like a story, of what its reader may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.tabletop import changes, dice, events, views
from engine.tabletop.fight import Asked
from engine.tabletop.fighter import CAUGHT
from engine.tabletop.moves import STRUGGLE, Move
from engine.tabletop.orders import Add, End, Roll, Rule, Undo
from games.tables.queries.fight_log import Step
from games.tables.queries.scenes import ShownDie
from games.tables.story_words import IDLED, LEFT, LOST, ROLLS, THROWS, effect_name, number, signed
from games.tables.words import move_name, term

ACT, THROWN, CHANGE, WORDS = "act", "thrown", "change", "words"  # kinds of lines: what a page shows differently


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. `dice` with `dd` and `score` of a roll; `tone` is "good", "bad" or "" for the looks."""

    kind: str
    text: str
    dice: list[ShownDie] = field(default_factory=list)
    dd: int = 0
    score: int = 0
    tone: str = ""

    @property
    def plain(self) -> str:
        """The line as text."""
        if not self.dice:
            return self.text
        faces = " ".join(str(die.face) for die in self.dice)
        return f"{self.text}, DD {self.dd}: {faces} → {self.score}" if self.dd else f"{self.text}: {faces}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round, 0 being the beginning; `undone` if it was taken back."""

    number: int
    lines: list[Line]
    undone: bool


def chapters(steps: Iterable[Step], seat: int | None) -> list[Chapter]:
    """The log as a seat (None: a spectator) may read it, in its order; what comes between rounds is of the next one."""
    found: list[Chapter] = []
    for step in steps:
        number = step.round if step.action is not None else 0
        if isinstance(step.action, Undo):  # it belongs to the round that is played anew
            number = step.undone_round
        elif found and isinstance(step.action, End):  # no round comes any more
            number = found[-1].number
        lines = list(lines_of(step, seat))
        if not found or (found[-1].number, found[-1].undone) != (number, step.undone):
            found.append(Chapter(number, [], step.undone))
        found[-1].lines.extend(lines)
    return [chapter for chapter in found if chapter.lines]


def lines_of(step: Step, seat: int | None) -> Iterator[Line]:
    """What one action did, as a seat may know it."""
    teller = _Teller(step)
    seen = views.events(step.before, step.events, seat)
    if step.action is None:
        seen = _by_initiative(seen)
    thrown: list[Line] = []  # the rolls of a ball, until it is told who threw it
    for event in _in_order(seen):
        line = teller.line(event)
        if isinstance(event, events.Rolled) and event.what == "capture" and line:
            thrown.append(line)
            continue
        if isinstance(event, events.Thrown):
            yield teller.throws(event)
            yield from thrown
            thrown = []
        if line:
            yield line
        if isinstance(event, events.Rolled) and event.what == "dodge" and event.score <= teller.attack:
            yield teller.hit_all_the_same(event)
    yield from thrown


def _in_order(happened: list[events.Event]) -> list[events.Event]:
    """What a move costs comes after it is said that it is used."""
    found = [*happened]
    for place in range(1, len(found)):
        if isinstance(found[place - 1], changes.Spent) and isinstance(found[place], events.Used):
            found[place - 1], found[place] = found[place], found[place - 1]
    return found


def _by_initiative(happened: list[events.Event]) -> list[events.Event]:
    """The beginning in the order in which all will act: each die with what it made."""
    pairs = zip(happened[::2], happened[1::2], strict=True)
    return [event for pair in sorted(pairs, key=lambda pair: -getattr(pair[1], "initiative", 0)) for event in pair]


class _Teller:
    """Puts events into words, each with what it has to know of those before."""

    def __init__(self, step: Step) -> None:
        self.step = step
        joining = (step.action.fighter,) if isinstance(step.action, Add) else ()
        fighters = (*step.before.fighters, *joining)
        self.trainers = {fighter.id for fighter in fighters if fighter.trainer}
        self.names: dict[str, str] = {fighter.id: fighter.name for fighter in fighters}
        self.using: Move = STRUGGLE  # the last move that was used
        self.attack = 0  # the score of the last attack
        self.die: ShownDie | None = None  # of an initiative that is about to be told
        self.moves: dict[tuple[str, str], Move] = {
            (fighter.id, move.slug): move for fighter in fighters for move in fighter.moves
        }
        pending = step.before.pending
        if pending and isinstance(pending.ask, Asked):  # the attack that is answered was told with the ply before
            self.attack = pending.ask.score
            self.using = self.moves.get((pending.ask.attacker, pending.ask.move), STRUGGLE)

    def line(self, event: Any) -> Line | None:
        """None for what others tell already, or for nobody's eyes."""
        tell: Callable[[_Teller, Any], Line | None] | None = _TOLD.get(type(event))
        return tell(self, event) if tell else None

    def name(self, id: str) -> str:
        return self.names.get(id, id)

    def move(self, user: str, slug: str) -> str:
        return move_name(self.moves.get((user, slug), STRUGGLE))

    def throws(self, event: events.Thrown) -> Line:
        if event.by in self.trainers:
            words = _("{name} throws a {ball} at {target}.")
        elif event.by:
            words = _("{name}’s trainer throws a {ball} at {target}.")
        else:
            words = _("A {ball} is thrown at {target}.")
        ball, target = term(event.ball, "ball"), self.name(event.target)
        return Line(ACT, words.format(name=self.name(event.by), ball=ball, target=target))

    # Dice

    def rolled(self, event: events.Rolled) -> Line:
        what = self.step.action.what if isinstance(self.step.action, Roll) else str(ROLLS[event.what])
        shown = [ShownDie(face, dice.score([face], event.dd)) for face in event.dice]
        if event.what == "attack":
            self.attack = event.score
        tone = {dice.SUCCESS: "good", dice.CRITICAL: "bad"}.get(dice.meaning(event.score), "")
        text = f"{self.name(event.fighter)} · {what}" if event.fighter else what
        return Line(THROWN, text, shown, event.dd, event.score, tone)

    def threw(self, event: events.Threw) -> Line | None:
        if event.what == "initiative":
            self.die = ShownDie(event.value, 0)
            return None
        what = str(THROWS[event.what])
        if event.what == "effect":
            likely = [one for one in self.using.effects if one.chance == event.most]
            what = effect_name(likely[0], sure=True) if likely else what
        text = f"{self.name(event.fighter)} · {what}"
        if event.most:
            so = _("yes") if event.so else _("no")
            told = _("{value} of 100, {most} or less was needed: {so}").format(
                value=event.value, most=event.most, so=so
            )
            return Line(THROWN, _("{what}: {told}").format(what=text, told=told))
        return Line(THROWN, text, [ShownDie(event.value, 0)])

    # What is done

    def joined(self, event: events.Joined) -> Line:
        return Line(ACT, _("{name} joins the fight.").format(name=self.name(event.fighter)))

    def used(self, event: events.Used) -> Line:
        words = _("{name} uses {move} on {target}.") if event.target else _("{name} uses {move}.")
        self.using = self.moves.get((event.fighter, event.move), STRUGGLE)
        move = self.move(event.fighter, event.move)
        return Line(ACT, words.format(name=self.name(event.fighter), move=move, target=self.name(event.target)))

    def idled(self, event: events.Idled) -> Line:
        return Line(ACT, IDLED[event.why].format(name=self.name(event.fighter)))

    def missed(self, event: events.Missed) -> Line:
        words = (
            _("{name} misses so badly that the game master may add a mishap.")
            if event.critical
            else _("{name} misses.")
        )
        return Line(CHANGE, words.format(name=self.name(event.fighter)), tone="bad" if event.critical else "")

    def dodged(self, event: events.Dodged) -> Line:
        return Line(CHANGE, _("{name} dodges.").format(name=self.name(event.fighter)), tone="good")

    def hit_all_the_same(self, event: events.Rolled) -> Line:
        words = _("{name} does not get out of the way: {score} against {attack}, and more was needed.")
        return Line(
            CHANGE, words.format(name=self.name(event.fighter), score=event.score, attack=self.attack), tone="bad"
        )

    def hit(self, event: events.Hit) -> Line:
        sum_ = str(max(0, event.damage))
        if event.stab != 1:
            own = _("for its own type")
            sum_ += f" × {number(event.stab)} {own}"
        if event.times != 1:
            sum_ += f" × {number(event.times)}"
        if event.endured:
            sum_ += f" − {event.endured}" if event.endured > 0 else f" + {-event.endured}"
        if not event.times:
            words = _("It has no effect on {target}.")
        elif event.times > 1:
            words = _("Very effective! {target} loses {lost} Vitality ({sum}).")
        elif event.times < 1:
            words = _("Not very effective: {target} loses {lost} Vitality ({sum}).")
        else:
            words = _("{target} loses {lost} Vitality ({sum}).")
        return Line(CHANGE, words.format(target=self.name(event.target), lost=event.lost, sum=sum_), tone="bad")

    def countered(self, event: events.Countered) -> Line:
        words = (
            _("{name} counters with {move}: {winner} has the better of it.")
            if event.winner
            else _("{name} counters with {move}: neither has the better of it.")
        )
        move = self.move(event.fighter, event.move)
        return Line(ACT, words.format(name=self.name(event.fighter), move=move, winner=self.name(event.winner)))

    def spared(self, event: events.Spared) -> Line:
        condition = term(event.condition, "condition")
        return Line(
            CHANGE,
            _("{name} is spared {condition}: immune, in such a condition already, or quicker.").format(
                name=self.name(event.fighter), condition=condition
            ),
        )

    def named(self, event: events.Named) -> Line:
        move = self.move(event.fighter, event.move)
        note = _("the GM says") if event.note == "the GM says" else event.note
        plain = _("What {move} does besides is for the game master to say.")
        words = _("What {move} does besides is for the game master to say: {note}.") if note != move else plain
        return Line(WORDS, words.format(move=move, note=note))

    def said(self, event: events.Said) -> Line:
        return Line(WORDS, _("{name}: “{text}”").format(name=self.name(event.fighter), text=event.text))

    def settled(self, event: events.Settled) -> Line:
        words = _("The game master on {name}’s “{text}”: {ruling}")
        return Line(WORDS, words.format(name=self.name(event.fighter), text=event.text, ruling=event.ruling))

    def ruled(self, event: events.Ruled) -> Line:
        return Line(WORDS, _("The game master: {reason}").format(reason=event.reason))

    def thrown(self, event: events.Thrown) -> Line:
        words = _("{name} is caught!") if event.caught else _("{name} breaks free, and the ball is gone.")
        return Line(CHANGE, words.format(name=self.name(event.target)), tone="good" if event.caught else "bad")

    def undone(self, event: events.Undone) -> Line:
        return Line(WORDS, _("The game master takes round {number} back.").format(number=event.round + 1))

    def ended(self, event: events.Ended) -> Line:
        return Line(ACT, _("The fight is over."))

    # What changes

    def lost(self, event: changes.Lost) -> Line | None:
        if event.why == "hit":
            return None
        why = LOST.get(event.why) or term(event.why, "condition")
        words = _("{name} loses {n} Vitality: {why}.") if event.why else _("{name} loses {n} Vitality.")
        return Line(CHANGE, words.format(name=self.name(event.fighter), n=event.amount, why=why), tone="bad")

    def healed(self, event: changes.Healed) -> Line:
        words = _("{name} regains {n} Vitality: {item}.") if event.item else _("{name} regains {n} Vitality.")
        values = {"name": self.name(event.fighter), "n": event.amount, "item": term(event.item, "item")}
        return Line(CHANGE, words.format(**values), tone="good")

    def spent(self, event: changes.Spent) -> Line | None:
        if not event.amount:
            return None
        text = f"{self.name(event.fighter)} · {term('energy', 'stat')} {signed(-event.amount)}"
        return Line(CHANGE, text)

    def shifted(self, event: changes.Shifted) -> Line:
        text = f"{self.name(event.fighter)} · {term(event.stat, 'stat')} {signed(event.by)}"
        return Line(CHANGE, text, tone="good" if event.by > 0 else "bad")

    def afflicted(self, event: changes.Afflicted) -> Line:
        return Line(CHANGE, f"{self.name(event.fighter)} · {term(event.status.name, 'condition')}", tone="bad")

    def cured(self, event: changes.Cured) -> Line:
        words = _("{name}: over with {condition}.")
        condition = term(event.condition, "condition")
        return Line(CHANGE, words.format(name=self.name(event.fighter), condition=condition), tone="good")

    def waited(self, event: changes.Waited) -> Line | None:
        return Line(ACT, _("{name} waits.").format(name=self.name(event.fighter))) if event.waiting else None

    def equipped(self, event: changes.Equipped) -> Line:
        words = _("{name} now holds {item}.") if event.item else _("{name} holds nothing any more.")
        return Line(CHANGE, words.format(name=self.name(event.fighter), item=term(event.item, "item")))

    def allowed(self, event: changes.Allowed) -> Line:
        words = ngettext(
            "{name} may be given {n} order a round.", "{name} may be given {n} orders a round.", event.orders
        )
        return Line(CHANGE, words.format(name=self.name(event.fighter), n=event.orders))

    def placed(self, event: changes.Placed) -> Line:
        text = _("{name} · initiative {n}").format(name=self.name(event.fighter), n=event.initiative)
        die, self.die = self.die, None
        return Line(THROWN, text, [die]) if die else Line(CHANGE, text)

    def left(self, event: changes.Left) -> Line | None:
        if event.how == CAUGHT and not isinstance(self.step.action, Rule):
            return None
        return Line(CHANGE, LEFT[event.how].format(name=self.name(event.fighter)), tone="bad" if event.how else "good")

    def stood(self, event: changes.Stood) -> Line:
        words = _("{name} comes into contact with {other}.") if event.contact else _("{name} moves away from {other}.")
        return Line(CHANGE, words.format(name=self.name(event.fighter), other=self.name(event.other)))


_TOLD: dict[type, Callable[[_Teller, Any], Line | None]] = {
    events.Rolled: _Teller.rolled,
    events.Threw: _Teller.threw,
    events.Joined: _Teller.joined,
    events.Used: _Teller.used,
    events.Idled: _Teller.idled,
    events.Missed: _Teller.missed,
    events.Dodged: _Teller.dodged,
    events.Hit: _Teller.hit,
    events.Countered: _Teller.countered,
    events.Spared: _Teller.spared,
    events.Named: _Teller.named,
    events.Said: _Teller.said,
    events.Settled: _Teller.settled,
    events.Ruled: _Teller.ruled,
    events.Thrown: _Teller.thrown,
    events.Undone: _Teller.undone,
    events.Ended: _Teller.ended,
    changes.Lost: _Teller.lost,
    changes.Healed: _Teller.healed,
    changes.Spent: _Teller.spent,
    changes.Shifted: _Teller.shifted,
    changes.Afflicted: _Teller.afflicted,
    changes.Cured: _Teller.cured,
    changes.Waited: _Teller.waited,
    changes.Equipped: _Teller.equipped,
    changes.Allowed: _Teller.allowed,
    changes.Placed: _Teller.placed,
    changes.Left: _Teller.left,
    changes.Stood: _Teller.stood,
}

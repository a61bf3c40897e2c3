"""The command line of the games: `python -m engine COMMAND ...`; needs nothing but Python.

Exit status: 0 fine; 1 a record does not verify; 2 the input is wrong, with one line on stderr that says how.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from engine import registry
from engine.analysis import SHARES, remarks
from engine.battle_chess import solution_file
from engine.battle_chess.solve import ERROR, Solver
from engine.bench import bench
from engine.draws import Source
from engine.judge import looks
from engine.play import decide, result
from engine.protocol import CHANCE, AnyGame, EngineError, NotationError, is_position
from engine.record import Record
from engine.record_json import many_from_json, to_json
from engine.record_text import parse, write
from engine.search.players import LEVELS, level
from engine.search.selfplay import computer, play_match
from engine.tabletop.dice import chances, success_chance
from engine.tabletop.numbers import DD, DDS
from engine.testing.perft import perft
from engine.tune import tune
from engine.verify import verify

GAME = "battle_chess"  # unless the text can only be another's
WORDS = {"1-0": "winner 1", "0-1": "winner 2", "1/2-1/2": "draw"}
JSON_START = re.compile(r"\s*(\{|\[\s*[\]{])")  # a record's text begins with [ too


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal can show or send
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has had enough, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except EngineError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130
    return status


def _fail(message: str) -> int:
    print(" ".join(f"error: {message}".split()), file=sys.stderr)
    return 2


# The commands


def _slug(options: argparse.Namespace) -> str:
    """The game that was named, else the one that can begin from what was given. Raises EngineError if none can."""
    if options.game or options.start is None:
        return options.game or GAME
    why = dict[str, str]()
    for slug in sorted(registry.slugs(), key=lambda slug: slug != GAME):
        try:
            registry.get(slug).initial_state(options.start)
        except EngineError as error:
            why[slug] = str(error)
        else:
            return slug
    if not is_position(options.start):
        known = "; ".join(f"{', '.join(_setups(slug))} ({registry.info(slug).name})" for slug in why)
        raise NotationError(f"no setup {options.start[:40]!r}; there are {known}", field="setup")
    raise EngineError("; or ".join(f"{error} (as {registry.info(slug).name})" for slug, error in why.items()))


def _setups(slug: str) -> list[str]:
    return [setup.slug for setup in registry.info(slug).setups]


def _perft(options: argparse.Namespace) -> int:
    game = registry.get(_slug(options))
    state = game.initial_state(options.start)
    for depth in range(1, options.n + 1):
        print(perft(game, state, depth), flush=True)
    return 0


def _turns(options: argparse.Namespace) -> int:
    game = registry.get(_slug(options))
    state = game.initial_state(options.start)
    for text in _texts(game, state):
        print(text)
    return 0


def _bench(options: argparse.Namespace) -> int:
    for line in bench(options.slug or options.game or GAME):
        print(line)
    return 0


def _solve(options: argparse.Namespace) -> int:
    target = solution_file.path()
    if options.check:
        if not target.exists():
            raise NotationError("No such file; `make solve` works it out", field=str(target))
        header = solution_file.check(target)
    else:
        solver = Solver()
        for done in solver.run():
            print(f"\r{done / len(solver.worth):4.0%}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        header = solution_file.write(target, solver.worth, solver.settled, solver.start(), ERROR)
    print(f"{header.positions:,} positions in {target} ({target.stat().st_size:,} bytes)")
    if header.start is not None:
        chance = (1 + header.start) / 2
        print(f"the first player wins {header.start:+.7f} on the mean, give or take {header.error:.1g}: {chance:.3%}")
    return 0


def _roll(options: argparse.Namespace) -> int:
    for points, chance in chances(options.dice, options.dd).items():
        print(f"{points:+4} {float(chance):8.3%}  {chance}")
    success = success_chance(options.dice, options.dd)
    print(f"success {float(success):.3%}  {success}")
    if options.dd > DDS[1]:
        print(f"only a capture may be harder than {DDS[1]}, which no die reaches", file=sys.stderr)
    return 0


def _tune(options: argparse.Namespace) -> int:
    for line in tune(options.game or GAME, options.setup, options.matches, options.rounds, options.seed, options.plot):
        print(line, flush=True)
    return 0


def _texts(game: AnyGame, state: Any) -> list[str]:
    """All that may come next: outcomes in their order, or decisions, sorted."""
    if game.current_player(state) == CHANCE:
        return [game.action_text(state, outcome) for outcome, _ in game.chance_outcomes(state)]
    return sorted(game.action_text(state, action) for action in game.legal_actions(state))


def _apply(options: argparse.Namespace) -> int:
    game = registry.get(_slug(options))
    state = _played(game, game.initial_state(options.start), [options.turn, *options.choices])
    print(game.state_text(state))
    if (stands := result(game, state)) != "*":
        print(WORDS[stands])
    return 0


def _played(game: AnyGame, state: Any, texts: Sequence[str]) -> Any:
    """The state after a turn told step by step: decisions, and outcomes where something is drawn."""
    seat = game.current_player(state)
    state = decide(game, state, game.parse_action(state, texts[0]))
    for number, text in enumerate(texts[1:]):
        if (player := game.current_player(state)) == CHANCE:
            state = game.apply(state, _drawn(game, state, text))
        elif player == seat:
            state = decide(game, state, game.parse_action(state, text))
        else:
            message = f"the turn is over after {texts[number]}, so leave out {text[:40]!r}"
            raise NotationError(message, field="choice")
    if (player := game.current_player(state)) in (seat, CHANCE):
        wanted = "one is drawn" if player == CHANCE else "the same player goes on"
        raise NotationError(f"{wanted} here, add one of {' '.join(_texts(game, state))}", field="choice")
    return state


def _drawn(game: AnyGame, state: Any, text: str) -> Any:
    """The outcome of a text, which may leave out a sign."""
    known = {game.action_text(state, outcome): outcome for outcome, _ in game.chance_outcomes(state)}
    found = known.get(text, known.get(f"+{text}"))
    if found is None:
        message = f"{text[:40]!r} cannot be drawn here, only {' '.join(_texts(game, state))}"
        raise NotationError(message, field="choice")
    return found


def _play(options: argparse.Namespace) -> int:
    slug = _slug(options)
    info, game = registry.info(slug), registry.get(slug)
    rng = Random(options.seed)  # noqa: S311  decides for the computer players, draws nothing
    source = Source(options.secret or secrets.token_bytes(32), f"selfplay-{options.seed}", ("", ""))
    names = [name if name == "human" else level(name).slug for name in options.players]
    deciders = [_ask if name == "human" else computer(level(name).number, rng) for name in names]
    setup = options.start or info.setups[0].slug
    record = play_match(game, info, setup, deciders, source, names)
    print(json.dumps(to_json(record), indent=1) + "\n" if options.json else write([record]), end="")
    return 0


def _ask(game: AnyGame, view: Any, seat: int) -> Any:
    """A turn from the terminal; asks until it is legal, None at the end of the input."""
    print(f"\n{game.state_text(view)}", file=sys.stderr)
    while True:
        print(f"player {seat + 1}, your turn (? lists all, Ctrl-D ends): ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        if line.strip() == "?":
            print(*_texts(game, view), file=sys.stderr)
            continue
        try:
            action = game.parse_action(view, line.strip())
            game.check(view, action)
        except EngineError as error:
            print(error, file=sys.stderr)
        else:
            return action


def _verify(options: argparse.Namespace) -> int:
    records = _read(options.file)
    failed: list[str] = []
    count = 0
    for number, record in enumerate(records, start=1):
        label = f"record {number}, " if len(records) > 1 else ""
        for check in verify(record):
            print(f"{label}{check}")
            count += 1
            if not check.ok:
                failed.append(label + check.what)
    if failed:
        print(f"{len(failed)} of {count} checks failed: {'; '.join(failed)}")
        return 1
    print(f"all {count} checks hold")
    return 0


def _analyse(options: argparse.Namespace) -> int:
    for record in _read(options.file):
        if record.result not in SHARES:
            raise NotationError(f"a match with a result is wanted, not {record.result}", field="result")
        print(remarks(list(looks(record)), record.result) + write([record]), end="")
    return 0


def _read(file: str) -> list[Record]:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start + 1} is not UTF-8 text", field=file) from error
    if text.lstrip().startswith("<"):
        raise NotationError("this is a web page; a record is wanted, or what a table offers as JSON", field=file)
    if not JSON_START.match(text):
        return parse(text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not valid JSON: {error}", field=file) from error
    return many_from_json(found)


# The arguments


class _Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Ends the program."""
        sys.exit(_fail(f"{message} (see {self.prog} --help)"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Rules, computer players and checks of the games.")
    parser.add_argument("--game", help=argparse.SUPPRESS)  # people write it before the command too
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    counts = _command(commands, "perft", _perft, "count the lines of 1, 2 ... N turns")
    setups = ", ".join(setup for slug in registry.slugs() for setup in _setups(slug))
    start = f"one of {setups}, or a position in one argument, written as `apply` prints it"
    counts.add_argument("start", metavar="SETUP_OR_POSITION", help=start)
    counts.add_argument("n", metavar="N", type=_whole)
    turns = _command(commands, "turns", _turns, "list the legal turns")
    turns.add_argument("start", metavar="SETUP_OR_POSITION", help=start)
    one = _command(commands, "apply", _apply, "play one turn and show the position after it")
    one.add_argument("start", metavar="SETUP_OR_POSITION", help=start)
    one.add_argument("turn", metavar="TURN", help="as `turns` lists it")
    what = "what is drawn and decided after the first step, in order"
    one.add_argument("choices", metavar="CHOICE", nargs="*", help=what)
    check = _command(commands, "verify", _verify, "check the draws of records, as text or JSON")
    check.add_argument("file", metavar="FILE", help="- for standard input")
    judged = _command(commands, "analyse", _analyse, "tell luck from skill in records, and what would have been better")
    judged.add_argument("file", metavar="FILE", help="- for standard input")
    _play_command(_command(commands, "play", _play, "play against a computer player"), ("human", "greedy"))
    _play_command(_command(commands, "selfplay", _play, "let two computer players play"), ("greedy", "greedy"))
    roll = commands.add_parser("roll", help="print how likely each score of a pool of dice is (the tabletop game)")
    roll.add_argument("dice", metavar="DICE", type=_whole)
    roll.add_argument("--dd", type=_whole, default=DD, help="the difficulty; above 10 in captures alone")
    roll.set_defaults(run=_roll)
    speed = commands.add_parser("bench", help="measure a game's speed, plain and compiled")
    speed.add_argument("slug", metavar="GAME", nargs="?")
    speed.set_defaults(run=_bench)
    solved = commands.add_parser("solve", help="work out what every position of a small setup is worth (minutes)")
    solved.add_argument("setup", choices=[solution_file.SETUP])
    solved.add_argument("--check", action="store_true", help="only look whether what was worked out is whole and fits")
    solved.set_defaults(run=_solve)
    fitted = commands.add_parser("tune", help="fit a setup's evaluation to matches of the computer against itself")
    fitted.set_defaults(run=_tune)
    fitted.add_argument("setup", metavar="SETUP")
    fitted.add_argument("--game", default=argparse.SUPPRESS, help=f"default: {GAME}")
    fitted.add_argument("--matches", type=_some, default=1000, metavar="N", help="matches a round")
    fitted.add_argument("--rounds", type=_some, default=2, metavar="N", help="each plays with the weights of the last")
    fitted.add_argument("--seed", type=_whole, default=0, help="settles all that is left to chance")
    fitted.add_argument("--plot", metavar="FILE", help="write an SVG of predicted chances against results")
    return parser


def _command(commands: Any, name: str, run: Any, summary: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=summary)
    command.set_defaults(run=run)
    known = ", ".join(registry.slugs())
    what = f"one of {known}; if left out, the one that the position or setup belongs to"
    command.add_argument("--game", default=argparse.SUPPRESS, help=what)
    return command


def _play_command(command: argparse.ArgumentParser, players: tuple[str, str]) -> None:
    known = ", ".join(["human", *(f"{one.number} {one.slug}" for one in LEVELS)])
    command.add_argument("start", metavar="SETUP_OR_POSITION", nargs="?", help="the game's first setup if left out")
    command.add_argument("--players", nargs=2, metavar="PLAYER", default=players, help=f"each one of {known}")
    command.add_argument("--seed", type=_whole, default=0, help="settles the computer players' decisions")
    command.add_argument("--secret", type=_secret, help="settles the draws: hexadecimal; random if left out")
    command.add_argument("--json", action="store_true", help="print the record as JSON")


def _whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 0 or more")
    return int(text)


def _some(text: str) -> int:
    if not (number := _whole(text)):
        raise argparse.ArgumentTypeError("1 or more, please")
    return number


def _secret(text: str) -> bytes:
    if not re.fullmatch("(?:[0-9a-fA-F]{2})+", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an even number of hexadecimal digits")
    return bytes.fromhex(text)


if __name__ == "__main__":
    sys.exit(main())

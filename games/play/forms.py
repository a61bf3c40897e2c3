"""What people fill in around a challenge. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine import registry
from engine.protocol import EngineError, GameInfo, NotationError, SetupInfo
from engine.search.players import LEVELS, Level
from engine.throws import THROWS
from games.play.models import Challenge
from games.play.queries import opponents
from games.play.services import clock, draws
from games.play.words import reason, said
from games.players.models import Player

COLOURS = {"blue": _("Blue"), "red": _("Red"), "yellow": _("Yellow"), "green": _("Green")}  # as the games offer them
THROW_WORDS = {"rock": _("Rock"), "paper": _("Paper"), "scissors": _("Scissors")}
NO_LIMIT = "none"


def first_setup() -> str:
    """What a form proposes: the first setup of the first game, as "game/setup"."""
    game = registry.all_games()[0]
    return f"{game.slug}/{game.setups[0].slug}"


def setup_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every setup as "game/setup", under the name of its game."""
    return [
        (said(game.name), [(f"{game.slug}/{setup.slug}", said(setup.name)) for setup in game.setups])
        for game in registry.all_games()
    ]


def setup_of(value: str) -> tuple[str, SetupInfo]:
    """The game's slug and the setup that a choice stands for. Raises EngineError."""
    game, _slash, slug = value.partition("/")
    setup = registry.info(game).setup(slug)
    if setup.slug != slug:
        raise NotationError("a setup is wanted, not a position", field="setup")
    return game, setup


def chosen_setup(value: str) -> str:
    """The choice that a link asks for; the first one if there is none of that name."""
    try:
        setup_of(value)
    except EngineError:
        return first_setup()
    return value


def _day_choices() -> list[tuple[str, Any]]:
    return [*((str(days), str(days)) for days in clock.DAYS), (NO_LIMIT, _("no limit"))]


class SetupField(forms.ChoiceField):
    """A choice of setup; clean value: the game's slug and the SetupInfo."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=setup_choices,
            label=_("Setup"),
            error_messages={"required": _("Choose a setup."), "invalid_choice": _("Choose one of these setups.")},
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        return setup_of(super().clean(value))


class LevelField(forms.TypedChoiceField):
    """A choice of computer player; clean value: the number of its level."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=lambda: [(str(level.number), said(level.name)) for level in LEVELS],
            coerce=int,
            label=_("How strong"),
            initial="2",
            error_messages={"required": _("Choose a level."), "invalid_choice": _("Choose one of these levels.")},
            **kwargs,
        )


class ComputerForm(forms.Form):
    """A match against the computer, now. It shows the commitment of its draws before the salt is given."""

    setup = SetupField(initial=first_setup)
    level = LevelField()
    commitment = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    salt = forms.CharField(
        max_length=draws.SALT_LENGTH,
        required=False,
        initial=draws.new_salt,
        label=_("Your salt"),
        help_text=_("Mixed into every draw. Keep our suggestion or type anything you like."),
        error_messages={"max_length": format_lazy(_("At most {limit} characters fit."), limit=draws.SALT_LENGTH)},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class ChallengeForm(forms.Form):
    """An offer to play. `me`: who makes it."""

    kind = forms.ChoiceField(
        choices=[
            (Challenge.Kind.OPEN, _("Anybody")),
            (Challenge.Kind.DIRECT, _("A player, by name")),
            (Challenge.Kind.INVITE, _("A friend, by a link")),
            (Challenge.Kind.COMPUTER, _("The computer")),
        ],
        widget=forms.RadioSelect,
        label=_("Who with?"),
        error_messages={"required": _("Choose whom you challenge."), "invalid_choice": _("Choose one of these.")},
    )
    opponent = forms.CharField(
        max_length=80,
        required=False,
        label=_("The player’s name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    level = LevelField(widget=forms.RadioSelect, required=False)
    setup = SetupField(widget=forms.RadioSelect)
    days = forms.ChoiceField(
        choices=_day_choices,
        widget=forms.RadioSelect,
        label=_("Days for each turn"),
        help_text=_("Who lets the time for a turn run out loses. Without a limit, nobody has to hurry."),
        error_messages={"required": _("Choose how long a turn may take."), "invalid_choice": _("Choose one of these.")},
    )
    beginner = forms.ChoiceField(
        choices=[
            (Challenge.Beginner.THROWS, _("Rock, paper, scissors")),
            (Challenge.Beginner.RANDOM, _("Drawn at random")),
            (Challenge.Beginner.CHALLENGER, _("I begin")),
            (Challenge.Beginner.OPPONENT, _("My opponent begins")),
        ],
        widget=forms.RadioSelect,
        label=_("Who begins?"),
        error_messages={"required": _("Choose who begins."), "invalid_choice": _("Choose one of these.")},
    )
    colour = forms.ChoiceField(
        choices=[("", _("Any")), *COLOURS.items()],
        widget=forms.RadioSelect,
        required=False,
        label=_("Your colour"),
    )
    rated = forms.BooleanField(required=False, label=_("Rated"), help_text=_("The result changes both ratings."))
    private = forms.BooleanField(
        required=False,
        label=_("Private"),
        help_text=_("Nobody but you two ever sees it. If it is rated, your ratings show the change, not the match."),
    )

    def __init__(self, *args: Any, me: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me
        if not me.is_person:
            self.initial["kind"] = Challenge.Kind.COMPUTER
            self.fields["kind"].choices = [(Challenge.Kind.COMPUTER, _("The computer"))]  # type: ignore[attr-defined]

    def clean_days(self) -> int | None:
        days = self.cleaned_data["days"]
        return None if days == NO_LIMIT else int(days)

    def clean(self) -> dict[str, Any]:
        """Settings that do not belong to this kind or setup are left aside: their fields are not shown."""
        data = self.cleaned_data
        data["player"] = self._opponent(data)
        if data.get("kind") == Challenge.Kind.COMPUTER:
            data["rated"] = False
        if "setup" in data and not data["setup"][1].colour_choice:
            data["colour"] = ""
        return data

    def _opponent(self, data: dict[str, Any]) -> Player | None:
        if data.get("kind") == Challenge.Kind.COMPUTER and "level" in data:
            if data["level"]:
                return opponents.computer(data["level"])
            self.add_error("level", _("Choose a level."))
        elif data.get("kind") == Challenge.Kind.DIRECT and "opponent" in data:
            return self._named(data["opponent"])
        return None

    def _named(self, name: str) -> Player | None:
        found, alike = opponents.person_named(name)
        if not name:
            self.add_error("opponent", _("Write the name of the player you challenge."))
        elif alike:
            words = _("There is no player “%(name)s”. Do you mean %(alike)s?")
            self.add_error("opponent", words % {"name": name, "alike": alike})
        elif opponents.is_computer(name):
            self.add_error("opponent", _("That is a computer player: choose “The computer” to play against it."))
        elif found is None:
            words = _("There is no player “%(name)s”: look at the spelling, or send an invitation link.")
            self.add_error("opponent", words % {"name": name})
        return found

    def settings(self) -> dict[str, Any]:
        """What `services.challenges.create` takes."""
        data = self.cleaned_data
        game, setup = data["setup"]
        return {
            "kind": data["kind"],
            "opponent": data["player"],
            "game": game,
            "setup": setup.slug,
            "days_per_turn": data["days"],
            **{field: data[field] for field in ("rated", "private", "beginner", "colour")},
        }

    def setups(self) -> Iterator[tuple[GameInfo, list[tuple[Any, SetupInfo]]]]:
        """Each game with the radio buttons of its setups, each with its setup."""
        buttons = ((radio, *setup_of(str(radio.data["value"]))) for radio in self["setup"])
        for game, own in groupby(buttons, key=lambda button: button[1]):
            yield registry.info(game), [(radio, setup) for radio, _game, setup in own]

    def levels(self) -> Iterator[tuple[Any, Level]]:
        """The radio buttons of the levels, each with its level."""
        return zip(self["level"], LEVELS, strict=True)


LEAST_FIELDS = 3  # of a position of any game: with fewer words it is none, and what a game says of it helps nobody


class PositionForm(forms.Form):
    """A match for practice, from a position that somebody has written down. Its game is the one that can read it."""

    position = forms.CharField(
        label=_("Position"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One line of text, as each match shows it below its board."),
        error_messages={"required": _("Paste a position first.")},
    )
    kind = forms.ChoiceField(
        choices=[(Challenge.Kind.COMPUTER, _("The computer")), (Challenge.Kind.INVITE, _("A friend, by a link"))],
        widget=forms.RadioSelect,
        initial=Challenge.Kind.COMPUTER,
        label=_("Who with?"),
        error_messages={"required": _("Choose whom you challenge."), "invalid_choice": _("Choose one of these.")},
    )
    level = LevelField()
    beginner = forms.ChoiceField(
        choices=[
            (Challenge.Beginner.CHALLENGER, _("The first side")),
            (Challenge.Beginner.OPPONENT, _("The second side")),
            (Challenge.Beginner.RANDOM, _("Drawn at random")),
        ],
        widget=forms.RadioSelect,
        initial=Challenge.Beginner.CHALLENGER,
        label=_("Which side do you play?"),
        error_messages={"required": _("Choose a side."), "invalid_choice": _("Choose one of these.")},
    )

    def clean_position(self) -> str:
        """The position, on one line; `game` is the slug of the game that reads it."""
        text = " ".join(self.cleaned_data["position"].split())
        problems = []
        for info in registry.all_games():
            try:
                registry.get(info.slug).initial_state(text)
            except EngineError as error:
                problems.append(_("%(game)s: %(problem)s") % {"game": said(info.name), "problem": reason(error)})
            else:
                self.cleaned_data["game"] = info.slug
                return text
        likely = len(text.split()) >= LEAST_FIELDS
        raise forms.ValidationError([_("No game can read this position."), *(problems if likely else [])])

    def settings(self) -> dict[str, Any]:
        """What `services.challenges.create` takes."""
        data = self.cleaned_data
        computer = data["kind"] == Challenge.Kind.COMPUTER
        return {
            "kind": data["kind"],
            "opponent": opponents.computer(data["level"]) if computer else None,
            "game": data["game"],
            "setup": data["position"],
            "beginner": data["beginner"],
        }


class SealForm(forms.Form):
    """Throws, if they decide who begins, and a salt; who accepts may choose a colour that is left too."""

    salt = forms.CharField(
        max_length=draws.SALT_LENGTH,
        required=False,
        label=_("Your salt"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, *, challenge: Challenge, accepting: bool = False) -> None:
        super().__init__(data, initial={"salt": draws.new_salt()})
        if challenge.beginner == Challenge.Beginner.THROWS:
            for number, label in enumerate((_("First throw"), _("Second throw"), _("Third throw")), start=1):
                self.fields[f"throw_{number}"] = _throw_field(label)
        choice = registry.info(challenge.game).setup(challenge.setup).colour_choice
        if accepting and choice:
            left = [(colour, COLOURS[colour]) for colour in choice if colour != challenge.colour]
            self.fields["colour"] = forms.ChoiceField(
                choices=[("", _("Any")), *left], widget=forms.RadioSelect, required=False, label=_("Your colour")
            )

    @property
    def throw_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("throw_")]

    @property
    def throws(self) -> str:
        """The throws as the services take them."""
        return " ".join(self.cleaned_data[field.name] for field in self.throw_fields)


def _throw_field(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=[(throw, THROW_WORDS[throw]) for throw in THROWS],
        widget=forms.RadioSelect,
        label=label,
        error_messages={"required": _("Choose one."), "invalid_choice": _("Choose rock, paper or scissors.")},
    )

"""Where a queen is hidden reaches nobody but her owner while the match runs.

For two squares of her, everything that a wrong viewer is sent is the same, byte for byte: pages, fragments, looks for
news, refusals, lists, mails, exports, the admin, and what a computer player is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.outbox import services as outbox
from games.outbox.models import Job
from games.play import jobs
from games.play.models import Match, Ply
from games.play.services import offers
from games.players.models import Player
from tests.play.chakart import GAME, OPEN, chakart, play
from tests.play.helpers import sealed, stable
from tests.play.test_match_page import HTMX, poll_of

pytestmark = pytest.mark.usefixtures("standing_clock")

SQUARES = ("f3", "g4")
STEALTH_PLY = 1


def hide(match: Match, square: str) -> None:
    """As if the queen had gone to that square and all the rest had been played after it."""
    Ply.objects.filter(match=match, ply=STEALTH_PLY).update(action=f"d1{square}:stealth")
    state = GAME.parse_state(match.setup)
    for ply in Ply.objects.filter(match=match, ply__gt=0).order_by("ply"):
        state = GAME.apply(state, GAME.parse_action(state, ply.action))
        for outcome in ply.outcomes:
            state = GAME.apply(state, GAME.parse_action(state, outcome))
    Match.objects.filter(pk=match.pk).update(state=GAME.state_text(state))


SELECTED = [f"?from={name}" for name in ("f8", "d8", "g8", "e8", "d7")]
SELECTED += ["?from=d8&to=g5", "?from=d8&to=f6&as=stealth", "?from=g8&to=f6", "?to=b5", "?piece=p&to=f3"]


def boards(match: Match, *, moves: bool) -> list[str]:
    """The match's positions; for who is to move with what can be selected on them."""
    queries = ["", *(f"?at={ply}" for ply in range(match.ply + 1)), *(SELECTED if moves else [])]
    return [f"/matches/{match.pk}/{query}" for query in queries]


def beside(match: Match) -> list[str]:
    """The other pages about the match, and lists in which it stands."""
    own = ("resign/", "abort/", "proof/", "hint/", "record.txt", "record.json")
    lists = ("/", "/play/", "/matches/", "/archive/", "/archive/export.json", "/players/Alice/", "/players/Bob/")
    return [*(f"/matches/{match.pk}/{part}" for part in own), *lists]


def wrong_posts(match: Match) -> list[tuple[str, dict[str, Any]]]:
    """Nothing of this is legal, wherever the queen is."""
    texts = ["", "d1f3:stealth", "a8a1", "h8f3", "h8g4", "a7f3", "e8g4:shell", "f3", "g4", "q", "p@f3", "e8f3"]
    return [("turn", {"action": text, "ply": match.ply}) for text in texts] + [("draw/claim", {"ply": match.ply})]


def answers(match: Match, somebody: Client, *, moves: bool = True) -> list[bytes]:
    """Every page and fragment about the match, what a look for news gives, and what wrong decisions do."""
    page = somebody.get(f"/matches/{match.pk}/")
    got = [stable(page), *(stable(somebody.get(address)) for address in beside(match))]
    got += [stable(somebody.get(address, headers=HTMX)) for address in boards(match, moves=moves)]  # each page has one
    poll = poll_of(page)
    got.append(stable(somebody.get(poll, headers=HTMX)) if poll else b"")
    for path, data in wrong_posts(match)[None if moves else -2 :]:  # who does not play here is told so, whatever it is
        got.append(stable(somebody.post(f"/matches/{match.pk}/{path}/", data, headers=HTMX)))
    return got


def told(player: Player) -> list[str]:
    """The mails about the turn that a player would get now, as text and HTML."""
    Job.objects.filter(recipient=player.pk).update(status=Job.Status.WAITING, locked_until=None, attempts=0)
    before = len(mail.outbox)
    for job in Job.objects.filter(recipient=player.pk, kind__in=["your_turn", "reminder"]):
        outbox.run(job_id=job.pk, now=job.run_at)
    sent = mail.outbox[before:]
    return [f"{message.subject}\n{message.body}\n{message.alternatives}" for message in sent]  # type: ignore[attr-defined]


@pytest.fixture
def hidden(alice: Player, bob: Player) -> Match:
    """Alice's queen is hidden, and Bob is to move."""
    return play(chakart(alice, bob, days_per_turn=1), "d1f3:stealth")


@pytest.fixture
def wrong(bob_client: Client, charlie_client: Client, client: Client) -> dict[str, Client]:
    """Who must not know."""
    return {"bob": bob_client, "charlie": charlie_client, "visitor": client}


def not_yet(match: Match) -> None:
    """Bob has not moved."""


def in_the_middle(match: Match) -> None:
    """Bob has stepped, and is asked where his Wario leaves its bomb."""
    play(match, "f8c5")


@pytest.mark.parametrize("then", [not_yet, in_the_middle])
def test_her_square_is_her_owner_s_alone(
    hidden: Match, alice_client: Client, wrong: dict[str, Client], then: Callable[[Match], None]
) -> None:
    then(hidden)
    hidden.refresh_from_db()
    seen, hers = [], []
    for square in SQUARES:
        hide(hidden, square)
        seen.append({who: answers(hidden, somebody, moves=who == "bob") for who, somebody in wrong.items()})
        hers.append(stable(alice_client.get(f"/matches/{hidden.pk}/")))

    assert [who for who in wrong if seen[0][who] != seen[1][who]] == []
    assert hers[0] != hers[1]


def test_no_mail_says_it(hidden: Match, bob: Player) -> None:
    seen = []
    for square in SQUARES:
        hide(hidden, square)
        seen.append(told(bob))

    assert seen[0] == seen[1]
    assert len(seen[0]) == 2
    assert "Mario on d1 moves in secret: where to is not known." in seen[0][0]


def test_no_operator_sees_it(hidden: Match, admin_client: Client) -> None:
    pages = [f"/admin/play/match/{hidden.pk}/change/", "/admin/play/match/", "/admin/outbox/job/"]
    seen = []
    for square in SQUARES:
        hide(hidden, square)
        seen.append([stable(admin_client.get(page)) for page in pages])

    assert seen[0] == seen[1]


def test_no_computer_player_is_shown_it(guest: Player, computer: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = sealed(guest, kind="computer", opponent=computer, beginner="challenger", game="chakart", setup=OPEN)
    match = play(Match.objects.get(challenge=offer), "d1f3:stealth")
    views: list[str] = []

    def look(game: Any, view: Any, *_: Any, **__: Any) -> Any:
        views.append(f"{game.state_text(view)} {view.key()}")
        return game.legal_actions(view)[0]

    monkeypatch.setattr("engine.search.players.choose", look)
    monkeypatch.setattr(jobs, "_play", lambda *_: None)
    for square in SQUARES:
        hide(match, square)
        match.refresh_from_db()
        jobs.think_and_play(match, match.seats.get(index=1))

    assert views[0] == views[1]
    assert "I?" in views[0]


def test_she_shows_up_when_the_other_s_turn_is_over(hidden: Match, bob_client: Client) -> None:
    play(hidden, "a7a6")

    page = bob_client.get(f"/matches/{hidden.pk}/").content.decode()

    assert "The hidden Mario shows up on f3." in page
    assert "Qf3" not in page
    assert ">Q??<" in page


def test_everything_is_shown_once_the_match_is_over(hidden: Match, bob: Player, client: Client) -> None:
    offers.resign(match_id=hidden.pk, player=bob, now=timezone.now())

    page = client.get(f"/matches/{hidden.pk}/").content.decode()
    record = client.get(f"/matches/{hidden.pk}/record.txt").content.decode()

    assert ">Qf3??<" in page
    assert "Mario moves in secret from d1 to f3." in page
    assert "d1f3:stealth" in record


def test_the_comparison_would_notice(hidden: Match, bob_client: Client) -> None:
    before = answers(hidden, bob_client, moves=False)

    hide(hidden, "e2")
    Match.objects.filter(pk=hidden.pk).update(state=Match.objects.get(pk=hidden.pk).state.replace("I", "Q"))

    assert answers(hidden, bob_client, moves=False) != before

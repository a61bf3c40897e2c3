"""What may be offered, to whom, how often, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.outbox.models import Job
from games.play.errors import NotYours, Refused, Stale, TooMany
from games.play.models import Challenge, DrawSecret, Match
from games.play.services import challenges, offers, terms
from games.players import services as players
from games.players.models import Player
from tests.play.helpers import BEATEN, THROWS, accepted, draft, quick, sealed, started
from tests.players.people import make_person

NOW = timezone.now()
DAY = timedelta(days=1)


def seal(challenge: Challenge, player: Player, **more: object) -> Challenge:
    values = {"salt": "pepper", "throws": THROWS, "now": NOW} | more
    return challenges.seal(challenge_id=challenge.pk, player=player, **values)  # type: ignore[arg-type]


def test_a_draft_has_a_commitment_before_anybody_gives_a_salt(alice: Player) -> None:
    made = draft(alice)

    assert made.status == "draft"
    assert made.salt == ""
    assert len(made.secret.commitment) == 64
    assert made.secret.published_at is None


def test_making_the_same_challenge_twice_makes_one(alice: Player) -> None:
    first, second = draft(alice), draft(alice)

    assert first == second
    assert DrawSecret.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"setup": "bw"},
        {"days_per_turn": None},
        {"rated": True},
        {"private": True},
        {"beginner": "random"},
        {"colour": "blue"},
        {"kind": "invite"},
    ],
)
def test_other_settings_make_another_challenge(alice: Player, other: dict[str, object]) -> None:
    assert draft(alice) != draft(alice, **other)


def test_the_same_settings_make_another_challenge_once_the_first_is_sealed(alice: Player) -> None:
    assert sealed(alice) != draft(alice)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"game": "go"}, "no game 'go'"),
        ({"setup": "w4"}, "no setup 'w4'"),
        ({"kind": "gift"}, "Choose whom"),
        ({"days_per_turn": 4}, "Days per turn are one of 1, 2, 3, 5, 7, 14"),
        ({"days_per_turn": 0}, "Days per turn"),
        ({"beginner": "me"}, "Choose who begins"),
        ({"setup": "bw", "colour": "red"}, "the colours are fixed"),
        ({"colour": "pink"}, "the colours are fixed"),
        ({"kind": "direct"}, "no such player"),
        ({"kind": "computer"}, "computer players"),
    ],
)
def test_it_says_what_is_wrong_with_a_setting(alice: Player, wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        draft(alice, **wrong)

    assert not Challenge.objects.exists()
    assert not DrawSecret.objects.exists()


def test_a_match_against_the_computer_is_never_rated(alice: Player, computer: Player) -> None:
    with pytest.raises(Refused, match="not rated"):
        draft(alice, kind="computer", opponent=computer, rated=True)


def test_a_computer_cannot_be_challenged_directly(alice: Player, computer: Player) -> None:
    with pytest.raises(Refused, match="no such player"):
        draft(alice, kind="direct", opponent=computer)


def test_a_guest_plays_the_computer_alone(guest: Player, computer: Player) -> None:
    draft(guest, kind="computer", opponent=computer)

    for kind in ("open", "direct", "invite"):
        with pytest.raises(NotYours, match="Sign up"):
            draft(guest, kind=kind)


def test_nobody_challenges_themselves(alice: Player) -> None:
    with pytest.raises(Refused, match="yourself"):
        draft(alice, kind="direct", opponent=alice)


@pytest.mark.parametrize("direction", [(0, 1), (1, 0)])
def test_a_block_stands_between_two_players_whoever_made_it(
    alice: Player, bob: Player, direction: tuple[int, int]
) -> None:
    one, other = ((alice, bob)[index] for index in direction)
    players.block(blocker=one, blocked=other, now=NOW)
    open_to_all = sealed(bob)

    with pytest.raises(Refused, match="Bob and you do not play with each other"):
        draft(alice, kind="direct", opponent=bob)
    with pytest.raises(Refused, match="do not play with each other"):
        accepted(open_to_all, alice)


def test_who_is_blocked_after_the_draft_cannot_seal_it(alice: Player, bob: Player) -> None:
    made = draft(alice, kind="direct", opponent=bob)
    players.block(blocker=bob, blocked=alice, now=NOW)

    with pytest.raises(Refused, match="Bob and you do not play with each other"):
        challenges.seal(challenge_id=made.pk, player=alice, salt="", throws=THROWS, now=NOW)

    assert not Job.objects.filter(kind="challenge").exists()


def test_there_is_one_direct_challenge_between_two(alice: Player, bob: Player) -> None:
    sealed(alice, kind="direct", opponent=bob)

    for challenger, opponent in ((alice, bob), (bob, alice)):
        with pytest.raises(Refused, match="already: answer or withdraw it first"):
            draft(challenger, kind="direct", opponent=opponent, setup="bw")


def test_a_draft_that_the_other_cannot_see_is_not_in_the_way(alice: Player, bob: Player) -> None:
    hidden = draft(alice, kind="direct", opponent=bob)

    shown = sealed(bob, kind="direct", opponent=alice)

    assert shown.status == "open"
    with pytest.raises(Refused, match="There is a challenge between you and Bob already"):
        seal(hidden, alice)
    hidden.refresh_from_db()
    assert (hidden.status, hidden.salt, hidden.throws) == ("draft", "", "")


def test_an_answered_challenge_makes_room_for_another(alice: Player, bob: Player) -> None:
    first = sealed(alice, kind="direct", opponent=bob)
    challenges.decline(challenge_id=first.pk, player=bob, now=NOW)

    assert sealed(bob, kind="direct", opponent=alice).status == "open"


@pytest.mark.parametrize(
    ("kind", "words"), [("open", "30 open challenges a day"), ("invite", "30 links a day.* post an open challenge")]
)
def test_open_challenges_and_links_are_limited_by_day(alice: Player, kind: str, words: str) -> None:
    for _ in range(terms.PER_DAY[Challenge.Kind(kind)]):
        made = sealed(alice, kind=kind, now=NOW)
        challenges.withdraw(challenge_id=made.pk, player=alice, now=NOW)

    with pytest.raises(TooMany, match=words):
        draft(alice, kind=kind, now=NOW)
    other = {"open": "invite", "invite": "open"}[kind]
    assert draft(alice, kind=other, now=NOW).status == "draft"
    assert draft(alice, kind=kind, now=NOW + DAY).status == "draft"


def test_direct_challenges_are_limited_by_day(alice: Player, bob: Player) -> None:
    for _ in range(terms.PER_DAY[Challenge.Kind.DIRECT]):
        made = sealed(alice, kind="direct", opponent=bob, now=NOW)
        challenges.withdraw(challenge_id=made.pk, player=alice, now=NOW)

    with pytest.raises(TooMany, match="20 players a day"):
        draft(alice, kind="direct", opponent=bob, now=NOW)
    assert draft(alice, kind="direct", opponent=bob, now=NOW + DAY).status == "draft"


def test_waiting_challenges_are_limited(alice: Player) -> None:
    for _ in range(terms.PENDING_AT_ONCE):
        sealed(alice, now=NOW)

    with pytest.raises(TooMany, match="withdraw one first"):
        draft(alice, now=NOW)
    challenges.withdraw(challenge_id=Challenge.objects.latest("pk").pk, player=alice, now=NOW)
    assert draft(alice, now=NOW).status == "draft"


def test_matches_against_the_computer_are_limited_by_day(alice: Player, computer: Player) -> None:
    for minute in range(terms.PER_DAY[Challenge.Kind.COMPUTER]):
        quick(alice, computer, now=NOW + timedelta(minutes=minute))

    with pytest.raises(TooMany, match="a day are enough"):
        quick(alice, computer, now=NOW + timedelta(hours=2))


def test_sealing_publishes_a_challenge_for_its_whole_lifetime(alice: Player) -> None:
    made = draft(alice, now=NOW)

    later = NOW + timedelta(hours=20)
    opened = seal(made, alice, now=later)

    assert opened.status == "open"
    assert opened.throws == THROWS
    assert opened.salt == "pepper"
    assert opened.expires_at == later + challenges.LIFETIME[Challenge.Kind.OPEN]


def test_it_is_sealed_once(alice: Player) -> None:
    made = sealed(alice)

    with pytest.raises(Stale, match="sealed this challenge already"):
        seal(made, alice, throws=BEATEN)
    made.refresh_from_db()
    assert made.throws == THROWS


def test_it_is_sealed_by_its_challenger_in_time(alice: Player, bob: Player) -> None:
    made = draft(alice, now=NOW)

    with pytest.raises(NotYours):
        seal(made, bob)
    with pytest.raises(Stale, match="not sealed in time"):
        seal(made, alice, now=NOW + challenges.TO_SEAL)


@pytest.mark.parametrize(
    "throws", ["", "rock", "rock paper", "rock paper scissors rock", "rock paper well", "x" * 10_000]
)
def test_it_wants_three_throws(alice: Player, throws: str) -> None:
    made = draft(alice)

    with pytest.raises(Refused, match="Choose three throws"):
        seal(made, alice, throws=throws)
    assert Challenge.objects.get().status == "draft"


def test_throws_are_not_kept_where_none_are_wanted(alice: Player) -> None:
    made = draft(alice, beginner="random")

    assert seal(made, alice, throws=THROWS).throws == ""


def test_an_empty_salt_is_made_up_and_a_long_one_cut(alice: Player) -> None:
    made_up = seal(draft(alice), alice, salt=" \u202e\n ").salt
    cut = seal(draft(alice), alice, salt="s" * 10_000).salt

    assert len(made_up) == 16
    assert cut == "s" * 64


def test_only_a_direct_challenge_is_mailed(alice: Player, bob: Player) -> None:
    sealed(alice)
    sealed(alice, kind="invite")
    draft(alice, kind="direct", opponent=bob)
    assert not Job.objects.filter(kind="challenge").exists()

    direct = sealed(alice, kind="direct", opponent=bob)

    job = Job.objects.get(kind="challenge")
    assert (job.recipient, job.payload) == (bob.pk, {"challenge": direct.pk})


def test_a_challenge_to_the_computer_starts_when_it_is_sealed(alice: Player, computer: Player) -> None:
    sealed(alice, kind="computer", opponent=computer)

    match = Match.objects.get()
    assert match.vs_computer
    assert {seat.player for seat in match.seats.all()} == {alice, computer}


def test_accepting_starts_one_match_however_often_it_is_clicked(alice: Player, bob: Player) -> None:
    open_to_all = sealed(alice)

    first, second = accepted(open_to_all, bob), accepted(open_to_all, bob)

    assert first == second
    assert Match.objects.count() == 1
    open_to_all.refresh_from_db()
    assert (open_to_all.status, open_to_all.opponent) == ("accepted", bob)


def test_who_comes_second_is_told_so(alice: Player, bob: Player, charlie: Player) -> None:
    open_to_all = sealed(alice)
    accepted(open_to_all, bob)

    with pytest.raises(Stale, match="not open any more"):
        accepted(open_to_all, charlie)
    assert Match.objects.count() == 1


def test_a_draft_cannot_be_accepted(alice: Player, bob: Player) -> None:
    with pytest.raises(Stale):
        accepted(draft(alice), bob)


def test_what_is_withdrawn_or_expired_cannot_be_accepted(alice: Player, bob: Player) -> None:
    gone, late = sealed(alice, now=NOW), sealed(alice, now=NOW)
    challenges.withdraw(challenge_id=gone.pk, player=alice, now=NOW)

    for challenge in (gone, late):
        with pytest.raises(Stale):
            accepted(challenge, bob, now=late.expires_at)
    assert not Match.objects.exists()


def test_one_does_not_accept_ones_own_challenge(alice: Player) -> None:
    with pytest.raises(Refused, match="your own"):
        accepted(sealed(alice), alice)


def test_a_guest_does_not_accept(alice: Player, guest: Player) -> None:
    with pytest.raises(NotYours, match="Sign up"):
        accepted(sealed(alice), guest)


def test_nobody_else_accepts_a_direct_challenge(alice: Player, bob: Player, charlie: Player) -> None:
    with pytest.raises(NotYours, match="somebody else"):
        accepted(sealed(alice, kind="direct", opponent=bob), charlie)


@pytest.mark.parametrize("token", ["", "0" * 32, "é", "x" * 10_000])
def test_an_invitation_wants_its_token(alice: Player, bob: Player, token: str) -> None:
    invitation = sealed(alice, kind="invite")

    with pytest.raises(NotYours, match="not valid"):
        accepted(invitation, bob, token=token)
    assert accepted(invitation, bob).running


def test_tokens_are_128_random_bits(alice: Player) -> None:
    tokens = {sealed(alice, kind="invite").invite_token for _ in range(5)}

    assert len(tokens) == 5
    assert all(token and len(token) == 32 and int(token, 16) for token in tokens)


def test_a_challenge_of_somebody_who_has_left_cannot_be_accepted(alice: Player, bob: Player) -> None:
    open_to_all = sealed(alice)
    Player.objects.filter(pk=alice.pk).update(kind=Player.Kind.DELETED)

    with pytest.raises(Stale, match="has left"):
        accepted(open_to_all, bob)


@pytest.mark.parametrize("colour", ["blue", "pink", "yellow" * 2_000])
def test_a_taken_or_unknown_colour_cannot_be_chosen(alice: Player, bob: Player, colour: str) -> None:
    with pytest.raises(Refused, match="take another"):
        accepted(sealed(alice, colour="blue"), bob, colour=colour)


def test_declining_is_the_opponents(alice: Player, bob: Player, charlie: Player) -> None:
    direct, open_to_all = sealed(alice, kind="direct", opponent=bob), sealed(alice)

    for challenge, player in ((direct, charlie), (direct, alice), (open_to_all, bob)):
        with pytest.raises(NotYours):
            challenges.decline(challenge_id=challenge.pk, player=player, now=NOW)
    declined = challenges.decline(challenge_id=direct.pk, player=bob, now=NOW)

    assert (declined.status, declined.closed_at) == ("declined", NOW)
    assert declined.secret.published_at == NOW
    with pytest.raises(Stale, match="declined already"):
        challenges.decline(challenge_id=direct.pk, player=bob, now=NOW)


def test_withdrawing_is_the_challengers(alice: Player, bob: Player) -> None:
    invitation = sealed(alice, kind="invite")

    with pytest.raises(NotYours):
        challenges.withdraw(challenge_id=invitation.pk, player=bob, now=NOW)
    assert challenges.withdraw(challenge_id=invitation.pk, player=alice, now=NOW).status == "withdrawn"
    with pytest.raises(Stale, match="withdrawn already"):
        challenges.withdraw(challenge_id=invitation.pk, player=alice, now=NOW)


def test_the_sweep_cancels_what_was_not_sealed_or_accepted_in_time(alice: Player, bob: Player) -> None:
    waiting = sealed(alice, now=NOW)
    taken = sealed(alice, now=NOW)
    unsealed = draft(alice, now=NOW)
    accepted(taken, bob, now=NOW)

    assert challenges.expire(now=NOW + DAY - timedelta(seconds=1)) == 0
    assert challenges.expire(now=NOW + DAY) == 1
    assert challenges.expire(now=NOW + challenges.LIFETIME[Challenge.Kind.OPEN]) == 1
    assert challenges.expire(now=NOW + timedelta(days=1000)) == 0

    statuses = [Challenge.objects.get(pk=challenge.pk).status for challenge in (unsealed, waiting, taken)]
    assert statuses == ["expired", "expired", "accepted"]
    assert Challenge.objects.get(pk=taken.pk).secret.published_at is None


def test_a_double_click_starts_one_match_against_the_computer(guest: Player, computer: Player) -> None:
    first = quick(guest, computer, now=NOW)

    assert quick(guest, computer, now=NOW + timedelta(seconds=1)) == first
    assert quick(guest, computer, "bw", now=NOW + timedelta(seconds=1)) != first
    assert quick(guest, computer, now=NOW + timedelta(minutes=1)) != first
    assert Match.objects.count() == 3


def test_a_quick_match_has_the_given_salt_a_drawn_beginner_and_a_clock(guest: Player, computer: Player) -> None:
    match = quick(guest, computer)

    assert match.seats.get(player=guest).salt == "pinch of salt"
    assert match.seats.get(player=computer).salt == ""
    assert match.beginner["method"] == "random"
    assert match.days_per_turn == 14


def test_a_rematch_swaps_the_sides_and_keeps_the_settings(alice: Player, bob: Player) -> None:
    match = started(alice, bob, setup="w5", rated=True, private=True)
    match = offers.resign(match_id=match.pk, player=bob, now=NOW)

    by_second = challenges.rematch(match=match, player=bob, now=NOW)
    by_first = challenges.rematch(match=match, player=alice, now=NOW)

    assert (by_second.opponent, by_second.beginner) == (alice, "challenger")
    assert (by_first.opponent, by_first.beginner) == (bob, "opponent")
    assert (by_second.setup, by_second.rated, by_second.private, by_second.days_per_turn) == ("w5", True, True, 3)


def test_a_rematch_that_was_offered_or_begun_is_the_rematch(alice: Player, bob: Player) -> None:
    match = offers.resign(match_id=started(alice, bob).pk, player=bob, now=NOW)
    offer = seal(challenges.rematch(match=match, player=bob, now=NOW), bob)

    assert challenges.rematch(match=match, player=alice, now=NOW) == offer
    accepted(offer, alice)
    assert challenges.rematch(match=match, player=bob, now=NOW) == offer


def test_a_rematch_wants_a_finished_match_of_ones_own(alice: Player, bob: Player, charlie: Player) -> None:
    match = started(alice, bob)

    with pytest.raises(Refused, match="still running"):
        challenges.rematch(match=match, player=alice, now=NOW)
    match = offers.resign(match_id=match.pk, player=bob, now=NOW)
    with pytest.raises(NotYours):
        challenges.rematch(match=match, player=charlie, now=NOW)


def test_a_rematch_against_the_computer_is_one_too(guest: Player, computer: Player) -> None:
    match = offers.resign(match_id=quick(guest, computer).pk, player=guest, now=NOW)

    again = challenges.rematch(match=match, player=guest, now=NOW)

    assert (again.kind, again.opponent) == ("computer", computer)


def test_many_people_can_be_challenged_at_once(alice: Player) -> None:
    for number in range(5):
        sealed(alice, kind="direct", opponent=make_person(f"Friend-{number}"))

    assert Challenge.objects.filter(status="open").count() == 5

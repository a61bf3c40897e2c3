"""Addresses of playing. Those that change something take POST alone."""

from __future__ import annotations

from django.urls import path, re_path

from games.play.views import challenges, hints, home, lobby, match, rules, talk

urlpatterns = [
    path("", home.home, name="home"),
    path("draws/", home.draws, name="draws"),
    path("play/", lobby.lobby, name="lobby"),
    path("play/position/", lobby.practise, name="practise"),
    path("play/computer/", lobby.play_computer, name="play_computer"),
    path("challenges/new/", lobby.new_challenge, name="new_challenge"),
    path("challenges/<int:challenge_id>/", challenges.challenge, name="challenge"),
    path("challenges/<int:challenge_id>/seal/", challenges.seal, name="seal"),
    path("challenges/<int:challenge_id>/accept/", challenges.accept, name="accept"),
    path("challenges/<int:challenge_id>/decline/", challenges.decline, name="decline"),
    path("challenges/<int:challenge_id>/withdraw/", challenges.withdraw, name="withdraw"),
    re_path("^invite/(?P<token>[0-9a-f]{32})/$", challenges.invite, name="invite"),
    path("matches/", home.my_matches, name="my_matches"),
    path("matches/next/", home.next_match, name="next_match"),
    path("matches/<int:match_id>/", match.match, name="match"),
    path("matches/<int:match_id>/turn/", match.play_turn, name="play_turn"),
    path("matches/<int:match_id>/resign/", match.resign, name="resign"),
    path("matches/<int:match_id>/abort/", match.abort, name="abort"),
    path("matches/<int:match_id>/draw/offer/", match.offer_draw, name="offer_draw"),
    path("matches/<int:match_id>/draw/claim/", match.claim_draw, name="claim_draw"),
    path("matches/<int:match_id>/draw/accept/", match.accept_draw, name="accept_draw"),
    path("matches/<int:match_id>/draw/withdraw/", match.withdraw_draw, name="withdraw_draw"),
    path("matches/<int:match_id>/hint/", hints.hint, name="hint"),
    path("matches/<int:match_id>/hint/ask/", hints.ask, name="ask_hint"),
    path("matches/<int:match_id>/rematch/", match.rematch, name="rematch"),
    path("matches/<int:match_id>/block/", match.block, name="block"),
    path("matches/<int:match_id>/chat/", talk.chat, name="chat"),
    path("matches/<int:match_id>/chat/read/", talk.read_chat, name="read_chat"),
    path("matches/<int:match_id>/chat/<int:line_id>/report/", talk.report, name="report"),
    path("matches/<int:match_id>/note/", talk.note, name="note"),
    path("rules/", rules.all_rules, name="all_rules"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
]

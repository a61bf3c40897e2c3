"""Addresses of what is over."""

from __future__ import annotations

from django.urls import path, re_path

from games.archive.views import analysis, browse, match, players

urlpatterns = [
    path("archive/", browse.archive, name="archive"),
    re_path(r"^archive/export\.(?P<kind>txt|json)$", browse.export, name="export"),
    path("matches/<int:match_id>/analysis/", analysis.show, name="analysis"),
    path("matches/<int:match_id>/analysis/ask/", analysis.ask, name="ask_analysis"),
    path("matches/<int:match_id>/proof/", match.proof, name="proof"),
    path("matches/<int:match_id>/record.txt", match.record, {"kind": "txt"}, name="record_text"),
    path("matches/<int:match_id>/record.json", match.record, {"kind": "json"}, name="record_json"),
    path("engine.zip", match.engine, name="engine"),
    path("players/<str:name>/", players.player, name="player"),
    path("leaderboard/", players.leaderboard, name="leaderboard"),
]

from __future__ import annotations

from hypothesis import settings

from tests.players.kept_people import *  # noqa: F403

settings.register_profile("archive", deadline=None, max_examples=60)  # no deadline: a busy machine is no failure
settings.load_profile("archive")

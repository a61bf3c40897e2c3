"""The database is what the models say, whatever migrations did on the way."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection

MODELS = [model for model in apps.get_models() if model.__module__.startswith("games.")]


@pytest.mark.django_db
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_index_and_constraint_of_a_model_is_there(model: Any) -> None:
    named = {index.name for index in model._meta.indexes} | {one.name for one in model._meta.constraints}

    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)

    assert named <= set(found)

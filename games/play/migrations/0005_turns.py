"""Turns are counted apart from actions: there are games in which a turn takes several."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def count(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now each turn was one action."""
    apps.get_model("play", "Match").objects.update(turns=F("ply"))


class Migration(migrations.Migration):
    dependencies = [("play", "0004_draws_version")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="turns",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]

from django.db import migrations, models
from django.db.models import F


def a_turn_has_taken_one_ply_so_far(apps, schema_editor):
    apps.get_model("play", "Match").objects.update(turn_ply=F("ply"))


class Migration(migrations.Migration):
    dependencies = [("play", "0002_pending_pairs_and_running_seats")]

    operations = [
        migrations.AddField("match", "turn_ply", models.PositiveIntegerField(default=0)),
        migrations.RunPython(a_turn_has_taken_one_ply_so_far, migrations.RunPython.noop, elidable=True),
    ]

from __future__ import annotations

import json

import django.db.models.deletion
from django.db import migrations, models


def fill(apps, schema_editor):
    """What was rolled before is counted too; a closed table stays as readable as it was."""
    Roll, Tally = apps.get_model("tables", "Roll"), apps.get_model("tables", "Tally")
    counts = {}
    for roll in Roll.objects.select_related("log__scene__table").iterator():
        action = json.loads(roll.action)
        roll.pool, roll.dd = action["pool"], action.get("dd", 6)
        roll.score = sum((int(face) >= roll.dd) - (int(face) == 1) for face in roll.outcomes)
        roll.save(update_fields=["pool", "dd", "score"])
        if roll.log.audience == "all" and roll.log.scene.table.public:
            key = roll.pool, roll.dd, roll.score
            counts[key] = counts.get(key, 0) + 1
    Tally.objects.bulk_create(
        Tally(pool=pool, dd=dd, score=score, count=count) for (pool, dd, score), count in counts.items()
    )
    apps.get_model("tables", "Table").objects.filter(public=True).update(archive=True)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0001_initial"),
        ("tables", "0004_roll_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.PositiveSmallIntegerField()),
                ("dd", models.PositiveSmallIntegerField()),
                ("score", models.SmallIntegerField()),
                ("count", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "tallies",
                "constraints": [models.UniqueConstraint(fields=("pool", "dd", "score"), name="tally_once")],
            },
        ),
        migrations.AddField("table", "archive", models.BooleanField(default=False)),
        migrations.AddField("post", "reported_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("roll", "pool", models.PositiveSmallIntegerField(default=0), preserve_default=False),
        migrations.AddField("roll", "dd", models.PositiveSmallIntegerField(default=6), preserve_default=False),
        migrations.AddField("roll", "score", models.SmallIntegerField(default=0), preserve_default=False),
        migrations.AddField("sheetchange", "awards", models.JSONField(default=list)),
        migrations.AddField("sheetchange", "px", models.PositiveSmallIntegerField(default=0)),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=32)),
                ("given_at", models.DateTimeField()),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to="tables.table"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("table", "key"), name="award_once")]},
        ),
        migrations.CreateModel(
            name="Reading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("read", models.PositiveBigIntegerField(default=0)),
                ("mailed", models.PositiveBigIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="players.player"
                    ),
                ),
                (
                    "scene",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="readings", to="tables.scene"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("scene", "player"), name="reading_once")]},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]

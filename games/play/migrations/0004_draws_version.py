from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0003_turn_ply")]

    operations = [
        migrations.AddField("match", "draws_version", models.PositiveSmallIntegerField(default=1)),  # all that exist
        migrations.AlterField("match", "draws_version", models.PositiveSmallIntegerField(default=2)),
    ]

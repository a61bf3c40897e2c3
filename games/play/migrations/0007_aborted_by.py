from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0006_positions_for_setups")]

    operations = [
        migrations.AddField("match", "aborted_by", models.SmallIntegerField(blank=True, null=True)),
    ]

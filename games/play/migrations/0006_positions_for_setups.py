from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0005_turns")]

    operations = [
        migrations.AlterField("challenge", "setup", models.CharField(max_length=300)),
        migrations.AlterField("match", "setup", models.CharField(max_length=300)),
    ]

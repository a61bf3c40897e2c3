"""Django's makemessages, which also finds the engine's Words."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """`manage.py makemessages -l fr`."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Words"]

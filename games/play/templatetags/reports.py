"""What the admin's first page says of reports."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import User

from games.play.queries import reports
from games.play.queries.reports import Waiting

register = template.Library()


@register.simple_tag
def reports_for(user: User) -> list[Waiting]:
    """Those that wait for that operator."""
    return reports.waiting(user)

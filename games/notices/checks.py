"""What `manage.py check` says of a site's mail."""

from __future__ import annotations

import os
from typing import Any

from django.core.checks import CheckMessage, Warning, register

from pbchess_site.local import kept_mail_problem


@register()
def mail_is_sent(**_: Any) -> list[CheckMessage]:
    """A site with an address of its own has a mail server."""
    problem = kept_mail_problem() if os.environ.get("SITE_URL") else ""
    return [Warning(problem, id="notices.W001")] if problem else []

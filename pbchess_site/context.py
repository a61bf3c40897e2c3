"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's own name and address, and the nonce of the content security policy."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "mail_is_kept": settings.DEBUG and "filebased" in settings.EMAIL_BACKEND,  # see /dev/mail/
        "csp_nonce": getattr(request, "csp_nonce", ""),
    }

"""Where a visitor is sent who has to be somebody first."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponseRedirect
from django.urls import reverse


def to_login(then: str) -> HttpResponseRedirect:
    """To the log-in page, and from there back to `then`, a path of this site."""
    return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': then})}")

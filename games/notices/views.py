"""Pages about mail: switching one kind off, and, for developers, reading what was sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.notices import devmail, services, tokens
from games.players.asked import read_or_write
from games.players.mail_kinds import MAIL_KINDS

MAIL_LABELS = dict(MAIL_KINDS)
View = Callable[..., HttpResponse]


@csrf_exempt  # a mail provider posts here (RFC 8058); the token is all that counts
@never_cache
@read_or_write
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks and changes nothing; POST switches the mails off and is answered 200 whatever the token is."""
    wish = tokens.read(token, now=timezone.now())
    posted = request.method == "POST"
    if wish and posted:
        services.switch_off(wish)
    return render(
        request,
        "notices/unsubscribe.html",
        {"label": MAIL_LABELS.get(wish.kind) if wish else None, "done": posted},
        status=200 if wish or posted else 404,
    )


def _developer_only(view: View) -> View:
    """Answer 404 unless this is a development site whose mails are files, asked from its own machine."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        files = settings.EMAIL_BACKEND == "django.core.mail.backends.filebased.EmailBackend"
        if not (settings.DEBUG and files and _is_loopback(request.META.get("REMOTE_ADDR", ""))):
            raise Http404
        return view(request, **kwargs)

    return guarded


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@require_safe
@_developer_only
def dev_mails(request: HttpRequest) -> HttpResponse:
    """What the site has sent, newest first."""
    return render(request, "notices/dev_mails.html", {"mails": devmail.newest()})


@require_safe
@_developer_only
def dev_mail(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """One mail: its text, and its HTML in a frame."""
    return render(request, "notices/dev_mail.html", {"mail": _mail(file, number)})


@require_safe
@xframe_options_sameorigin
@_developer_only
def dev_mail_html(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """The HTML of a mail alone: it may run nothing and load nothing."""
    response = HttpResponse(_mail(file, number).html)
    response["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    )
    return response


def _mail(file: str, number: int) -> devmail.DevMail:
    mail = devmail.find(file, number)
    if mail is None:
        raise Http404
    return mail

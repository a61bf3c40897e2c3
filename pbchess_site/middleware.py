"""Headers of every page: a content security policy (only our own files, scripts by nonce), and whose copy it is.

And how large a request may be.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request a nonce and each response the policy that names it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.csp_nonce = secrets.token_urlsafe(16)  # type: ignore[attr-defined]
        response = get_response(request)
        django_s_own = settings.DEBUG and response.status_code in (404, 500)  # error pages with styles inside
        if not (django_s_own or request.path.startswith("/admin/")):  # the admin brings inline styles too
            response.headers.setdefault("Content-Security-Policy", POLICY.format(nonce=request.csp_nonce))  # type: ignore[attr-defined]
        return response

    return middleware


def private(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """No cache on the way keeps a page, and none shows it again without asking: each is made for who asks."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return middleware


def small_requests(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """413 for what is larger than any form here, before anything of it is read: Django limits no files in a form."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 12 or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
            return render(request, "413.html", {"limit": limit}, status=413)
        return get_response(request)

    return middleware

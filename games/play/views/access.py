"""What is answered where nothing can be shown: to who has to be somebody first, and of a match that is damaged."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from games.play.queries.matches import Unreadable


def to_login(then: str) -> HttpResponseRedirect:
    """To the log-in page, and from there back to `then`, a path of this site."""
    return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': then})}")


class UnreadableMatches:
    """Middleware: a plain page instead of a match that cannot be replayed. It has been logged by who found it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do unless a view fails."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page, where that is what went wrong."""
        return render(request, "play/unreadable.html", status=503) if isinstance(error, Unreadable) else None

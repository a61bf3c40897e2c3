"""Addresses of the site; each app names its own."""

from django.contrib import admin
from django.urls import include, path

from pbchess_site.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("account/", include("allauth.account.urls")),
    path("", include("games.players.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.archive.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.play.urls")),
]

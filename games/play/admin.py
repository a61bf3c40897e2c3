from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join

from games.play.models import Challenge, ChatLine, Match, Outage, Ply, Seat
from games.play.services import talk


class ReadOnly:
    """To be looked at: what changes a match goes through the services."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Committed:
    """Shows what may be seen of a secret."""

    @admin.display
    def commitment(self, thing: Challenge | Match) -> str:
        return thing.secret.commitment


class ReportedAdmin(ReadOnly, admin.ModelAdmin):
    """Of what people write, what was reported and is not settled: the rest is not the operator's, as is promised."""

    ordering = ["-reported_at"]
    show_full_result_count = False
    actions = ["remove_text", "leave"]

    def settle(self, reported: QuerySet[Any], *, remove: bool) -> int:
        """The operator has looked at it; returns how many there were."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(reported_at__isnull=False)

    @admin.action(description="Remove the text: everybody sees that it was removed")
    def remove_text(self, request: HttpRequest, reported: QuerySet[Any]) -> None:
        self.message_user(request, f"The text of {self.settle(reported, remove=True)} lines is removed.")

    @admin.action(description="Leave the text: the report is settled")
    def leave(self, request: HttpRequest, reported: QuerySet[Any]) -> None:
        self.message_user(request, f"The reports of {self.settle(reported, remove=False)} lines are settled.")


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["index", "player", "colour", "joined", "result", "rating_before", "rating_after"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player").order_by("index")


class PlyInline(ReadOnly, admin.TabularInline):
    model = Ply
    fields = ["ply", "seat", "action", "outcomes", "played_at"]
    ordering = ["ply"]


@admin.register(Match)
class MatchAdmin(ReadOnly, Committed, admin.ModelAdmin):
    list_display = ["id", "players", "setup", "status", "ending", "ply", "deadline_at", "rated", "started_at"]
    list_filter = ["status", "game", "rated", "private", "vs_computer", "ending"]
    search_fields = ["=id", "seats__player__name"]
    search_help_text = "The number of a match, or a player's name"
    ordering = ["-id"]
    show_full_result_count = False
    # operators play too: of a running match they see here what nobody hides
    exclude = ["secret", "state", "draw_offer", "draw_declined"]
    readonly_fields = ["commitment"]

    def get_inlines(self, request: HttpRequest, obj: Match | None) -> list[type[InlineModelAdmin[Any, Any]]]:
        return [SeatInline] if obj is None or obj.running else [SeatInline, PlyInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).select_related("secret").prefetch_related("seats__player")

    @admin.display
    def players(self, match: Match) -> str:
        seats = sorted(match.seats.all(), key=lambda seat: seat.index)
        return " – ".join(seat.player.name for seat in seats)

    def view_on_site(self, match: Match) -> str:
        return match.get_absolute_url()


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["match_link", "index", "player", "colour", "result", "rating_before", "rating_after"]
    list_filter = ["result"]
    list_select_related = ["player"]
    search_fields = ["=match__id", "player__name"]
    ordering = ["-match_id", "index"]
    show_full_result_count = False
    fields = ["match", "index", "player", "colour", "joined", "result", "rating_before", "rating_after"]

    @admin.display(description="match", ordering="match_id")
    def match_link(self, seat: Seat) -> str:
        return match_link(seat.match_id)


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, Committed, admin.ModelAdmin):
    list_display = ["id", "kind", "status", "challenger", "opponent", "setup", "days_per_turn", "rated", "created_at"]
    list_filter = ["status", "kind", "game", "rated"]
    list_select_related = ["challenger", "opponent"]
    search_fields = ["=id", "challenger__name", "opponent__name"]
    date_hierarchy = "created_at"
    show_full_result_count = False
    exclude = ["secret", "salt", "throws", "invite_token"]  # sealed, and whoever has the token can accept
    readonly_fields = ["commitment"]


@admin.register(ChatLine)
class ChatLineAdmin(ReportedAdmin):
    list_display = ["text", "player", "match_link", "said_at", "reported_at"]
    list_select_related = ["player"]
    search_fields = ["text", "player__name", "=match__id"]

    def settle(self, lines: QuerySet[ChatLine], *, remove: bool) -> int:
        return talk.settle(lines, remove=remove)

    @admin.display(description="match", ordering="match_id")
    def match_link(self, line: ChatLine) -> str:
        return match_link(line.match_id)


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["began_at", "ended_at"]
    ordering = ["-began_at"]


def match_link(pk: int) -> str:
    """To the match in the admin, and on the site."""
    addresses = ((reverse("admin:play_match_change", args=[pk]), pk), (reverse("match", args=[pk]), "on the site"))
    return format_html_join(" · ", '<a href="{}">{}</a>', addresses)

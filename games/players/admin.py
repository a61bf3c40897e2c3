from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from games.players import services
from games.players.models import Block, Player, Rating


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["name", "kind", "address", "user_link", "ratings_link", "created_at", "seen_at"]
    list_filter = ["kind", "language"]
    list_select_related = ["user"]
    search_fields = ["name", "user__email", "user__emailaddress__email"]
    date_hierarchy = "created_at"
    show_full_result_count = False
    readonly_fields = ["user", "kind", "name", "skeleton", "level", "created_at", "seen_at"]  # services change these
    actions = ["delete_accounts"]

    @admin.display(description="e-mail")
    def address(self, player: Player) -> str:
        return player.user.email if player.user else ""

    @admin.display(description="user")
    def user_link(self, player: Player) -> str:
        if player.user is None:
            return ""
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:auth_user_change", args=[player.user_id]), player.user.username
        )

    @admin.display(description="ratings")
    def ratings_link(self, player: Player) -> str:
        return format_html(
            '<a href="{}?player__id__exact={}">ratings</a>', reverse("admin:players_rating_changelist"), player.pk
        )

    @admin.action(description="Delete these accounts (running matches are given up)", permissions=["change"])
    def delete_accounts(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        for player in players.exclude(kind=Player.Kind.COMPUTER):
            services.delete_account(player=player, now=timezone.now())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False  # the action leaves their matches as they should be


@admin.register(Rating)
class RatingAdmin(admin.ModelAdmin):
    list_display = ["player", "game", "setup", "strength", "matches", "rated_at"]
    list_filter = ["game", "setup"]
    list_select_related = ["player"]
    search_fields = ["player__name"]
    fields = ["player", "game", "setup", "strength", "matches", "rated_at"]
    readonly_fields = ["player", "game", "setup", "strength", "matches", "rated_at"]
    show_full_result_count = False

    @admin.display(description="rating", ordering="rating")
    def strength(self, rating: Rating) -> str:
        return f"{rating.rating:.0f} ± {rating.deviation:.0f}"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # matches make and change them


@admin.register(Block)
class BlockAdmin(admin.ModelAdmin):
    list_display = ["blocker", "blocked", "created_at"]
    list_select_related = ["blocker", "blocked"]
    search_fields = ["blocker__name", "blocked__name"]
    raw_id_fields = ["blocker", "blocked"]

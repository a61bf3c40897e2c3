from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.play.admin import ReadOnly, ReportedAdmin
from games.tables.models import Member, Post, Roll, Scene, Sheet, SheetChange, Table
from games.tables.services import posts


class MemberInline(ReadOnly, admin.TabularInline):
    model = Member
    fields = ["player", "role", "status", "since"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        return super().get_queryset(request).select_related("player").order_by("pk")


class Kept:
    """What people play with is neither made nor deleted here: an operator mends words."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Table | Scene | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(Kept, admin.ModelAdmin):
    list_display = ["name", "status", "language", "admission", "public", "archive", "active_at"]
    list_filter = ["status", "language", "admission", "public", "archive"]
    search_fields = ["=id", "name", "members__player__name"]
    search_help_text = "The number or name of a table, or a player's name"
    ordering = ["-active_at", "-id"]
    show_full_result_count = False
    readonly_fields = ["status", "rules", "opened_at", "active_at", "closed_at", "closed_by"]
    inlines = [MemberInline]


@admin.register(Scene)
class SceneAdmin(Kept, admin.ModelAdmin):
    list_display = ["title", "table", "opened_at", "closed_at"]
    list_select_related = ["table"]
    list_filter = [("closed_at", admin.EmptyFieldListFilter)]
    search_fields = ["=id", "title", "table__name"]
    ordering = ["-id"]
    show_full_result_count = False
    raw_id_fields = ["table"]
    readonly_fields = ["table", "opened_at", "closed_at", "closed_by"]


@admin.register(Post)
class PostAdmin(ReportedAdmin):
    list_display = ["text", "author", "scene", "posted_at", "reported_at"]
    list_select_related = ["author", "scene"]
    search_fields = ["text", "author__name", "=scene__id"]
    exclude = ["key"]

    def settle(self, reported: QuerySet[Post], *, remove: bool) -> int:
        return posts.settle(reported, remove=remove)


@admin.register(Roll)
class RollAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "log", "ply", "pool", "dd", "score", "outcomes"]
    list_filter = ["dd"]
    list_select_related = ["log"]
    search_fields = ["=id", "=log__scene__id", "post__author__name"]
    search_help_text = "The number of a roll or scene, or a player's name"
    ordering = ["-id"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Roll]:
        """Operators play too: here they see what every reader does."""
        return super().get_queryset(request).filter(log__audience="all")


class SheetChangeInline(ReadOnly, admin.TabularInline):
    model = SheetChange
    fields = ["version", "player", "what", "reason", "px", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SheetChange]:
        return super().get_queryset(request).select_related("player")


@admin.register(Sheet)
class SheetAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "trainer", "table", "owner", "version"]
    list_filter = ["trainer"]
    list_select_related = ["table", "owner"]
    search_fields = ["=id", "name", "table__name", "owner__name"]
    ordering = ["-id"]
    show_full_result_count = False
    inlines = [SheetChangeInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sheet]:
        """As with rolls: what is secret is not the operator's."""
        return super().get_queryset(request).filter(secret=False)

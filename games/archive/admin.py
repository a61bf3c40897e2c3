from django.contrib import admin

from games.archive.models import Entry


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):
    list_display = ["match", "player", "setup", "result", "length", "vs_computer", "finished_at"]
    list_filter = ["setup", "result", "length"]
    list_select_related = ["match", "player"]
    raw_id_fields = ["match", "player"]
    show_full_result_count = False

from django.contrib import admin

from games.outbox.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ["kind", "event", "recipient", "status", "run_at", "attempts", "note"]
    list_filter = ["status", "kind"]
    search_fields = ["event", "note"]
    date_hierarchy = "created_at"
    show_full_result_count = False

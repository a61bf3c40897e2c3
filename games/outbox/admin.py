from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from games.outbox import services
from games.outbox.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ["kind", "event", "to", "status", "run_at", "attempts", "short_note"]
    list_filter = ["status", "kind"]
    search_fields = ["event", "note"]
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions = ["try_again"]
    exclude = ["payload"]  # of a mail about an account: whoever has its link can take the account over

    @admin.display(description="recipient", ordering="recipient")
    def to(self, job: Job) -> str:
        if not job.recipient:
            return ""
        address = reverse("admin:players_player_change", args=[job.recipient])
        return format_html('<a href="{}">player {}</a>', address, job.recipient)

    @admin.display(description="note", ordering="note")
    def short_note(self, job: Job) -> str:
        return truncatechars(job.note, 80)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False  # a row changed under a worker's hands would be run twice

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False  # what waits for it would wait for ever; what has ended is deleted after a while

    @admin.action(description="Try again what failed (a mail that was perhaps sent may arrive twice)")
    def try_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self.message_user(request, f"{services.retry(queryset, now=timezone.now())} jobs will run again.")

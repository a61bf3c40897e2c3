"""The Celery application; tasks are found in each app's `tasks.py`."""

import os
from typing import Any

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")


class Site(Celery):  # type: ignore[misc]  # Celery has no types
    """Sends in less time than it waits for messages: a request has stored its turn, and must not wait to say so."""

    def connection_for_write(self, url: str | None = None, **more: Any) -> Any:
        """The connection by which messages are sent."""
        more["transport_options"] = settings.SENDING | (more.get("transport_options") or {})
        return super().connection_for_write(url, **more)


app = Site("pbchess")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

"""The Celery application; tasks are found in each app's `tasks.py`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")

app = Celery("pbchess")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

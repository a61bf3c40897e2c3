"""Wiring: settings, addresses, the Celery application and the one command that runs it all."""

from pbchess_site.celery import app as celery_app

__all__ = ["celery_app"]

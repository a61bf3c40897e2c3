"""Jobs to do and mail to send, as rows. The row is the truth; a message to a worker only wakes it."""

from __future__ import annotations

from django.db import models


class Job(models.Model):
    """One thing to do once, at or after `run_at`. Unique by kind, recipient and event: asking twice is harmless."""

    class Status(models.TextChoices):
        WAITING = "waiting"  # to be claimed when due
        SENDING = "sending"  # handed to something that cannot be asked again (a mail server)
        DONE = "done"
        DROPPED = "dropped"  # no longer mattered when its time came
        FAILED = "failed"  # given up after its last attempt
        UNKNOWN = "unknown"  # the worker was lost after the `sending` mark: perhaps sent, never sent again

    kind = models.CharField(max_length=40)
    recipient = models.BigIntegerField(default=0)  # a player's id; 0: nobody
    event = models.CharField(max_length=120)
    payload = models.JSONField(default=dict)
    run_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    locked_until = models.DateTimeField(null=True, blank=True)  # a worker's lease
    woken_at = models.DateTimeField(null=True, blank=True)  # when the sweep last told a worker, since the last claim
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    note = models.TextField(blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "recipient", "event"], name="job_once")]
        indexes = [
            models.Index(fields=["run_at"], condition=models.Q(status="waiting"), name="job_due"),
            models.Index(fields=["locked_until"], condition=models.Q(status="sending"), name="job_sending"),
            models.Index(fields=["ended_at"], name="job_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event} ({self.status})"

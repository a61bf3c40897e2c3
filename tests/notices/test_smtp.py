from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from games.outbox import services
from games.outbox.models import Job
from games.play.models import Match
from games.players.models import Player
from tests.notices.conftest import job_of
from tests.outbox.smtp import running_sink


def test_a_mail_reaches_the_mail_server_whole(match: Match, alice: Player, bob: Player, settings: Any) -> None:
    Player.objects.filter(pk=bob.pk).update(name="Zoë", skeleton="zoe")
    job = job_of("your_turn", alice)

    with running_sink() as sink:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        sink.replies["RCPT"] = ["451 greylisted"]
        services.run(job_id=job.pk, now=job.run_at)
        job.refresh_from_db()
        assert (job.status, job.attempts, sink.mails) == (Job.Status.WAITING, 1, [])
        services.run(job_id=job.pk, now=job.run_at + timedelta(hours=1))

    (message,) = sink.mails
    assert sink.recipients == [["alice@example.org"]]
    assert message["Subject"] == "Your turn against Zoë (W, three-on-three)"
    link = message["List-Unsubscribe"].strip()
    assert re.fullmatch(r"<http://127\.0\.0\.1:8000/unsubscribe/[^ <>]+/>", link)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert html is not None
    assert "It is your turn against Zoë" in text.get_content()
    assert "It is your turn against Zoë" in html.get_content()
    job.refresh_from_db()
    assert job.status == Job.Status.DONE

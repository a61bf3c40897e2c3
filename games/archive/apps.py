from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "games.archive"

    def ready(self) -> None:
        from games.archive import jobs
        from games.archive.services import enter
        from games.play.hooks import on_finish

        jobs.register_kinds()
        on_finish.append(enter)

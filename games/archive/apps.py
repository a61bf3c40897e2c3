from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "games.archive"

    def ready(self) -> None:
        from games.archive.services import enter
        from games.play.hooks import on_finish

        on_finish.append(enter)

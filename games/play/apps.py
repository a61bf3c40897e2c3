from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "games.play"

    def ready(self) -> None:
        from games.play import jobs

        jobs.register_kinds()

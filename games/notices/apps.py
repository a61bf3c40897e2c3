from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "games.notices"

    def ready(self) -> None:
        from games.notices import kinds

        kinds.register_kinds()

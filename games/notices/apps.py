from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "games.notices"

    def ready(self) -> None:
        from games.notices import checks, kinds  # noqa: F401

        kinds.register_kinds()

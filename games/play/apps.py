from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "games.play"

    def ready(self) -> None:
        from games.play import jobs
        from games.play.services import leaving
        from games.players import hooks

        jobs.register_kinds()
        hooks.on_delete.append(leaving.leave)
        hooks.on_export.append(leaving.known)

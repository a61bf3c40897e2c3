from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "games.tables"

    def ready(self) -> None:
        from games.players import hooks
        from games.tables.services import leaving

        hooks.on_delete.append(leaving.leave)
        hooks.on_export.append(leaving.known)

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "games.tables"

    def ready(self) -> None:
        from games.players import hooks
        from games.players.letters import writers
        from games.tables import letters
        from games.tables.services import leaving

        hooks.on_delete.append(leaving.leave)
        hooks.on_export.append(leaving.known)
        writers["scene_posts"] = letters.scene_posts
        writers["table_place"] = letters.table_place

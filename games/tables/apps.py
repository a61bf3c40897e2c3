from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "games.tables"

    def ready(self) -> None:
        from games.play import hooks as play_hooks
        from games.players import hooks
        from games.players.letters import writers
        from games.tables import fight_letters, letters, seeding
        from games.tables.queries import waiting
        from games.tables.services import fight_clock, leaving

        hooks.on_delete.append(leaving.leave)
        hooks.on_export.append(leaving.known)
        writers["scene_posts"] = letters.scene_posts
        writers["table_place"] = letters.table_place
        writers["table_news"] = letters.table_news
        writers["roll_asked"] = letters.roll_asked
        for write in (
            fight_letters.order_wanted,
            fight_letters.order_reminder,
            fight_letters.reaction_asked,
            fight_letters.round_resolved,
        ):
            writers[write.__name__] = write
        play_hooks.on_sweep.append(fight_clock.sweep)
        play_hooks.on_outage.append(fight_clock.postpone)
        play_hooks.on_count.append(waiting.COUNT)
        play_hooks.on_seed.append(seeding.seed)

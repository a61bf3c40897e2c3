from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "games.players"

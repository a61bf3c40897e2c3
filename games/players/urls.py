from django.urls import path

from games.players import views

urlpatterns = [
    path("guest/", views.signup_guest, name="signup_guest"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/blocks/", views.blocks, name="blocks"),
    path("preferences/blocks/<int:player_id>/remove/", views.unblock, name="unblock"),
    path("preferences/data/", views.download_data, name="download_data"),
    path("preferences/delete/", views.delete_account, name="delete_account"),
    path("privacy/", views.privacy, name="privacy"),
]

from django.urls import path

from games.notices import views

urlpatterns = [
    path("unsubscribe/<path:token>/", views.unsubscribe, name="unsubscribe"),
    path("dev/mail/", views.dev_mails, name="dev_mails"),
    path("dev/mail/<str:file>/<int:number>/", views.dev_mail, name="dev_mail"),
    path("dev/mail/<str:file>/<int:number>/html/", views.dev_mail_html, name="dev_mail_html"),
]

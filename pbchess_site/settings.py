"""Settings. A site is configured by environment variables alone; README lists them."""

from urllib.parse import urlsplit

import environ

from pbchess_site import given
from pbchess_site.local import ROOT, broker_socket, debug, secret_key, site_url, switch, var_dir

env = environ.Env()
VAR = var_dir()

# Only a person at this machine sees DEBUG: `make run` sets it, a server does not.
DEBUG = debug()
SECRET_KEY = secret_key(VAR)
SITE_URL = site_url()
SITE_NAME = "Pbchess"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[urlsplit(SITE_URL).hostname or "", "127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "games.outbox",
    "games.players",
    "games.play",
    "games.archive",
    "games.tables",
    "games.notices",  # after those whose letters it mails
    "allauth",
    "allauth.account",
    "django_htmx",
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pbchess_site.middleware.content_security_policy",
    "pbchess_site.middleware.private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.players.middleware.current_player",
    "pbchess_site.middleware.small_requests",
    "games.play.views.access.UnreadableMatches",
]

ROOT_URLCONF = "pbchess_site.urls"
WSGI_APPLICATION = "pbchess_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pbchess_site.context.site",
                "games.play.context.waiting",
            ],
        },
    },
]


def database() -> dict[str, object]:
    """DATABASE_URL, or an SQLite file in `var/`. SQLite takes its write lock at BEGIN: otherwise writes get lost."""
    config = given.database(default=f"sqlite:///{VAR / 'db.sqlite3'}")
    config["CONN_MAX_AGE"] = 600
    if "sqlite3" in str(config["ENGINE"]):
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
            "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000;PRAGMA temp_store=MEMORY;",
        }
    else:
        config["CONN_HEALTH_CHECKS"] = True
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = given.redis_url()
BROKER_URL = REDIS_URL or f"redis+socket://{broker_socket(VAR)}"
CACHES = {
    "default": {
        "BACKEND": "pbchess_site.cache.ForgivingCache",
        "LOCATION": REDIS_URL or f"unix://{broker_socket(VAR)}",
        "KEY_PREFIX": "pbchess",
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
}

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A turn is in the database before anybody is told; a broker that is away must not hold the request up.
# Without the last two kombu tries for 6 seconds even where the connection is refused at once.
FIRST, LAST = 0, 9  # priorities of messages in one queue
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "priority_steps": [FIRST, LAST],
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
SENDING = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25}  # it is tried twice: half a second in all
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # no file: what was missed is due all the same, the rows say so
CELERY_BEAT_SCHEDULE = {
    "outbox": {"task": "games.outbox.tasks.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "forget": {"task": "games.outbox.tasks.forget", "schedule": 3600.0},
    "deadlines": {"task": "games.play.tasks.sweep_deadlines", "schedule": 5.0, "options": {"expires": 5}},
}

if mail_server := given.mail_server():
    vars().update(mail_server)
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR / "mail"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=f"{SITE_NAME} <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
TURN_MAIL_DELAY = given.minutes("TURN_MAIL_DELAY", 5)  # so long a turn may be played without it
POST_MAIL_DELAY = given.minutes("POST_MAIL_DELAY", 10)  # so long posts of a scene wait for more

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Accounts
CELERY_BEAT_SCHEDULE["players"] = {"task": "games.players.tasks.tidy", "schedule": 900.0}  # a restart begins it anew
ACCOUNT_ADAPTER = "games.players.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "games.players.forms.SignupForm",
    "login": "games.players.forms.LoginForm",
    "reset_password": "games.players.forms.ResetPasswordForm",
    "reset_password_from_key": "games.players.forms.ResetPasswordKeyForm",
    "change_password": "games.players.forms.ChangePasswordForm",
    "add_email": "games.players.forms.AddEmailForm",
    "reauthenticate": "games.players.forms.ReauthenticateForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_PRESERVE_USERNAME_CASING = False  # Player.name keeps it; every database finds small letters
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # many may give an address; the first to confirm has it
ACCOUNT_RATE_LIMITS = {"signup": "20/h/ip", "reset_password": "20/h/ip,3/h/key"}  # the others are allauth's own
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only the browser that has just signed up
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one takes its place when it is confirmed
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # an address nobody confirmed gets confirmations, nothing else
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the owner hears of a new password or address
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before an address changes
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # here; everywhere else it does
ACCOUNT_SESSION_REMEMBER = True
PASSWORD_RESET_TIMEOUT = 24 * 3600
SESSION_COOKIE_AGE = 60 * 24 * 3600  # people come once in a while; a guest is its session
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie more
BEHIND_PROXY = switch("BEHIND_PROXY")  # one that sets X-Forwarded-For and X-Forwarded-Proto

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [ROOT / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "pbchess_site" / "static"]
WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

SECURE = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}

"""Django's settings, one module for all profiles.

config/environment.py reads what differs. Order: environment, apps, request handling, data, work queue, accounts,
pages, API, security, logs.
"""

import os
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from .config import environment, logging_config, service_tls, var_dir
from .worker import memory_transport

ENV = environment.read(os.environ)
BASE_DIR = environment.BASE_DIR
VAR_DIR = ENV["VAR_DIR"]
DEBUG = ENV["DEBUG"]
SITE_URL = ENV["SITE_URL"] or f"http://{ENV['HOST']}:{ENV['PORT']}"
HTTPS = SITE_URL.startswith("https:")
SECRET_KEY = ENV["SECRET_KEY"] or var_dir.secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = ENV["SECRET_KEY_FALLBACKS"]
ALLOWED_HOSTS = environment.host_names(ENV["ALLOWED_HOSTS"], SITE_URL)
ROOT_URLCONF = "signum_site.urls"
WSGI_APPLICATION = "signum_site.wsgi.application"

# --- apps
INSTALLED_APPS = [
    "signum_site",
    "signum_site.accounts",
    "signum_site.health",
    "collection",
    "collection.stock",
    "decks",
    "decks.availability",
    "simulator",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

# --- request handling
PROXIES = ENV["PROXIES"]
MIDDLEWARE = [
    "signum_site.middleware.RequestIdMiddleware",
    "signum_site.middleware.RateLimitMiddleware",
    # Before any middleware that may respond itself, so that every response has their headers.
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "signum_site.middleware.PlainHttpMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "signum_site.middleware.NulMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "signum_site.middleware.UserMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
CSRF_FAILURE_VIEW = "signum_site.views.csrf_failure"

# --- data
SQLITE_OPTIONS = {
    # Both WAL and IMMEDIATE are needed to avoid "database is locked" errors (docs/decisions/0002).
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
    "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-20000;",
}
TRANSACTION_IDLE_S = 30  # PostgreSQL ends a session that is silent for so long inside a transaction
DATABASE = environ.Env.db_url_config(ENV["DATABASE_URL"] or f"sqlite:///{VAR_DIR / 'signum.sqlite3'}")
if DATABASE["ENGINE"].endswith("sqlite3"):
    DATABASE["OPTIONS"] = SQLITE_OPTIONS
else:
    # A process that is frozen inside a transaction would hold its locks for as long as it sleeps.
    session = f"-c idle_in_transaction_session_timeout={TRANSACTION_IDLE_S}s"
    DATABASE["OPTIONS"] = {"connect_timeout": 3, "options": session} | DATABASE.get(
        "OPTIONS", {}
    )  # the URL may set TLS options
    DATABASE |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CARD_FOLDERS = ENV["CARD_FOLDERS"]
CACHE = environ.Env.cache_url_config(ENV["CACHE_URL"] or "locmemcache://")
if CACHE["BACKEND"].endswith("RedisCache"):
    CACHE["BACKEND"] = "signum_site.config.redis_cache.RedisCache"
CACHES = {
    "default": CACHE,
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"},
    "seen": {  # sessions whose activity was recorded lately (accounts/sessions.py)
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "seen",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

# --- work queue: rows are the queue, the broker only wakes workers (docs/decisions/0003)
CELERY_BROKER_URL = ENV["BROKER_URL"]
EMBEDDED_QUEUE = CELERY_BROKER_URL.startswith(f"{memory_transport.SCHEME}:")
CELERY_BROKER_USE_SSL = service_tls.broker_tls(CELERY_BROKER_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0}  # a web request waits for this
REDIS_OPTIONS = {
    # A killed worker's task is delivered again after a minute, not after an hour, Redis' default.
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # A list for each urgency of a chunk. The smaller number is delivered first; other tasks have none, which is 0.
    "priority_steps": [0, 1, 2],
}
CELERY_BROKER_TRANSPORT_OPTIONS = {"redis": REDIS_OPTIONS, "rediss": REDIS_OPTIONS}.get(
    urlsplit(CELERY_BROKER_URL).scheme, {}
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "interactive"
# Games have their own queue, so that short tasks do not wait behind thousands of them.
CELERY_TASK_ROUTES = {"simulator.tasks.*": {"queue": "bulk"}}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_LOST_WAIT = 1
CELERY_WORKER_POOL = "signum_site.worker.pool:Pool"
CELERY_WORKER_CONCURRENCY = ENV["WORKER_PROCESSES"]

# --- accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "signum_site.accounts.password_validation.CommonVariantsValidator"},
    {"NAME": "signum_site.accounts.password_validation.SiteWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "deck_list"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "signum_site.accounts.security_log.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
# A site that sends mail requires verified addresses, and notifies users of changes.
SENDS_MAIL = not ENV["EMAIL_URL"].startswith("consolemail:")
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_MAIL else "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = SENDS_MAIL
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before changes that could take over an account
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "staff", "signum"]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "signum_site.accounts.mfa.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "signum_site.accounts.mfa.forms.LoginCodeForm",
    "reauthenticate": "signum_site.accounts.mfa.forms.ReauthenticateCodeForm",
    "activate_totp": "signum_site.accounts.mfa.forms.ActivateCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_RECOVERY_CODES_SHOW_ONCE = True
# With mail, login requires a verified address anyway; without mail, no address can be verified.
MFA_ALLOW_UNVERIFIED_EMAIL = True
SECOND_FACTOR = ENV["SECOND_FACTOR"] or ("staff" if HTTPS else "offered")
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
vars().update(environ.Env.email_url_config(ENV["EMAIL_URL"]))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV["EMAIL_FROM"]

# --- pages
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "signum_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "signum_site.context_processors.shell",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "signum_site.templatetags.fragments",
                "signum_site.templatetags.game_links",
                "signum_site.templatetags.symbols",
                "signum_site.templatetags.library_titles",
                "collection.templatetags.card_images",
            ],
        },
    }
]
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("it", "Italiano")]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
THEMES = [("auto", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))]
FORMAT_MODULE_PATH = "signum_site.locale_formats"
LOCALE_PATHS = [BASE_DIR / "signum_site" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
MEDIA_ROOT = VAR_DIR / "media"  # card art; drawn on card faces, never served itself
FACES_DIR = VAR_DIR / "faces"  # drawn again when missing
FACES_BYTES = 1024 * 1024 * 1024
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

# --- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "signum_site.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["signum_site.api.parsers.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "signum_site.api.schema.SummaryAutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "signum_site.core.throttling.AnonymousThrottle",
        "signum_site.core.throttling.TokenThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "60/min", "user": "300/min"},
    "URL_FORMAT_OVERRIDE": None,  # the query parameter `format` is a deck format
    "EXCEPTION_HANDLER": "signum_site.api.exception_handler.handle_exception",
    "NUM_PROXIES": PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Signum deck tool",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,  # fields may be blank in responses but not in requests
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "signum_site.api.schema_hooks.add_common_responses",
    ],
}

# --- security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Browsers accept cookies with this prefix only over https and from this host: subdomains cannot set them.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}session", f"{COOKIE_PREFIX}csrf"
LANGUAGE_COOKIE_NAME, THEME_COOKIE_NAME = f"{COOKIE_PREFIX}django_language", f"{COOKIE_PREFIX}theme"
MESSAGES_COOKIE_NAME, GAME_COOKIE_NAME = f"{COOKIE_PREFIX}messages", f"{COOKIE_PREFIX}game"
LANGUAGE_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "signum_site.message_storage.MessageStorage"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^api/."]  # the API rejects plain HTTP: see PlainHttpMiddleware
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SCANNER_URL = ENV["SCANNER_URL"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- logs
LOGGING = logging_config.config(level=ENV["LOG_LEVEL"], shape=ENV["LOG_FORMAT"])

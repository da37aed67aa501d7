"""All environment variables of the site, with their validation.

docs/settings.md shows the same table (a test compares the two). signum_site/settings.py uses the values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parents[2]
# Where relative folders begin: in the repository, or where an installed site is started.
START_DIR = BASE_DIR if (BASE_DIR / "manage.py").is_file() else Path.cwd()
LOCAL_NAMES = ["127.0.0.1", "localhost", "[::1]"]


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its parser, allowed values and meaning."""

    name: str
    default: str
    read: Callable[[str], Any]
    allowed: str
    meaning: str


def _parse_flag(raw: str) -> bool:
    return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[raw.lower()]


def _parse_names(raw: str) -> list[str]:
    return [name.strip() for name in raw.split(",") if name.strip()]


def _parse_folder(raw: str) -> Path:
    return (START_DIR / raw).resolve()


def _parse_folders(raw: str) -> list[Path]:
    return [_parse_folder(name) for name in _parse_names(raw)]


def _int_between(low: int, high: int) -> Callable[[str], int]:
    def read(raw: str) -> int:
        number = int(raw)
        if not low <= number <= high:
            raise ValueError(raw)
        return number

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(raw: str) -> str:
        return words[[word.lower() for word in words].index(raw.lower())]

    return read


def _url_parser(*schemes: str) -> Callable[[str], str]:
    """Build a parser for URLs with one of these schemes, or an empty value."""

    def read(raw: str) -> str:
        parts = urlsplit(raw)
        if raw and (parts.scheme not in schemes or "://" not in raw):
            raise ValueError(raw)
        _ = parts.port  # an invalid port raises here, not at the first connection
        return raw

    return read


def _parse_scanner_url(raw: str) -> str:
    parts = urlsplit(_url_parser("unix", "tcp")(raw))
    if raw and not (parts.hostname if parts.scheme == "tcp" else parts.path and not parts.netloc):
        raise ValueError(raw)
    return raw


def _parse_site_url(raw: str) -> str:
    address = _url_parser("http", "https")(raw).rstrip("/")
    parts = urlsplit(address)
    # Only host and port: links, cookies and CSRF checks depend on it.
    if address and (not parts.hostname or "@" in parts.netloc or address != f"{parts.scheme}://{parts.netloc}"):
        raise ValueError(raw)
    return address.lower()


# fmt: off
VARIABLES = (
    Variable("SITE_URL", "", _parse_site_url, "http://host or https://host, with :port if it has one",
             "The address people use; links in mails lead there. With https, cookies are secure, http is redirected "
             "(the API: refused) and HSTS is sent."),
    Variable("ALLOWED_HOSTS", "", _parse_names, "host names separated by commas",
             "Names this site answers to, besides the one in SITE_URL. Empty: none with an https SITE_URL, else "
             "127.0.0.1, localhost and [::1]."),
    Variable("SECRET_KEY", "", str, "50 or more random characters",
             "Signs sessions. Empty: one is made and kept in VAR_DIR; with an https SITE_URL it must be given."),
    Variable("SECRET_KEY_FALLBACKS", "", _parse_names, "earlier keys separated by commas",
             "Keys that SECRET_KEY had before: what they signed or encrypted is still read."),
    Variable("DATABASE_URL", "", _url_parser("sqlite", "postgres", "postgresql"), "postgres://user:password@host:5432/name",
             "Where the data lives. Empty: SQLite in VAR_DIR."),
    Variable("BROKER_URL", "embedded://localhost", _url_parser("embedded", "redis", "rediss", "amqp", "amqps"),
             "redis://host:6379/0, amqp://user:password@host// or embedded://localhost",
             "What wakes the workers. With embedded: one worker looks at the database twice a second."),
    Variable("CACHE_URL", "", _url_parser("redis", "rediss"), "redis://host:6379/1",
             "Where rate limits are counted. Empty: every web process counts for itself."),
    Variable("EMAIL_URL", "consolemail://", _url_parser("consolemail", "smtp", "smtp+tls", "smtp+ssl"),
             "smtp+tls://user:password@host:587 or consolemail://",
             "How mail is sent; addresses must then be confirmed. consolemail:// prints it."),
    Variable("EMAIL_FROM", "Signum <signum@localhost>", str, "Name <address>", "The sender of every mail."),
    Variable("SECOND_FACTOR", "", _one_of("", "offered", "staff", "everybody"), "offered, staff or everybody",
             "Of whom a second factor is demanded: nobody; staff, for what only they may do; every account, "
             "which is shut until it has one. Empty: of staff with an https SITE_URL, else offered."),
    Variable("SCANNER_URL", "", _parse_scanner_url, "unix:///run/clamav/clamd.ctl or tcp://host:3310",
             "A clamd that looks at every upload before it is read; without its answer none is taken. Empty: none."),
    Variable("INNER_NETWORK_TRUSTED", "0", _parse_flag, "0 or 1",
             "With 1, database, broker, cache and mail on other machines may be spoken to without TLS."),
    Variable("HOST", "127.0.0.1", str, "an address of this machine", "The address the web server listens on."),
    Variable("PORT", "8000", _int_between(1, 65535), "1 to 65535", "The port the web server listens on."),
    Variable("PROXIES", "0", _int_between(0, 5), "0 to 5",
             "How many trusted proxies stand in front: their X-Forwarded-For, X-Forwarded-Proto and X-Request-ID are "
             "believed."),
    Variable("WEB_PROCESSES", "1", _int_between(1, 64), "1 to 64", "Web server processes, with eight threads each."),
    Variable("WORKER_PROCESSES", "2", _int_between(1, 64), "1 to 64", "Tasks that one worker does at the same time."),
    Variable("WORKER_NICE", "10", _int_between(0, 19), "0 to 19",
             "How far workers step back for the web server on the same machine; 0: not at all."),
    Variable("ENGINE_BUILD", "on", _one_of("on", "off"), "on or off",
             "With on, run_site compiles the engine in the background if there is a C compiler; the worker then "
             "changes over. With off, only make engine compiles it."),
    Variable("VAR_DIR", "var", _parse_folder, "a folder that can be written",
             "Embedded database, secret key and collected static files."),
    Variable("CARD_FOLDERS", "", _parse_folders, "folders separated by commas",
             "Further card files, read after those that come with the games; import_cards writes into the first."),
    Variable("LOG_LEVEL", "INFO", _one_of("DEBUG", "INFO", "WARNING", "ERROR"), "DEBUG, INFO, WARNING or ERROR",
             "How much is logged."),
    Variable("LOG_FORMAT", "text", _one_of("text", "json"), "text or json",
             "Log lines for people, or one JSON object a line."),
    Variable("DEBUG", "0", _parse_flag, "0 or 1", "Shows traces in the browser: never on a public machine."),
)
# fmt: on


# Variables with passwords or keys may be given as NAME_FILE, as secret stores and systemd credentials do.
FILE_VARIABLES = ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "DATABASE_URL", "BROKER_URL", "CACHE_URL", "EMAIL_URL")


def read(environment: Mapping[str, str]) -> dict[str, Any]:
    """Parse all variables. One ImproperlyConfigured names every invalid one."""
    values, problems = {}, []
    for variable in VARIABLES:
        try:
            raw = _raw_value(variable.name, environment) or variable.default
        except UnreadableSecret as fault:
            problems.append(str(fault))
            continue
        try:
            values[variable.name] = variable.read(raw)
        except (ValueError, KeyError):
            problems.append(f"{variable.name} is {_redact(variable, raw)!r}; allowed: {variable.allowed}.")
    if not problems and values["SITE_URL"].startswith("https:") and not values["SECRET_KEY"]:
        problems.append("SECRET_KEY is empty; with an https SITE_URL it must be given: 50 or more random characters.")
    if problems:
        raise ImproperlyConfigured(" ".join(problems))
    return values


def host_names(listed: list[str], site_url: str) -> list[str]:
    """The host names that the site answers to.

    A public site does not answer to local names unless they are listed.
    """
    parts = urlsplit(site_url)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    return [*(listed or ([] if parts.scheme == "https" else LOCAL_NAMES)), name]


class UnreadableSecret(ValueError):
    """A file with a secret cannot be used; the message never quotes its content."""


def _raw_value(name: str, environment: Mapping[str, str]) -> str:
    """The value of the variable, or the content of the file in NAME_FILE."""
    raw, path = environment.get(name, "").strip(), environment.get(f"{name}_FILE", "").strip()
    if name not in FILE_VARIABLES or not path:
        return raw
    if raw:
        raise UnreadableSecret(f"{name} and {name}_FILE are both given; give one of them.")
    try:
        value = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        why = getattr(fault, "strerror", None) or "it is no text"
        raise UnreadableSecret(f"{name}_FILE is {path!r}, which cannot be read: {why}.") from None
    if not value:
        raise UnreadableSecret(f"{name}_FILE is {path!r}, which is empty.")
    return value


def _redact(variable: Variable, raw: str) -> str:
    """The value for an error message, without keys and passwords."""
    if variable.name.startswith("SECRET_KEY"):
        return "…"
    if "@" in raw and "://" in raw:
        return f"{raw.split('://')[0]}://…@{raw.rsplit('@')[-1]}"
    return raw

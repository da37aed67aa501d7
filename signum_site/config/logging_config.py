"""Structured logs: every line carries the id of the request it belongs to."""

import re
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


CONTROLS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def one_line(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """What a library says may quote an address: a line break in it must not begin a line that nobody wrote."""
    line["event"] = CONTROLS.sub(lambda found: repr(found[0])[1:-1], str(line["event"]))
    return line


def config(*, level: str, shape: str) -> dict[str, Any]:
    """Django's LOGGING for `shape` 'text' or 'json'; our own lines and the libraries' look alike."""
    structlog.configure(
        processors=[
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: list[Any] = [one_line, structlog.dev.ConsoleRenderer(colors=False)]
    if shape == "json":
        renderer = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Our own middleware writes one line a request; Django's would be a second one.
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": False},
        },
    }

"""Structured logs; every line has the id of its request."""

import re
from typing import Any

import structlog

SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def escape_controls(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Escape control characters, so that quoted input cannot forge log lines."""
    line["event"] = CONTROL_CHARACTERS.sub(lambda match: repr(match[0])[1:-1], str(line["event"]))
    return line


def config(*, level: str, shape: str) -> dict[str, Any]:
    """Build Django's LOGGING for `shape` 'text' or 'json'.

    Our own lines and those of libraries look alike.
    """
    structlog.configure(
        processors=[
            *SHARED_PROCESSORS,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    # Never Rich's tracebacks, where it is installed: they show the values of all variables, and take seconds.
    console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: list[Any] = [escape_controls, console]
    if shape == "json":
        renderer = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # RequestIdMiddleware writes one line per request; Django's would be a duplicate.
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": False},
        },
    }

"""Structured logs: every line carries the id of the request it belongs to."""

from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


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
    renderer: list[Any] = [structlog.dev.ConsoleRenderer(colors=False)]
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

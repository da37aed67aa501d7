"""Error messages for backup and restore: one sentence for the operator."""

from django.core.exceptions import ValidationError
from django.db import Error, InterfaceError, OperationalError

MAX_REASON_LENGTH = 300


class BackupRefused(Exception):
    """The operation is refused; the message tells the operator why."""


def reason(fault: BaseException) -> str:
    """The exception's message on one line, without a full stop.

    Messages of databases may be long and quote rows, so the length is limited.
    """
    if isinstance(fault, OSError) and fault.strerror:
        text = f"{fault.strerror}: {fault.filename}" if fault.filename else fault.strerror
    elif isinstance(fault, ValidationError):
        text = " ".join(fault.messages)
    else:
        text = str(fault) or type(fault).__name__
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= MAX_REASON_LENGTH else f"{line[:MAX_REASON_LENGTH]} …"


def fault_sentence(fault: Exception) -> str:
    """Describe any exception for the operator."""
    if isinstance(fault, BackupRefused):
        return str(fault)
    if isinstance(fault, OperationalError | InterfaceError):
        return f"DATABASE_URL: the database cannot be used ({reason(fault)})."
    if isinstance(fault, Error):
        return f"The database does not take it: {reason(fault)}."
    if isinstance(fault, OSError):
        return f"{reason(fault)}."
    return f"This should not happen ({type(fault).__name__}: {reason(fault)}); --traceback shows where."

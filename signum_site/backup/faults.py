"""What went wrong with a backup or a restore, in one sentence for the operator."""

from django.core.exceptions import ValidationError
from django.db import Error, InterfaceError, OperationalError

LONGEST = 300


class BackupRefused(Exception):
    """A sentence for the operator: what is wrong."""


def reason(fault: BaseException) -> str:
    """The fault's own words on one line, without a full stop; those of a database may be long, and quote rows."""
    if isinstance(fault, OSError) and fault.strerror:
        words = f"{fault.strerror}: {fault.filename}" if fault.filename else fault.strerror
    elif isinstance(fault, ValidationError):
        words = " ".join(fault.messages)
    else:
        words = str(fault) or type(fault).__name__
    line = " ".join(words.split()).rstrip(".")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"


def fault_sentence(fault: Exception) -> str:
    if isinstance(fault, BackupRefused):
        return str(fault)
    if isinstance(fault, OperationalError | InterfaceError):
        return f"DATABASE_URL: the database cannot be used ({reason(fault)})."
    if isinstance(fault, Error):
        return f"The database does not take it: {reason(fault)}."
    if isinstance(fault, OSError):
        return f"{reason(fault)}."
    return f"This should not happen ({type(fault).__name__}: {reason(fault)}); --traceback shows where."

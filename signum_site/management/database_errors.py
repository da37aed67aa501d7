"""What an operator can mend when a command finds no usable database: its sentence, instead of a trace."""

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor


def database_fault() -> str | None:
    """None if the database is there and up to date: then the fault is the program's, and its trace is wanted."""
    place = _place()
    try:
        connection.ensure_connection()
    except Error as fault:
        reason = " ".join(str(fault).split())
        return f"The database, {place}, cannot be used: {reason} DATABASE_URL says which one is meant."
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return f"The database, {place}, is not up to date: run manage.py migrate, or name another in DATABASE_URL."
    return None


def _place() -> str:
    """Which database is meant, without its password."""
    named = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return f"the file {named['NAME']}"
    return f"{named['NAME']!r} on {named['HOST'] or 'this machine'} as {named['USER']!r}"

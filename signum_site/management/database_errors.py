"""Explains database errors to the operator, instead of a traceback."""

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor


def database_fault() -> str | None:
    """A sentence about an unusable database, or None if it is fine.

    In that case the error is a bug, and its traceback is needed.
    """
    name = _describe_database()
    try:
        connection.ensure_connection()
    except Error as fault:
        reason = " ".join(str(fault).split())
        return f"The database, {name}, cannot be used: {reason} DATABASE_URL says which one is meant."
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return f"The database, {name}, is not up to date: run manage.py migrate, or name another in DATABASE_URL."
    return None


def _describe_database() -> str:
    """The database, without its password."""
    options = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return f"the file {options['NAME']}"
    return f"{options['NAME']!r} on {options['HOST'] or 'this machine'} as {options['USER']!r}"

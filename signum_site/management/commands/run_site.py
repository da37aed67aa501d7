"""`make run` after the requirements are installed."""

import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connections

from signum_site.config import var_dir
from signum_site.worker import supervisor
from signum_site.worker.engine_build import engine_build


class Command(BaseCommand):
    help = "Prepare database, catalogue, translations and static files, then run the web server and a worker."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        env = settings.ENV
        problem = var_dir.folder_problem(settings.VAR_DIR) or supervisor.port_problem(env["HOST"], env["PORT"])
        if problem:
            self._refuse(problem)
        try:
            call_command("compilemessages", verbosity=0)
            call_command("migrate", verbosity=0, interactive=False)
            call_command("load_catalogue")
            call_command("collectstatic", verbosity=0, interactive=False)
        except OperationalError as fault:
            self._refuse(f"DATABASE_URL: the database cannot be used ({str(fault).strip()}).")
        connections.close_all()
        self.stdout.write(f"\n  Signum is at {settings.SITE_URL} (Ctrl-C stops it)\n\n")
        self.stdout.flush()
        commands = {
            supervisor.WEB_SERVER: supervisor.web_command(env),
            supervisor.WORKER: supervisor.worker_command(env),
        }
        sys.exit(supervisor.run(commands, build=engine_build(env)))

    def _refuse(self, sentence: str) -> None:
        self.stderr.write(sentence)
        sys.exit(2)

"""The deployment files agree with the settings and with each other."""

import configparser
import re

import pytest
from django.conf import settings

from signum_site.config.environment import BASE_DIR, VARIABLES

DEPLOY = BASE_DIR / "docs/deploy"


def unit(name: str) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / name)
    return parser["Service"]


def test_environment_file_names_known_variables() -> None:
    named = re.findall(r"^([A-Z_]+)=", (DEPLOY / "signum.env").read_text(), re.M)
    assert set(named) <= {variable.name for variable in VARIABLES}


def test_worker_listens_to_every_queue() -> None:
    queues = {settings.CELERY_TASK_DEFAULT_QUEUE, *(route["queue"] for route in settings.CELERY_TASK_ROUTES.values())}
    for text in ((DEPLOY / "Procfile").read_text(), unit("signum-worker.service")["ExecStart"]):
        match = re.search(r"--queues (\S+)", text)
        assert match
        assert set(match[1].split(",")) == queues
    assert f"--queues {match[1]}" in (BASE_DIR / "docs/settings.md").read_text()


@pytest.mark.parametrize("name", ["signum-web.service", "signum-worker.service"])
def test_procfile_and_units_start_the_same_command(name: str) -> None:
    kind = name.removeprefix("signum-").removesuffix(".service")
    line = re.search(rf"^{kind}: (.*)$", (DEPLOY / "Procfile").read_text(), re.M)
    assert line
    assert unit(name)["ExecStart"].removeprefix("/srv/signum/") == line[1].replace("$PORT", "8000")


def test_every_file_is_documented() -> None:
    page = (BASE_DIR / "docs/running_a_club.md").read_text()
    patterns = re.findall(r"signum-\*\.\w+", page)
    for path in DEPLOY.iterdir():
        assert path.name in page or any(path.match(pattern) for pattern in patterns), path.name

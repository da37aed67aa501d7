"""Settings from the environment: documentation and invalid values."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from signum_site.config import environment, logging_config
from signum_site.config.environment import BASE_DIR, VARIABLES

INVALID = {
    "SITE_URL": "ftp://signum.example",
    "DATABASE_URL": "mysql://127.0.0.1/signum",
    "BROKER_URL": "kafka://127.0.0.1",
    "CACHE_URL": "memcached://127.0.0.1",
    "EMAIL_URL": "pigeon://coop",
    "SCANNER_URL": "unix://clamd.ctl",
    "PORT": "eighty",
    "PROXIES": "-1",
    "WEB_PROCESSES": "0",
    "WORKER_PROCESSES": "1000",
    "LOG_LEVEL": "LOUD",
    "LOG_FORMAT": "xml",
    "DEBUG": "perhaps",
}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    # Browser tests in the same process set this; a site never does.
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env={**inherited, "DJANGO_SETTINGS_MODULE": "signum_site.settings", **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_defaults_are_valid() -> None:
    values = environment.read({})
    assert values["PORT"] == 8000
    assert values["DEBUG"] is False


@pytest.mark.parametrize("name", INVALID)
def test_invalid_value_is_reported_with_allowed_values(name: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read({name: INVALID[name]})
    allowed = next(variable.allowed for variable in VARIABLES if variable.name == name)
    assert str(refused.value) == f"{name} is '{INVALID[name]}'; allowed: {allowed}."


def test_all_invalid_values_are_reported_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read(INVALID)
    assert all(f"{name} is " in str(refused.value) for name in INVALID)


def test_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read({"DATABASE_URL": "mysql://me:hunter2@127.0.0.1/signum"})
    assert "hunter2" not in str(refused.value)
    assert "127.0.0.1/signum" in str(refused.value)


def test_invalid_port_in_an_address_is_reported() -> None:
    with pytest.raises(ImproperlyConfigured, match="BROKER_URL"):
        environment.read({"BROKER_URL": "redis://127.0.0.1:port/0"})


def test_https_needs_a_secret_key() -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is empty"):
        environment.read({"SITE_URL": "https://signum.example"})


@pytest.mark.processes
def test_invalid_setting_stops_the_start(tmp_path: Path) -> None:
    done = manage("check", PORT="eighty", VAR_DIR=str(tmp_path))
    assert done.returncode != 0
    assert done.stderr == "PORT is 'eighty'; allowed: 1 to 65535.\n"


@pytest.mark.processes
def test_unwritable_var_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = manage("check", VAR_DIR=str(tmp_path / "file"), SECRET_KEY="")
    assert done.returncode != 0
    assert done.stderr.startswith(f"VAR_DIR: the folder {tmp_path}/file cannot be written")
    assert "Traceback" not in done.stderr


@pytest.mark.processes
def test_json_log_lines_contain_bound_values() -> None:
    code = (
        "import logging, structlog; structlog.contextvars.bind_contextvars(request_id='abc');"
        "structlog.get_logger('ours').info('sent', task=3); logging.getLogger('theirs').warning('%s left', 2)"
    )
    done = manage("shell", "--verbosity", "0", "--command", code, LOG_FORMAT="json", LOG_LEVEL="INFO")
    ours, theirs = (json.loads(line) for line in done.stderr.splitlines())
    assert (ours["event"], ours["task"], ours["request_id"], ours["logger"]) == ("sent", 3, "abc", "ours")
    assert (theirs["event"], theirs["level"], theirs["request_id"]) == ("2 left", "warning", "abc")


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.processes
def test_log_entry_is_always_one_line(shape: str) -> None:
    code = (
        "import logging, structlog; structlog.get_logger('ours').info('request', path='/a\\nforged');"
        "logging.getLogger('theirs').warning('Not Found: %s', '/a\\r\\nforged\\x1b[31m')"
    )
    done = manage("shell", "--verbosity", "0", "--command", code, LOG_FORMAT=shape, LOG_LEVEL="INFO")
    assert len(done.stderr.splitlines()) == 2
    assert "\x1b" not in done.stderr


def test_logged_traceback_contains_no_values() -> None:
    """Rich, where it is installed, would show every variable."""
    structured = logging_config.config(level="ERROR", shape="text")["formatters"]["structured"]
    processors = {"foreign_pre_chain": logging_config.SHARED_PROCESSORS, "processors": structured["processors"]}
    password = "hunter2"
    try:
        raise ValueError(len(password))
    except ValueError:
        record = logging.LogRecord("theirs", logging.ERROR, __file__, 1, "failed", None, sys.exc_info())
    text = structured["()"](**processors).format(record)
    assert "ValueError: 7" in text
    assert password not in text


def test_documented_table_matches_the_variables() -> None:
    documented = [line for line in (BASE_DIR / "docs/settings.md").read_text().splitlines() if line.startswith("| `")]
    assert documented == [
        f"| `{variable.name}` | {f'`{variable.default}`' if variable.default else '—'} | {variable.allowed} "
        f"| {variable.meaning} |"
        for variable in VARIABLES
    ]


def test_settings_read_no_variable_outside_the_table() -> None:
    source = (BASE_DIR / "signum_site/settings.py").read_text()
    known = {variable.name for variable in VARIABLES}
    used = {part.split('"')[1] for part in source.split("ENV[")[1:] if part.startswith('"')}
    used |= {part.split("'")[1] for part in source.split("ENV[")[1:] if part.startswith("'")}
    assert used <= known
    assert "os.environ[" not in source
    assert "getenv" not in source

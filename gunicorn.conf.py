"""The settings of gunicorn, which reads this file from the folder it is started in."""

from signum_site.config.gunicorn_settings import *  # noqa: F403

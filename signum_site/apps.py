from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "signum_site"

    def ready(self) -> None:
        from . import checks  # noqa: F401, PLC0415 (registers them)

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "signum_site.accounts"
    label = "accounts"

    def ready(self) -> None:
        from .events import listen  # noqa: PLC0415 (models are ready only now)
        from .recovery_codes import stand_in  # noqa: PLC0415

        listen()
        stand_in()

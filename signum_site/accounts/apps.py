from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "signum_site.accounts"
    label = "accounts"

    def ready(self) -> None:
        from .mfa.recovery_codes import stand_in  # noqa: PLC0415
        from .security_log import listen  # noqa: PLC0415 (models are ready only now)

        listen()
        stand_in()

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "signum_site.accounts"
    label = "accounts"

    def ready(self) -> None:
        from .mfa.recovery_codes import replace_recovery_codes  # noqa: PLC0415
        from .security_log import connect_signals  # noqa: PLC0415 (needs the models)

        connect_signals()
        replace_recovery_codes()

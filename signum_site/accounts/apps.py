from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "signum_site.accounts"
    label = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from .mfa.recovery_codes import replace_recovery_codes  # noqa: PLC0415
        from .security_log import connect_signals  # noqa: PLC0415 (needs the models)

        connect_signals()
        replace_recovery_codes()

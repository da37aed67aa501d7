from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "signum_site.accounts"
    label = "accounts"

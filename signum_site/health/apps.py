from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "signum_site.health"
    label = "health"
    default_auto_field = "django.db.models.BigAutoField"

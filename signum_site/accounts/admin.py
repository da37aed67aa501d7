import allauth.mfa.admin  # noqa: F401 (registers its own admin, which is replaced below)
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet

from signum_site.core.staff_pages import SecretsAdmin

from .models import ApiToken, Login, User
from .sessions import logins_end


@admin.register(User)
class SiteUserAdmin(UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Signum", {"fields": ("language", "theme")}))


@admin.register(ApiToken)
class ApiTokenAdmin(SecretsAdmin):
    secret_fields = ("digest",)
    list_display = ("name", "user", "ending", "created_at", "used_at")
    readonly_fields = ("user", "name", "ending", "created_at", "used_at")

    def has_add_permission(self, request: object) -> bool:
        return False


@admin.register(Login)
class LoginAdmin(SecretsAdmin):
    """Deleting a row ends the session."""

    secret_fields = ("session_key",)
    list_display = ("user", "device", "created_at", "seen_at")
    search_fields = ("user__username",)
    fields = readonly_fields = ("user", "device", "created_at", "seen_at")

    def has_add_permission(self, request: object) -> bool:
        return False

    def delete_model(self, request: object, obj: Login) -> None:
        logins_end(user=obj.user, only=[obj])

    def delete_queryset(self, request: object, queryset: QuerySet[Login]) -> None:
        for row in queryset.select_related("user"):
            logins_end(user=row.user, only=[row])


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(SecretsAdmin):
    """Lets staff remove a lost second factor.

    Its secret is never shown, not even encrypted.
    """

    secret_fields = ("data",)
    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: object) -> bool:
        return False

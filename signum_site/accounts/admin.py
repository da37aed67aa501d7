import allauth.mfa.admin  # noqa: F401 (registers its own page, which ours takes the place of)
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from .models import ApiToken, User


@admin.register(User)
class PeopleAdmin(UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Signum", {"fields": ("language", "theme")}))


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "ending", "created_at", "used_at")
    readonly_fields = ("user", "name", "ending", "created_at", "used_at")

    def has_add_permission(self, request: object) -> bool:
        return False


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class SecondFactorAdmin(admin.ModelAdmin):
    """Staff take one off the account of somebody who lost it; nobody sees its secret, not even encrypted."""

    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    fields = readonly_fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: object) -> bool:
        return False

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

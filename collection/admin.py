from django.contrib import admin

from .models import Card


@admin.register(Card)
class CardAdmin(admin.ModelAdmin):
    """To look at, not to edit: the catalogue files are the truth."""

    list_display = ("code", "name_en", "kind", "set_code", "rarity", "source", "withdrawn")
    list_filter = ("system", "kind", "source", "withdrawn")
    search_fields = ("code", "name_en", "name_es", "name_it")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False

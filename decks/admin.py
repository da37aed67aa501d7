"""Admin pages for staff: reported decks and comments."""

from django.contrib import admin

from .models import Complaint


@admin.register(Complaint)
class ComplaintAdmin(admin.ModelAdmin):
    """Reports, open ones first. Decks and comments are removed on the deck's page."""

    list_display = ("created_at", "deck", "comment", "reporter", "reason", "settled_at")
    list_select_related = ("deck", "comment", "reporter")
    list_filter = ("settled_at",)
    readonly_fields = ("deck", "comment", "reporter", "reason", "created_at")

    def has_add_permission(self, request: object) -> bool:
        return False

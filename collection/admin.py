from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from signum_site.core.virus_scan import IS_PICTURE, scan_upload

from .images.artwork import art_describe, art_remove, art_save
from .images.card_images import face_url
from .images.sanitizer import MAX_BYTES, BadPicture, clean_picture
from .models import Card, CardArt


@admin.register(Card)
class CardAdmin(admin.ModelAdmin):
    """Read-only: the catalogue files are the source of truth."""

    list_display = ("code", "name_en", "kind", "set_code", "rarity", "source", "withdrawn")
    list_filter = ("system", "kind", "source", "withdrawn")
    search_fields = ("code", "name_en", "name_es", "name_it")

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


class CardArtForm(forms.ModelForm):
    """Validates an upload by its content, not its name, and re-encodes it."""

    upload = forms.FileField(
        required=False,
        label="Picture",
        help_text="JPEG, PNG or WebP, at least 600 × 400 pixels, at most 10 MB.",
        validators=[IS_PICTURE, scan_upload],
    )

    class Meta:
        model = CardArt
        fields = ("card", "credit", "licence")

    def clean_upload(self) -> bytes | None:
        upload = self.cleaned_data["upload"]
        if upload is None:
            if self.instance.pk is None:
                raise ValidationError("Choose a picture.")
            return None
        # One byte over the limit is enough to reject the file.
        data = upload.read(MAX_BYTES + 1)
        try:
            clean_picture(data)
        except BadPicture as fault:
            raise ValidationError(str(fault)) from fault
        return data


@admin.register(CardArt)
class CardArtAdmin(admin.ModelAdmin):
    """Staff upload card art here; it appears on the card's face at once."""

    form = CardArtForm
    list_display = ("card", "credit", "licence", "changed_at")
    search_fields = ("card__code", "card__name_en", "credit")
    autocomplete_fields = ("card",)
    readonly_fields = ("face",)

    def get_readonly_fields(self, request: HttpRequest, obj: CardArt | None = None) -> tuple[str, ...]:
        return ("face", "card") if obj else ("face",)

    @admin.display(description="Face")
    def face(self, art: CardArt) -> str:
        if art._state.adding:
            return "—"
        return format_html('<img src="{}" width="372" height="520" alt="">', face_url(art.card, language="en"))

    def save_model(self, request: HttpRequest, obj: CardArt, form: forms.ModelForm, change: bool) -> None:
        description: dict[str, Any] = {"credit": obj.credit, "licence": obj.licence}
        data = form.cleaned_data["upload"]
        if data is None:
            art_describe(art=obj, **description)
        else:
            # The service writes the row, not the form. The admin log needs its primary key.
            obj.pk = art_save(card=obj.card, data=data, **description).pk

    def delete_model(self, request: HttpRequest, obj: CardArt) -> None:
        art_remove(art=obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[CardArt]") -> None:
        for art in queryset:
            art_remove(art=art)

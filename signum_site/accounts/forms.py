"""Forms of the account page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from signum_site.core.virus_scan import IS_ARCHIVE, scan_upload

from .models import ApiToken, User


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("language", "theme")


class TokenForm(forms.ModelForm):
    class Meta:
        model = ApiToken
        fields = ("name",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "off"


class DeleteForm(forms.Form):
    username = forms.CharField(label=_("Your user name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username != self.user.username:
            raise forms.ValidationError(
                _("“%(given)s” is not your user name; it is “%(username)s”."),
                params={"given": username, "username": self.user.username},
            )
        return username


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=_("Archive of an account"),
        max_length=200,
        validators=[IS_ARCHIVE, scan_upload],
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )

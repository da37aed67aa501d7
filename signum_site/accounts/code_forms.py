"""allauth's forms for a code, with the keys for digits on a phone."""

from typing import Any

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms


class Digits(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autofocus": True, "maxlength": 20}
        self.fields["code"].max_length = 20  # type: ignore[attr-defined]


class LoginCodeForm(Digits, AuthenticateForm):
    pass


class AgainCodeForm(Digits, ReauthenticateForm):
    pass


class FirstCodeForm(Digits, ActivateTOTPForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["code"].widget.attrs["autofocus"]  # the picture to scan stands above

"""allauth's forms for codes, with a numeric keyboard on phones."""

from typing import Any

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from allauth.mfa.utils import decrypt, encrypt
from django import forms


class NumericCodeForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autofocus": True, "maxlength": 20}
        self.fields["code"].max_length = 20  # type: ignore[attr-defined]


class LoginCodeForm(NumericCodeForm, AuthenticateForm):
    pass


class ReauthenticateCodeForm(NumericCodeForm, ReauthenticateForm):
    pass


class ActivateCodeForm(NumericCodeForm, ActivateTOTPForm):
    """Sets up an authenticator app.

    The new secret stays in the session until a code matches. Sessions are in the database, so it is encrypted there.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        session = context.request.session
        encrypted_secret = session.get(SECRET_SESSION_KEY)
        super().__init__(*args, **kwargs)
        if self.is_bound and encrypted_secret:
            self.secret = decrypt(encrypted_secret)
        session[SECRET_SESSION_KEY] = encrypt(self.secret)
        del self.fields["code"].widget.attrs["autofocus"]  # the QR code is above the field

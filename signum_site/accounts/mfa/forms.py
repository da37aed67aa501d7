"""allauth's forms for a code, with the keys for digits on a phone."""

from typing import Any

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from allauth.mfa.utils import decrypt, encrypt
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
    """Until the first code fits, the secret waits in the session, which is in the database: encrypted there too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        session = context.request.session
        waiting = session.get(SECRET_SESSION_KEY)
        super().__init__(*args, **kwargs)
        if self.is_bound and waiting:
            self.secret = decrypt(waiting)
        session[SECRET_SESSION_KEY] = encrypt(self.secret)
        del self.fields["code"].widget.attrs["autofocus"]  # the picture to scan stands above

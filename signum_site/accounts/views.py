"""The account page, and the language and theme switches.

allauth provides login and passwords.
"""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from . import services
from .archive.readme import file_descriptions, left_out_descriptions, restore_descriptions
from .forms import ArchiveForm, DeleteForm, PreferencesForm, TokenForm
from .models import Parcel, User

YEAR_S = 365 * 24 * 3600


class UserRequest(HttpRequest):
    """A request of a view with `login_required`: its user is never anonymous."""

    user: User


def build_account_context(request: UserRequest, **forms: object) -> dict[str, object]:
    return {
        "preferences_form": PreferencesForm(instance=request.user),
        "token_form": TokenForm(),
        "tokens": request.user.api_tokens.all(),
        "archive_form": ArchiveForm(),
        "has_parcel": Parcel.objects.filter(user=request.user).exists(),
        "archive_files": file_descriptions(),
        "archive_left_out": left_out_descriptions(),
        "archive_way_back": restore_descriptions(),
    } | forms


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: UserRequest) -> HttpResponse:
    """Show preferences and tokens. A POST saves the preferences."""
    if request.method != "POST":
        return render(request, "account/page.html", build_account_context(request))
    form = PreferencesForm(request.POST, instance=request.user)
    if not form.is_valid():
        request.user.refresh_from_db()
        return render(request, "account/page.html", build_account_context(request, preferences_form=form), status=400)
    form.save()
    messages.success(request, _("Saved."))
    return redirect("account_page")


@never_cache
@login_required
@require_POST
def token_new(request: UserRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            key = services.token_create(user=request.user, name=form.cleaned_data["name"])
        except services.TokenRefused as error:
            form.add_error("name", str(error))
        else:
            # No redirect: the key is shown only in this response and stored nowhere, not even in the session.
            return render(request, "account/page.html", build_account_context(request, new_key=key), status=201)
    return render(request, "account/page.html", build_account_context(request, token_form=form), status=400)


@login_required
@require_POST
def token_revoke(request: UserRequest, token_id: int) -> HttpResponse:
    if not services.token_revoke(user=request.user, token_id=token_id):
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("account_page")


@never_cache
@login_required
@reauthentication_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_delete(request: UserRequest) -> HttpResponse:
    """Delete the account, confirmed by the password and by typing the user name."""
    form = DeleteForm(request.POST or None, user=request.user)
    if request.method != "POST" or not form.is_valid():
        return render(request, "account/delete.html", {"form": form}, status=400 if form.errors else 200)
    user = request.user
    logout(request)
    services.account_delete(user=user)
    messages.success(request, _("Your account is deleted."))
    return redirect("home")


@require_POST
def language_set(request: HttpRequest) -> HttpResponse:
    response = set_language(request)
    language = request.POST.get("language")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response


@require_POST
def theme_set(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(_return_url(request))
    theme = request.POST.get("theme")
    if theme in dict(settings.THEMES):
        name = settings.THEME_COOKIE_NAME
        response.set_cookie(name, theme, max_age=YEAR_S, samesite="Lax", secure=settings.HTTPS, httponly=True)
        if request.user.is_authenticated:
            request.user.theme = theme
            request.user.save(update_fields=["theme"])
    return response


def _return_url(request: HttpRequest) -> str:
    """The URL to return to: `next` if it is on this site, else the home page."""
    next_url = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return next_url if is_safe else reverse("home")

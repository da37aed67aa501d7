"""Pages to list login sessions, and to end one or all others."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from . import sessions
from .views import UserRequest


@never_cache
@login_required
@require_safe
def login_list(request: UserRequest) -> HttpResponse:
    rows = sessions.list_logins(request.user)
    context = {"logins": rows, "here": request.session.session_key, "days": sessions.MAX_AGE.days}
    return render(request, "account/logins.html", context)


@login_required
@require_POST
@reauthentication_required
def login_end(request: UserRequest, login_id: int) -> HttpResponse:
    ended = sessions.login_end(user=request.user, login_id=login_id)
    if ended is None:
        raise Http404
    if ended.session_key == request.session.session_key:
        logout(request)
        return redirect("home")
    messages.success(request, _("That session is ended."))
    return redirect("login_list")


@login_required
@require_POST
@reauthentication_required
def logins_end(request: UserRequest) -> HttpResponse:
    number = sessions.logins_end(user=request.user, keep_key=request.session.session_key)
    message = ngettext("%(number)s other session is ended.", "%(number)s other sessions are ended.", number)
    messages.success(request, message % {"number": number})
    return redirect("login_list")

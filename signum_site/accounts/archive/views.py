"""Pages of the account archive: download, upload, preview, import and discard."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from signum_site.accounts.forms import ArchiveForm
from signum_site.accounts.models import Parcel
from signum_site.accounts.views import UserRequest, build_account_context
from signum_site.core.archive_items import Unreadable
from signum_site.core.throttling import at_most

from . import importer
from .exporter import ArchiveImportThrottle, ArchiveThrottle, archive_response


@never_cache
@login_required
@require_safe
@at_most(ArchiveThrottle)
def archive_out(request: UserRequest) -> HttpResponseBase:
    return archive_response(user=request.user)


@never_cache
@login_required
@require_POST
@at_most(ArchiveImportThrottle)
def archive_send(request: UserRequest) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            importer.parcel_keep(user=request.user, file=form.cleaned_data["file"])
            return redirect("archive_look")
        except Unreadable as error:
            form.add_error("file", str(error))
    return render(request, "account/page.html", build_account_context(request, archive_form=form), status=400)


@never_cache
@login_required
@require_safe
@at_most(ArchiveImportThrottle)
def archive_look(request: UserRequest) -> HttpResponse:
    """Preview the import."""
    parcel = Parcel.objects.select_related("user").filter(user=request.user).first()
    if parcel is None:
        return redirect("account_page")
    parts = importer.parcel_parts(parcel=parcel)
    context = {"parcel": parcel, "parts": parts, "new": sum(part.new for part in parts)}
    return render(request, "account/archive.html", context)


@login_required
@require_POST
@at_most(ArchiveImportThrottle)
def archive_take_in(request: UserRequest) -> HttpResponse:
    """Import the archive that was previewed, which the digest identifies."""
    digest = request.POST.get("digest", "").replace("\0", "")
    parcel = Parcel.objects.select_related("user").filter(user=request.user, digest=digest).first()
    if parcel is None:
        messages.error(request, _("That archive is no longer here: send it again."))
        return redirect("archive_look")
    try:
        imported, remaining = importer.parcel_take_in(parcel=parcel)
    except Unreadable as error:
        messages.error(request, str(error))
        return redirect("archive_look")
    message = ngettext("%(number)s thing was taken in.", "%(number)s things were taken in.", imported) % {
        "number": imported
    }
    if remaining:
        message = _("%(said)s The rest comes with the next press of the button.") % {"said": message}
    messages.success(request, message)
    return redirect("archive_look" if remaining else "account_page")


@login_required
@require_POST
def archive_drop(request: UserRequest) -> HttpResponse:
    Parcel.objects.filter(user=request.user).delete()
    return redirect("account_page")

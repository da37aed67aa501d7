"""Form actions on decks: each view calls one service and redirects."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from decks import decklists
from decks.forms import DescribeForm, LinkForm, RestoreForm, VisibilityForm
from decks.models import Comment, Deck
from decks.reference_decks import ensure_name
from decks.selectors import own_deck, version_of
from decks.services import TooMany, VersionConflict, deck_create, deck_delete, deck_describe, deck_fork, version_restore
from decks.social import reactions, share_links
from decks.transfer.importer import ImportRefused, deck_of_code
from signum_site.core.htmx import wants_part
from signum_site.core.numbers import parse_int

from .context import deck_context, deck_or_404, logged_in_user


def own_or_404(request: HttpRequest, pk: int) -> Deck:
    deck = own_deck(user=request.user, pk=pk)
    if deck is None:
        raise Http404
    return deck


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Save the deck of a code as the user's own, after an import or from a code page."""
    try:
        decklist = ensure_name(deck_of_code(request.POST.get("code", "")), request.POST.get("name", ""))
        deck = deck_create(owner=logged_in_user(request), decklist=decklist, message=_("Imported"))
    except (ImportRefused, TooMany) as refused:
        messages.error(request, str(refused))
        return redirect("deck_import")
    messages.success(request, _("The deck is saved. Only you can see it."))
    return redirect("deck", deck.pk)


@login_required
@require_POST
def fork(request: HttpRequest, pk: int) -> HttpResponse:
    source = deck_or_404(request, pk)
    version = version_of(source, number=_parse_number(request, "version")) or source.current
    assert version is not None
    try:
        deck = deck_fork(owner=logged_in_user(request), version=version)
    except TooMany as refused:
        messages.error(request, str(refused))
        return redirect("deck", pk)
    messages.success(request, _("This is your own copy now. Only you can see it."))
    return redirect("deck", deck.pk)


@login_required
@require_POST
def restore(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    deck = own_or_404(request, pk)
    version, form = version_of(deck, number=number), RestoreForm(request.POST)
    if version is None:
        raise Http404
    message = form.cleaned_data["message"] if form.is_valid() else ""
    message = message or _("Version %(number)s again") % {"number": number}
    try:
        version_restore(deck=deck, author=logged_in_user(request), version=version, message=message)
        messages.success(request, _("Version %(number)s is the current one again.") % {"number": number})
    except (VersionConflict, TooMany):
        messages.error(request, _("Somebody saved this deck a moment ago: look, then restore again."))
    return redirect("deck_history", pk)


@login_required
@require_POST
def describe(request: HttpRequest, pk: int) -> HttpResponse:
    deck = own_or_404(request, pk)
    form = DescribeForm(request.POST)
    if not form.is_valid():
        context = deck_context(request, deck, decklists.of_deck(deck), tab="settings", form=form)
        return render(request, "decks/settings.html", context, status=400)
    deck_describe(deck=deck, notes=form.cleaned_data["notes"], tags=form.cleaned_data["tags"])
    messages.success(request, _("Saved."))
    return redirect("deck", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a deck after a confirmation page."""
    deck = own_or_404(request, pk)
    if request.method != "POST":
        context = deck_context(request, deck, decklists.of_deck(deck), tab="settings")
        return render(request, "decks/delete.html", context)
    deck_delete(deck=deck)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": deck.name})
    return redirect("deck_list")


@login_required
@require_POST
def set_visibility(request: HttpRequest, pk: int) -> HttpResponse:
    deck = own_or_404(request, pk)
    form = VisibilityForm(request.POST)
    if form.is_valid():
        share_links.visibility_set(deck=deck, visibility=form.cleaned_data["visibility"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["visibility"]))
    return redirect("deck_share", pk)


@login_required
@require_POST
def link_new(request: HttpRequest, pk: int) -> HttpResponse:
    deck = own_or_404(request, pk)
    form = LinkForm(request.POST)
    try:
        share_links.link_create(deck=deck, expires_at=form.expires_at() if form.is_valid() else None)
        messages.success(request, _("The link is made."))
    except share_links.TooManyLinks as refused:
        messages.error(request, str(refused))
    return redirect("deck_share", pk)


@login_required
@require_POST
def link_revoke(request: HttpRequest, pk: int, link_id: int) -> HttpResponse:
    if not share_links.link_revoke(deck=own_or_404(request, pk), link_id=link_id):
        raise Http404
    messages.success(request, _("The link is revoked: it opens nothing any more."))
    return redirect("deck_share", pk)


@login_required
@require_POST
def like(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    reactions.like_set(deck=deck, user=logged_in_user(request), likes=request.POST.get("likes") == "1")
    if wants_part(request):
        likes_it = request.POST.get("likes") == "1"
        return render(request, "decks/snippets/like_now.html", {"deck": deck, "likes_it": likes_it})
    return redirect("deck", pk)


@login_required
@require_POST
def comment(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    try:
        reactions.comment_add(deck=deck, author=logged_in_user(request), text=request.POST.get("text", ""))
    except reactions.ReactionRefused as refused:
        messages.error(request, str(refused))
    return redirect("deck_talk", pk)


@login_required
@require_POST
def comment_remove(request: HttpRequest, pk: int, comment_id: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    target = Comment.objects.select_related("deck").filter(deck=deck, pk=comment_id).first()
    if target is None or not reactions.comment_remove(comment=target, user=logged_in_user(request)):
        raise Http404
    messages.success(request, _("The comment is removed."))
    return redirect("deck_talk", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def complain(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a deck, or a comment on it, to staff."""
    deck = deck_or_404(request, pk)
    about = Comment.objects.filter(deck=deck, pk=_parse_number(request, "comment")).first()
    context = deck_context(request, deck, decklists.of_deck(deck), tab="talk", about=about)
    if request.method != "POST":
        return render(request, "decks/complain.html", context)
    try:
        reason = request.POST.get("reason", "")
        reactions.complaint_add(deck=deck, reporter=logged_in_user(request), reason=reason, comment=about)
    except reactions.ReactionRefused as refused:
        return render(request, "decks/complain.html", context | {"refused": str(refused)}, status=400)
    messages.success(request, _("Thank you: the staff will look at it."))
    return redirect("deck", pk)


@login_required
@require_POST
def take_down(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a public deck down, or put it back. Staff only."""
    if not logged_in_user(request).is_staff:
        raise Http404
    logged_in_user(request).require_second_factor()  # type: ignore[attr-defined]
    deck = Deck.objects.filter(pk=pk, visibility=Deck.Visibility.PUBLIC).first()
    if deck is None:
        raise Http404
    if deck.removed_at is None:
        reactions.deck_take_down(deck=deck)
        messages.success(request, _("The deck is removed from the public."))
    else:
        reactions.deck_put_back(deck=deck)
        messages.success(request, _("The deck is public again."))
    return redirect("public_decks")


def _parse_number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name) or request.GET.get(name) or ""
    return parse_int(text) or 0

"""Pages that show saved decks.

See actions.py for changes and decks/builder for the builder.
"""

from itertools import chain

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from collection.games import game_filter
from decks import decklists
from decks.browse.public_decks import parse_query, public_page
from decks.drafts import new_drafts
from decks.forms import CompareForm, DescribeForm, LinkForm, VisibilityForm
from decks.presentation import draft_tiles, tiles
from decks.rules.statistics import deck_statistics, parse_statistics_query
from decks.selectors import comments_of, links_of, own_decks, version_of, versions_of
from decks.social.markdown import markdown_html
from simulator.engine.decks.changes import changes

from .context import deck_context, deck_or_404, logged_in_user, share_context

DECKS_PER_PAGE = 24
EXAMPLES = 3
VERSIONS_PER_PAGE = 30


@never_cache
@login_required
@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """List the user's decks, last changed first."""
    own, drafts = own_decks(user=request.user), list(new_drafts(owner=logged_in_user(request)))
    codes = own.order_by().values_list("system", flat=True).distinct()
    chosen = game_filter(request.GET, chain(codes, (draft.system for draft in drafts)))
    own = own.filter(system=chosen.chosen.code) if chosen.chosen is not None else own
    page = Paginator(own, DECKS_PER_PAGE).get_page(request.GET.get("page", "1")[:9])
    context = {"page": page, "tiles": tiles(page.object_list, verdicts=True), "games": chosen, "system": chosen.chosen}
    if page.number == 1:
        context["drafts"] = draft_tiles(draft for draft in drafts if chosen.accepts(draft.system))
    if not context["tiles"]:
        query = parse_query({"order": "likes"}, system=chosen.chosen)
        context["examples"] = tiles(public_page(query, user=request.user, size=EXAMPLES).decks)
    return render(request, "decks/list.html", context)


@require_safe
def deck_page(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    context = deck_context(request, deck, decklists.of_deck(deck), tab="cards")
    return render(request, "decks/deck.html", context | {"notes": markdown_html(deck.notes)})


@require_safe
def deck_figures_page(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    decklist = decklists.of_deck(deck)
    figures = deck_statistics(decklist, query=parse_statistics_query(request.GET.dict()))
    return render(request, "decks/figures.html", deck_context(request, deck, decklist, tab="figures", figures=figures))


@require_safe
def deck_history(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    page = Paginator(versions_of(deck), VERSIONS_PER_PAGE).get_page(request.GET.get("page", "1")[:9])
    context = deck_context(request, deck, decklists.of_deck(deck), tab="history", page=page)
    return render(request, "decks/history.html", context)


@require_safe
def deck_version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show one version of a deck."""
    deck = deck_or_404(request, pk)
    version = version_of(deck, number=number)
    if version is None:
        raise Http404
    context = deck_context(request, deck, decklists.of_version(version), tab="history", version=version)
    return render(request, "decks/deck.html", context)


@require_safe
def deck_compare(request: HttpRequest, pk: int) -> HttpResponse:
    """Compare two versions: cards in, out and changed, and the statistics of both."""
    deck = deck_or_404(request, pk)
    last = deck.current.number if deck.current is not None else 1
    form = CompareForm(request.GET or {"before": max(last - 1, 1), "after": last})
    numbers = [form.cleaned_data[field] for field in ("before", "after")] if form.is_valid() else []
    candidates = [version_of(deck, number=number) for number in numbers]
    versions = [version for version in candidates if version is not None]
    context = deck_context(request, deck, decklists.of_deck(deck), tab="history", last=last)
    if len(versions) < 2:
        return render(request, "decks/compare.html", context, status=404)
    before, after = (decklists.of_version(version) for version in versions)
    context |= {
        "before": versions[0],
        "after": versions[1],
        "changes": changes(before, after),
        "figures_before": deck_statistics(before),
        "figures_after": deck_statistics(after),
    }
    return render(request, "decks/compare.html", context)


@require_safe
def deck_talk(request: HttpRequest, pk: int) -> HttpResponse:
    deck = deck_or_404(request, pk)
    comments = [(comment, markdown_html(comment.text)) for comment in comments_of(deck)]
    context = deck_context(request, deck, decklists.of_deck(deck), tab="talk", comments=comments)
    return render(request, "decks/talk.html", context)


@never_cache
@require_safe
def deck_share(request: HttpRequest, pk: int) -> HttpResponse:
    """Share a deck: code, QR code and exports; visibility and links for its owner."""
    deck = deck_or_404(request, pk)
    context = deck_context(request, deck, decklists.of_deck(deck), tab="share")
    context |= share_context(context["shown"])
    if context["is_owner"]:
        context |= {
            "links": [(link, settings.SITE_URL + reverse("shared_deck", args=[link.token])) for link in links_of(deck)],
            "visibility_form": VisibilityForm(initial={"visibility": deck.visibility}),
            "link_form": LinkForm(),
        }
    return render(request, "decks/share.html", context)


@never_cache
@login_required
@require_safe
def deck_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit notes and tags or delete the deck. Owner only."""
    deck = deck_or_404(request, pk)
    if deck.owner_id != request.user.pk:
        raise Http404
    tags = ", ".join(tag.tag for tag in deck.tags.all())
    form = DescribeForm(initial={"notes": deck.notes, "tags": tags})
    context = deck_context(request, deck, decklists.of_deck(deck), tab="settings", form=form)
    return render(request, "decks/settings.html", context)

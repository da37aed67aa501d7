"""Pages for house formats: list, show, copy, edit and delete."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.games import first_game, games_in_order, get_game, installed_game, named_game, requested_game
from decks.models import HouseFormat
from decks.presentation import format_name
from decks.rules.house_formats import MAX_LIMITS, FormatRefused, find_format, house_format_change, house_format_create
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator.engine.decks.formats import Format
from simulator.engine.game_system import GameSystem

from .context import logged_in_user

MAX_PARAM = 999_999_999
MAX_COPIES = 999


@require_safe
def format_list(request: HttpRequest) -> HttpResponse:
    """List a game's formats and the user's own."""
    system, language = requested_game(request.GET), current_language()
    formats = [(known, known.names[language], format_rows(known, system=system)) for known in system.formats]
    own = logged_in_user(request).house_formats.all() if request.user.is_authenticated else ()  # type: ignore[attr-defined]
    context = {"system": system, "formats": formats, "own": [row for row in own if row.system == system.code]}
    return render(request, "decks/formats.html", context)


@require_safe
def format_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a format to anyone who knows its code.

    Games may have formats of the same code: without a game, the first game has precedence.
    """
    named = named_game(request.GET)
    for system in [named] if named is not None else [first_game(), *games_in_order()]:
        format = find_format(code, system=system)
        if format is not None:
            house = HouseFormat.objects.filter(code=code).first()
            context = {
                "format": format,
                "name": format_name(code, system=system),
                "house": house,
                "system": system,
                "rows": format_rows(format, system=system),
                "limits": limit_rows(format, system=system),
                "is_owner": house is not None and house.owner_id == request.user.pk,
            }
            return render(request, "decks/format.html", context)
    installed_game(get_object_or_404(HouseFormat, code=code).system)
    raise Http404


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def format_new(request: HttpRequest, system: str, base: str) -> HttpResponse:
    """Create a house format as a changed copy of another format."""
    game = get_game(system)
    source = find_format(base, system=game)
    if source is None:
        raise Http404
    if request.method != "POST":
        name = _("%(name)s of my house") % {"name": source.names[current_language()]}
        return _render_form(request, source, system=game, name=name)
    params, limits = _parse_form(request, system=game)
    try:
        row = house_format_create(
            owner=logged_in_user(request),
            system=game,
            base=_game_base(base, system=game),
            name=request.POST.get("name", ""),
            params=params,
            limits=limits,
        )
    except FormatRefused as refused:
        return _render_form(request, source, system=game, name=request.POST.get("name", ""), refused=refused)
    messages.success(request, _("The format is made. Whoever knows its address can use it."))
    return redirect("format", row.code)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def format_edit(request: HttpRequest, code: str) -> HttpResponse:
    row = get_object_or_404(HouseFormat, code=code, owner_id=request.user.pk)
    game = installed_game(row.system)
    source = find_format(code, system=game)
    if source is None:
        raise Http404
    if request.method != "POST":
        return _render_form(request, source, system=game, name=row.name)
    params, limits = _parse_form(request, system=game)
    try:
        house_format_change(
            row=row, system=game, base=row.base, name=request.POST.get("name", ""), params=params, limits=limits
        )
    except FormatRefused as refused:
        return _render_form(request, source, system=game, name=request.POST.get("name", ""), refused=refused)
    messages.success(request, _("Saved."))
    return redirect("format", code)


@login_required
@require_POST
def format_delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a house format; decks that name it then have an unknown format."""
    get_object_or_404(HouseFormat, code=code, owner_id=request.user.pk).delete()
    messages.success(request, _("The format is deleted."))
    return redirect("format_list")


def format_rows(format: Format, *, system: GameSystem) -> list[tuple[str, str]]:
    """Return the name and value of every parameter of a format."""
    language = current_language()
    rows = []
    for param in system.format_params:
        rows.append((param.names[language], param.value_text(format.params[param.code], language)))
    return rows


def limit_rows(format: Format, *, system: GameSystem) -> list[tuple[str, str, object]]:
    language = current_language()
    cards = [(code, system.catalogue.get(code), most) for code, most in format.limits.items()]
    return [(code, card.name(language) if card is not None else code, most) for code, card, most in cards]


def _game_base(base: str, *, system: GameSystem) -> str:
    """Return the game's own format behind a format; house formats are based on one."""
    house = HouseFormat.objects.filter(code=base, system=system.code).first()
    return house.base if house is not None else base


def _render_form(
    request: HttpRequest, source: Format, *, system: GameSystem, name: str, refused: FormatRefused | None = None
) -> HttpResponse:
    """Render the form; submitted values stay even if they are invalid."""
    language, posted = current_language(), request.POST
    fields = [
        {
            "param": param,
            "name": param.names[language],
            "value": posted.get(param.code, str(source.params[param.code])),
            "chosen": posted.getlist(param.code) if posted else source.params[param.code],
            "choices": [(code, words[language]) for code, words in param.choices.items()],
            "zero": param.zero[language] if param.zero is not None else "",
        }
        for param in system.format_params
    ]
    limits = posted.get("limits", "\n".join(f"{most} {card}" for _c, card, most in limit_rows(source, system=system)))
    context = {"fields": fields, "limits": limits, "name": name, "system": system, "source": source, "refused": refused}
    return render(request, "decks/format_form.html", context, status=400 if refused else 200)


def _parse_form(request: HttpRequest, *, system: GameSystem) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parse the submitted parameters and limits.

    Values that are not numbers are passed on: the service refuses and quotes them.
    """
    params: dict[str, Any] = {}
    for param in system.format_params:
        if param.kind == "set":
            params[param.code] = [code[:60] for code in request.POST.getlist(param.code)]
            continue
        text = request.POST.get(param.code, "").strip()[:60]
        number = parse_int(text, minimum=-MAX_PARAM, maximum=MAX_PARAM) if param.kind == "number" else None
        params[param.code] = text if number is None else number
    limits: dict[str, Any] = {}
    for line in request.POST.get("limits", "")[:20_000].splitlines()[: MAX_LIMITS + 1]:
        count, _space, name = line.strip().partition(" ")
        if line.strip():
            cards = system.catalogue.find(name)
            code = cards[0].code if cards else name or count
            number = parse_int(count, maximum=MAX_COPIES)
            limits[code] = count if number is None else number
    return params, limits

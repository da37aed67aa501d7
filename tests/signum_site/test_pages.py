"""Base pages: contents, languages, themes, headers, error pages, logging."""

import re

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from signum_site import urls
from signum_site.config.environment import BASE_DIR

PAGES = ["home", "about", "account_login", "account_signup", "account_reset_password"]
TEMPLATES = sorted((BASE_DIR / "signum_site/templates").rglob("*.html"))


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret detail")


handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
urlpatterns = [*urls.urlpatterns, path("broken/", broken), path("api/broken/", broken)]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("name", PAGES)
def test_page_opens_in_every_language(client: Client, name: str, language: str) -> None:
    response = client.get(reverse(name), headers={"Accept-Language": language})
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.django_db
def test_home_shows_counts(client: Client, django_user_model) -> None:
    assert "user" not in {figure.symbol for figure in client.get("/").context["figures"]}
    django_user_model.objects.create_user("vera")
    figures = {figure.symbol: figure.number for figure in client.get("/").context["figures"]}
    assert figures["user"] == 1


@pytest.mark.django_db
def test_home_links_to_every_part(client: Client) -> None:
    page = client.get("/").content.decode()
    features = page.split('class="features"')[1].split("</ul>")[0]
    for name in ["cards", "deck_build", "stock_home", "public_decks", "simulation_new", "odds_start"]:
        assert f'href="{reverse(name)}"' in features


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "part"), [("/decks/build/", "/decks/build/"), ("/rules/signum/", "/glossary/"), ("/", "")]
)
def test_menu_marks_the_current_page_once(client: Client, path: str, part: str) -> None:
    page = client.get(path).content.decode()
    current = re.findall(r'href="([^"]*)"\s+aria-current', page.split('class="nav"')[1].split("</ul>")[0])
    assert current == ([part] if part else [])


@pytest.mark.django_db
def test_home_takes_few_queries(client: Client, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(4):
        client.get("/")


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_no_inline_code_and_no_other_hosts(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    page = response.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//(?!testserver)""", page)


@pytest.mark.django_db
def test_security_headers_are_sent(client: Client) -> None:
    headers = client.get("/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.django_db
def test_language_is_remembered(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "it", "next": "/about/"})
    assert '<html lang="it"' in client.get("/about/").content.decode()


@pytest.mark.django_db
def test_theme_is_remembered(client: Client) -> None:
    response = client.post(reverse("set_theme"), {"theme": "dark", "next": "/about/"})
    assert response.headers["Location"] == "/about/"
    assert 'data-theme="dark"' in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("theme", ["", "neon", '"><script>', "x" * 9000])
def test_unknown_theme_is_ignored(client: Client, theme: str) -> None:
    client.post(reverse("set_theme"), {"theme": theme})
    client.cookies["theme"] = "neon"
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["set_theme", "set_language"])
@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"])
def test_switch_never_redirects_to_another_site(client: Client, name: str, elsewhere: str) -> None:
    response = client.post(reverse(name), {"theme": "dark", "language": "es", "next": elsewhere})
    assert response.headers["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["set_theme", "set_language"])
def test_switch_needs_post(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405


@pytest.mark.django_db
def test_missing_page(client: Client) -> None:
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "<h1" in response.content.decode()


@pytest.mark.django_db
def test_missing_api_address_gets_json(client: Client) -> None:
    response = client.get("/api/v1/nothing/")
    assert response.status_code == 404
    assert response.json() == {"detail": "There is nothing at /api/v1/nothing/. What there is, /api/ lists."}


@pytest.mark.django_db
def test_form_without_csrf_token_is_refused() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("set_theme"), {"theme": "dark"})
    assert response.status_code == 403
    assert "<h1" in response.content.decode()


def test_unknown_host_is_a_bad_request(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.content.decode()


@override_settings(ROOT_URLCONF=__name__, PROXIES=1)
def test_crash_page_shows_only_the_request_id() -> None:
    response = Client(raise_request_exception=False).get("/broken/", headers={"X-Request-ID": "from-the-proxy-1"})
    page = response.content.decode()
    assert response.status_code == 500
    assert "from-the-proxy-1" in page
    assert "secret detail" not in page
    assert "RuntimeError" not in page


@override_settings(ROOT_URLCONF=__name__)
def test_crash_in_the_api_gets_json() -> None:
    response = Client(raise_request_exception=False).get("/api/broken/")
    assert response.status_code == 500
    assert response.json()["request_id"] == response.headers["X-Request-ID"]


@pytest.mark.django_db
@override_settings(PROXIES=1)
@pytest.mark.parametrize("request_id", ["", "short", "with space in it", "x" * 65, "evil\nline-line"])
def test_invalid_request_id_is_replaced(client: Client, request_id: str) -> None:
    response = client.get("/about/", headers={"X-Request-ID": request_id})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])


@pytest.mark.django_db
def test_request_id_without_a_proxy_is_replaced(client: Client) -> None:
    response = client.get("/about/", headers={"X-Request-ID": "of-somebody-else-1"})
    assert re.fullmatch(r"[0-9a-f]{32}", response.headers["X-Request-ID"])


@pytest.mark.django_db
@override_settings(PROXIES=1)
def test_request_is_logged_without_its_query(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="signum_site.requests"):
        client.get("/about/?q=private", headers={"X-Request-ID": "abcdefgh-1"})
    (line,) = [record.msg for record in caplog.records if record.name == "signum_site.requests"]
    assert line["path"] == "/about/"
    assert line["request_id"] == "abcdefgh-1"
    assert line["status"] == 200


@pytest.mark.django_db
def test_reset_key_is_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="signum_site.requests"):
        client.get("/account/password/reset/key/1-secretkey/")
    assert "secretkey" not in str([record.msg for record in caplog.records])


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_every_symbol_in_a_template_exists(template) -> None:
    sprite = (BASE_DIR / "signum_site/static/symbols.svg").read_text()
    drawn = set(re.findall(r'<symbol[^>]*\bid="([^"]+)"', sprite))
    assert set(re.findall(r'{% symbol "([^"]+)"', template.read_text())) <= drawn


@pytest.mark.django_db
def test_api_schema_is_served(client: Client) -> None:
    assert b"/api/v1/me/" in client.get("/api/schema/").content


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["es", "it"])
def test_api_page_links_to_its_language(client: Client, language: str) -> None:
    page = client.get(reverse("api"), headers={"Accept-Language": language}).content.decode()
    assert f"<code>lang={language}</code>" in page
    assert "<code>lang=" not in client.get(reverse("api"), headers={"Accept-Language": "en"}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/account/login/", "/account/signup/", "/account/password/reset/", "/account/email/", "/account/password/change/"],
)
def test_library_pages_use_sentence_case(client: Client, django_user_model, address: str) -> None:
    if "login" not in address and "signup" not in address:
        client.force_login(django_user_model.objects.create_user("vera", password="a long pass phrase"))
    page = client.get(address, headers={"Accept-Language": "en"}).content.decode()
    titles = re.findall(r"<(title|h1|h2|label|button)\b[^>]*>\s*([^<]+?)\s*<", page)
    assert titles
    assert [text for _, text in titles if re.search(r"[a-z] [A-Z][a-z]", text.split(" – ")[0])] == []

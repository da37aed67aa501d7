"""Base pages: content, language, theme and headers."""

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
def test_a_page_opens_in_every_language(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()


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
def test_the_menu_marks_the_current_page_once(client: Client, path: str, part: str) -> None:
    page = client.get(path).content.decode()
    current = re.findall(r'href="([^"]*)" aria-current', page.split('class="nav"')[1].split("</ul>")[0])
    assert current == ([part] if part else [])


@pytest.mark.django_db
def test_home_takes_few_queries(client: Client, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(4):
        client.get("/")


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_there_is_no_inline_code_and_no_foreign_host(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    page = answer.content.decode()
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
def test_a_visitor_s_language_is_remembered(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "it", "next": "/about/"})
    assert '<html lang="it"' in client.get("/about/").content.decode()


@pytest.mark.django_db
def test_a_visitor_s_theme_is_remembered(client: Client) -> None:
    answer = client.post(reverse("set_theme"), {"theme": "dark", "next": "/about/"})
    assert answer.headers["Location"] == "/about/"
    assert 'data-theme="dark"' in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("theme", ["", "neon", '"><script>', "x" * 9000])
def test_an_unknown_theme_changes_nothing(client: Client, theme: str) -> None:
    client.post(reverse("set_theme"), {"theme": theme})
    client.cookies["theme"] = "neon"
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["set_theme", "set_language"])
@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"])
def test_switches_never_redirect_to_another_site(client: Client, name: str, elsewhere: str) -> None:
    answer = client.post(reverse(name), {"theme": "dark", "language": "es", "next": elsewhere})
    assert answer.headers["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["set_theme", "set_language"])
def test_switches_need_a_post_request(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405


@pytest.mark.django_db
def test_unknown_pages_get_404(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


@pytest.mark.django_db
def test_unknown_api_urls_get_json(client: Client) -> None:
    answer = client.get("/api/v1/nothing/")
    assert answer.status_code == 404
    assert answer.json() == {"detail": "There is nothing at /api/v1/nothing/. What there is, /api/ lists."}


@pytest.mark.django_db
def test_a_form_without_a_csrf_token_gets_a_page() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("set_theme"), {"theme": "dark"})
    assert answer.status_code == 403
    assert "<h1" in answer.content.decode()


def test_an_unknown_host_is_a_bad_request(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" not in answer.content.decode()


@override_settings(ROOT_URLCONF=__name__, PROXIES=1)
def test_a_crash_shows_only_the_request_id() -> None:
    answer = Client(raise_request_exception=False).get("/broken/", headers={"X-Request-ID": "from-the-proxy-1"})
    page = answer.content.decode()
    assert answer.status_code == 500
    assert "from-the-proxy-1" in page
    assert "secret detail" not in page
    assert "RuntimeError" not in page


@override_settings(ROOT_URLCONF=__name__)
def test_a_crash_in_the_api_returns_json() -> None:
    answer = Client(raise_request_exception=False).get("/api/broken/")
    assert answer.status_code == 500
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


@pytest.mark.django_db
@override_settings(PROXIES=1)
@pytest.mark.parametrize("given", ["", "short", "with space in it", "x" * 65, "evil\nline-line"])
def test_a_malformed_request_id_is_replaced(client: Client, given: str) -> None:
    answer = client.get("/about/", headers={"X-Request-ID": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])


@pytest.mark.django_db
def test_a_request_id_without_a_proxy_is_replaced(client: Client) -> None:
    answer = client.get("/about/", headers={"X-Request-ID": "of-somebody-else-1"})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["X-Request-ID"])


@pytest.mark.django_db
@override_settings(PROXIES=1)
def test_every_request_is_one_log_line_with_its_id_and_without_its_query(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="signum_site.requests"):
        client.get("/about/?q=private", headers={"X-Request-ID": "abcdefgh-1"})
    (line,) = [record.msg for record in caplog.records if record.name == "signum_site.requests"]
    assert line["path"] == "/about/"
    assert line["request_id"] == "abcdefgh-1"
    assert line["status"] == 200


@pytest.mark.django_db
def test_the_key_of_a_reset_link_is_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="signum_site.requests"):
        client.get("/account/password/reset/key/1-secretkey/")
    assert "secretkey" not in str([record.msg for record in caplog.records])


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_every_symbol_in_templates_exists(template) -> None:
    sprite = (BASE_DIR / "signum_site/static/symbols.svg").read_text()
    drawn = set(re.findall(r'<symbol[^>]*\bid="([^"]+)"', sprite))
    assert set(re.findall(r'{% symbol "([^"]+)"', template.read_text())) <= drawn


@pytest.mark.django_db
def test_the_api_schema_is_served(client: Client) -> None:
    assert b"/api/v1/me/" in client.get("/api/schema/").content


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["es", "it"])
def test_the_api_page_says_that_it_is_in_english(client: Client, language: str) -> None:
    page = client.get(reverse("api"), headers={"Accept-Language": language}).content.decode()
    assert f"<code>lang={language}</code>" in page
    assert "<code>lang=" not in client.get(reverse("api"), headers={"Accept-Language": "en"}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/account/login/", "/account/signup/", "/account/password/reset/", "/account/email/", "/account/password/change/"],
)
def test_titles_of_libraries_are_in_sentence_case(client: Client, django_user_model, address: str) -> None:
    if "login" not in address and "signup" not in address:
        client.force_login(django_user_model.objects.create_user("vera", password="a long pass phrase"))
    page = client.get(address, headers={"Accept-Language": "en"}).content.decode()
    titles = re.findall(r"<(title|h1|h2|label|button)\b[^>]*>\s*([^<]+?)\s*<", page)
    assert titles
    assert [text for _, text in titles if re.search(r"[a-z] [A-Z][a-z]", text.split(" – ")[0])] == []

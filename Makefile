# The menu. A fresh clone needs nothing but make, Python 3.11, 3.12 or 3.13 and these targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
PYTHONS ?= python3.11 python3.12 python3.13
VENV ?= .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
RUN_READY := $(VENV)/.ready-to-run
ENGINE_READY := $(VENV)/.ready-to-compile
DEV_READY := $(VENV)/.ready-to-develop

# Where the part of the suite that needs servers finds them. The second test process uses the next two Redis databases.
TEST_DATABASE_URL ?= postgres://postgres@127.0.0.1:5432/postgres
TEST_BROKER_URL ?= redis://127.0.0.1:6379/9
TEST_CACHE_URL ?= redis://127.0.0.1:6379/10
SERVICES_ENV = DATABASE_URL=$(TEST_DATABASE_URL) BROKER_URL=$(TEST_BROKER_URL) CACHE_URL=$(TEST_CACHE_URL)
PRODUCTION_ENV = $(SERVICES_ENV) SITE_URL=https://signum.example SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(48))')

.PHONY: help run engine test test-fast test-processes test-compiled test-services test-browser test-pythons check format bench playthroughs pictures contact-sheet messages backup restore clean audit
help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(RUN_READY)  ## web server and worker on http://127.0.0.1:8000 (PORT=8001 for another port)
	@exec $(MANAGE) run_site

engine: $(ENGINE_READY)  ## compile the rules with mypyc, if there is a C compiler: many times the games a second (GAMES=signum for some games only)
	@ENGINE_PURE=1 $(BIN)/python -m simulator.compilation.build $(GAMES)

# Two parts at a time: some of them wait more than they calculate. The engine comes first, as a build uses every core.
test: $(DEV_READY) messages engine  ## the whole suite
	@$(MAKE) --no-print-directory -j2 --output-sync=target test-fast test-processes test-compiled test-services test-browser

# Everything that needs more than its own process has another target.
ELSEWHERE := services or browser or compiled or played
test-fast: $(DEV_READY) messages  ## what answers in minutes: rules, engine, apps and pages, on the interpreted engine
	ENGINE_PURE=1 $(BIN)/pytest -n auto --dist loadgroup -m "not ($(ELSEWHERE) or processes)"

# Three at a time, because they wait for each other's processes more than they calculate.
test-processes: $(DEV_READY) messages  ## the part that starts commands, sites and workers
	ENGINE_PURE=1 $(BIN)/pytest -n 3 --dist loadgroup -m "processes and not ($(ELSEWHERE))"

# The rules of single chapters are tested interpreted; here is what plays whole games, and every scenario.
PLAYED := tests/signum/game/test_scenarios.py tests/signum/game/test_game.py tests/signum/policies/test_players.py tests/signum/calculators/test_odds.py
test-compiled: $(DEV_READY) engine  ## scenarios, golden games and digests on the compiled engine, and 2,000 random games
	$(BIN)/pytest -n 2 -m "not services and not browser" $(PLAYED) tests/playthroughs tests/contract tests/compiled

test-services: $(DEV_READY) messages  ## the part that runs on PostgreSQL and Redis
	$(SERVICES_ENV) $(BIN)/pytest -n 2 --dist loadgroup -m "services or both_databases"

test-browser: $(DEV_READY) messages  ## the part that drives Chromium
	@tests/browser/find_chromium >/dev/null
	CHROMIUM_PATH=$$(tests/browser/find_chromium) $(BIN)/pytest -n 2 -m browser

test-pythons:  ## test-fast on every supported Python that is installed here, each in its own environment
	@for python in $(PYTHONS); do \
	  version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || { echo "$$python is not installed here: skipped."; continue; }; \
	  $(MAKE) --no-print-directory test-fast VENV=.venv/python$$version PYTHON=$$python || exit 1; \
	done

check: $(DEV_READY) messages  ## style, types, import contracts, migrations, production settings, API schema
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --strict simulator/engine simulator/games
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) makemessages --check
	$(PRODUCTION_ENV) $(MANAGE) check --deploy --fail-level WARNING
	$(MANAGE) spectacular --validate --fail-on-warn --file /dev/null

format: $(DEV_READY)  ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

backup: $(RUN_READY)  ## all data in one file in var/backups, also while the site runs
	@$(MANAGE) backup

restore: $(RUN_READY)  ## FILE=var/backups/….zip: the data of a backup, on SQLite or PostgreSQL; stop the site first
	@test -n "$(FILE)" || { echo 'Say which: make restore FILE=var/backups/….zip' >&2; exit 2; }
	@$(MANAGE) restore "$(FILE)"

bench: $(RUN_READY)  ## games a second, clone time, start-up time and memory
	$(MANAGE) bench

audit: $(DEV_READY)  ## known weaknesses of what is pinned; needs a network, or DATABASE=all.zip, a copy of OSV's export of PyPI
ifdef DATABASE
	@$(BIN)/python .ci/audit_offline.py "$(DATABASE)"
else
	@found=$$($(BIN)/pip-audit --strict --disable-pip --no-deps --progress-spinner off -r requirements.txt -r requirements-dev.txt 2>&1); code=$$?; \
	if grep -qE 'could not be audited|ConnectionError|Failed to resolve' <<<"$$found"; then \
	  echo "NOT AUDITED: the database of known weaknesses cannot be reached from here. Run make audit where it can, or with DATABASE=a downloaded copy."; exit 2; \
	fi; echo "$$found"; exit $$code
endif

playthroughs: $(DEV_READY)  ## play the golden games again and write them down: read the diff
	$(BIN)/python -m tests.playthroughs.write

pictures: $(DEV_READY) messages  ## take the pictures in README.md again, from the real site
	CHROMIUM_PATH=$$(tests/browser/find_chromium) $(BIN)/pytest -q tests/browser/pictures.py

contact-sheet: $(DEV_READY) messages  ## every page at two widths, in both themes and three languages, to look at
	CHROMIUM_PATH=$$(tests/browser/find_chromium) $(BIN)/pytest -q -s tests/browser/contact_sheet.py

messages: $(RUN_READY)  ## compile the translations
	@$(MANAGE) compilemessages --verbosity 0

clean:  ## remove what can be made again (not var/, which holds your data)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.so
	find simulator '(' -name '*.so' -o -name binaries.json ')' -delete

$(RUN_READY): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Name another with make PYTHON=python3.12 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(ENGINE_READY): requirements-engine.txt $(RUN_READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-engine.txt
	@touch $@

$(DEV_READY): requirements-dev.txt $(ENGINE_READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

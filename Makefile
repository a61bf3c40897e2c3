# The two commands are `make run` and `make test`; `make help` lists the rest. Written for GNU make 3.81 and any sh.
.DEFAULT_GOAL := help
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
# The site and its tests start Python again and again. Without kept bytecode each start takes three times as long.
unexport PYTHONDONTWRITEBYTECODE

PY := .venv/bin/python
# What is installed is stamped with the checksum of what was asked for: an unchanged file costs nothing on the next run.
sum = $(shell cat $(1) | cksum | cut -d' ' -f1)
APP := .venv/installed-app-$(call sum,requirements.txt)
DEV := .venv/installed-dev-$(call sum,requirements.txt requirements-dev.txt)

# A person at this machine wants to see errors; with an address of its own the site is a real one.
DEBUG ?= $(if $(SITE_URL),0,1)
PYTEST := $(PY) -m pytest -q
ARGS ?=

run: $(APP) ## start the site: web server, workers, beat, broker (Ctrl-C stops it; PORT=8001 make run)
	@$(PY) -m engine.compile
	@DEBUG=$(DEBUG) exec $(PY) -m pbchess_site.run

test: $(DEV) ## run every test but the browser's, on SQLite and a bundled broker (ARGS="tests/play -x")
	@$(PY) -m engine.compile
	@$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/e2e -p no:playwright $(if $(DATABASE_URL),,-m "not postgres") $(ARGS)

e2e: $(DEV) ## run the browser tests: Chromium against the site as `make run` starts it
	@$(PYTEST) -m e2e $(ARGS)

check: lint types imports migrations-check test e2e ## everything that must hold before a commit lands

lint: $(DEV) ## look for mistakes and for code or templates out of format
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 --check {} +

fix: $(DEV) ## put code and templates into format, mend what can be mended
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 {} +

types: $(DEV) ## check the types
	@$(PY) -m mypy

imports: $(DEV) ## check that no layer reaches up
	@$(PY) .venv/bin/lint-imports --no-logo

migrations-check: $(DEV) ## check that every change of a model has its migration
	@$(PY) manage.py makemigrations --check --dry-run

compile: $(APP) ## compile the games' rules, if Cython finds a C compiler and Python's headers
	@$(PY) -m engine.compile

solve: $(APP) ## work out the three-on-three setup, for the computer to play it perfectly (minutes; 190 MB in var/)
	@$(PY) -m engine.compile
	@nice -n 10 $(PY) -m engine solve w3

seed: $(APP) ## fill the database with a few players and matches
	@DEBUG=$(DEBUG) $(PY) manage.py migrate -v 0
	@DEBUG=$(DEBUG) $(PY) manage.py seed

# One service alone, for an init system of one's own: default, mail, computer (each with its queue), web, beat.
worker: $(APP) ## start one more worker for the computer players (NAME=mail for another queue)
	@exec $(PY) -m pbchess_site.run $(or $(NAME),computer)

messages: $(DEV) ## bring the catalogues of translations up to date with the words of the site (needs gettext)
	@$(PY) manage.py makemessages -a --no-wrap --no-location --no-obsolete -i tests -i var -i benchmarks
	@$(PY) manage.py compilemessages -i .venv

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

# --- How .venv comes to be ---------------------------------------------------------------------------------------

ifneq ($(shell $(PY) -c 'print("alive")' 2>/dev/null),alive)
$(shell rm -f .venv/installed-*)
.PHONY: $(PY)
endif

install = started=$$(date +%s); echo "installing $(1) into .venv …"; \
	if command -v uv >/dev/null 2>&1; then uv pip install -q --python $(PY) -r $(1); \
	else $(PY) -c 'import pip' 2>/dev/null || $(PY) -m ensurepip >/dev/null || exit 1; \
		$(PY) -m pip install -qq --no-compile --disable-pip-version-check -r $(1); fi \
	&& echo "installed $(1) ($$(($$(date +%s) - started)) s)"

$(APP): | $(PY)
	@$(call install,requirements.txt)
	@touch $@

$(DEV): | $(PY)
	@$(call install,requirements-dev.txt)
	@touch $(APP) $@

# PYTHON=/path/to/python chooses one; otherwise the first that is new enough.
$(PY):
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "error: Python 3.11 or newer is needed; found only $$(python3 --version 2>&1). Install one, or name it: PYTHON=/path/to/python3 make run" >&2; exit 1; \
	fi; \
	echo "making .venv with $$("$$found" --version) …"; rm -rf .venv; \
	if command -v uv >/dev/null 2>&1; then uv venv -q --python "$$(command -v "$$found")" .venv; \
	elif "$$found" -c 'import ensurepip, venv' 2>/dev/null; then "$$found" -m venv .venv; \
	else echo "error: this Python lacks its venv module. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; fi

.PHONY: run test compile solve e2e check lint fix types imports migrations-check seed worker messages help

# The two commands of a newcomer: make demo, make test. Each sets up what it needs, once.

VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PIP := $(PY) -m pip --disable-pip-version-check --quiet --no-input
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --group build --extra providers pyproject.toml

.PHONY: demo setup setup-dev test explore check format bench docs lock clean

demo: setup
	$(VENV)/bin/benchbar demo

setup: $(VENV)/.setup
setup-dev: $(VENV)/.setup-dev

$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Bench & Bar needs Python 3.11 or later: install it first"; exit 1; }
	@echo "setting up in $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.setup: $(VENV)/.python requirements.txt pyproject.toml
	@$(PIP) install --require-hashes --no-deps -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.setup-dev: $(VENV)/.setup requirements-dev.txt
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.txt
	@touch $@

test: setup-dev
	$(PY) -m pytest -q -n 2

SEED ?= 1
explore: setup-dev
	@for seed in 1 2 3 4 5 6 7 8; do \
	  BENCHBAR_EXAMPLES=explore $(PY) -m pytest -q -n 2 -m hypothesis --hypothesis-seed=$(SEED)$$seed || exit 1; \
	done

check: setup-dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) -m tools.make_reference --check

format: setup-dev
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: setup-dev
	$(PY) -m benchmarks.run

docs: setup-dev
	$(PY) -m tools.make_reference

lock: setup-dev
	$(COMPILE) -o requirements.txt
	$(COMPILE) --group dev -c requirements.txt -o requirements-dev.txt

clean:
	rm -rf $(VENV) benchbar-demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

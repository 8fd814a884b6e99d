# Commands of the project. Start with `make run` and `make test`; `make help` lists all.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

TOOLS := $(CURDIR)/.tools
LARDER := target/debug/larder
# Tests compile our own crates without optimisation and with Clippy, which lints them on the way. Their dependencies are
# those of `make run` (decision 005).
LINTED := RUSTC_WORKSPACE_WRAPPER=$(shell rustup which clippy-driver 2>/dev/null || command -v clippy-driver) cargo
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
build: $(SITE) $(MODELS) ## Build the site and the binary if they are stale
	@test -e $(LARDER) || echo "4/4 Program: about six minutes on two cores the first time."
	@cargo build --locked --package larder

$(MODELS): infra/models/get.py infra/models/onnx_prune.py infra/models/SHA256SUMS
	@echo "3/4 Models of the reader (23 MB), from PyPI."
	@python3 infra/models/get.py
	@touch $@

.PHONY: models
models: $(MODELS) ## Download the reader's models from PyPI, check and prune them

$(NODE_MODULES): web/package-lock.json web/package.json
	@echo "1/4 Packages of the site, from the npm registry."
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(SITE): $(NODE_MODULES) $(SITE_SOURCES)
	@echo "2/4 Site."
	@mkdir -p target && cd web && npm run --silent build > ../target/site.log 2>&1 || { cat ../target/site.log; exit 1; }
	@touch $@

.PHONY: test
test: fmt-check test-web test-rust e2e ## Prove a change: formats, lints, types, units, API, main journeys in a browser (15 minutes)

.PHONY: test-all
test-all: test-infra simulate e2e-rest test-push test-calendars ## The rest: all browser journeys, deployment, simulation, push and calendar peers (18 minutes)

.PHONY: test-rust
test-rust: $(MODELS) ## Rust tests and lints: units, API, process, contract, layers
	$(LINTED) test --locked --workspace --no-fail-fast

.PHONY: check
check: fmt-check $(MODELS) $(NODE_MODULES) ## Quick check: formats, lints, types, units, API
	$(LINTED) test --locked --workspace --lib --quiet
	$(LINTED) test --locked --workspace --test larder --quiet -- api:: contract:: layers::
	cd web && npm run --silent lint && npm test --silent

.PHONY: soak
soak: $(MODELS) ## Run a million random operations of three devices against a model
	LARDER_MODEL_OPERATIONS=1000000 cargo test --locked --workspace --test larder -- model:: --nocapture

.PHONY: test-attack
test-attack: $(MODELS) ## Repeat earlier attacks on the running server, on this machine only
	$(LINTED) test --locked --workspace --test larder -- attack::

.PHONY: fuzz
fuzz: $(MODELS) ## Fuzz files, tokens and bodies for ten minutes each (tests run 1,500 of each)
	LARDER_MUTATIONS=1000000000 $(LINTED) test --locked --workspace --test larder -- api::mutated --nocapture

.PHONY: faults
faults: $(MODELS) ## Make each call of each operation fail in ten ways (tests run a sample)
	LARDER_FAULTS=all $(LINTED) test --locked --workspace --test larder -- api::faults --nocapture

.PHONY: years
years: $(MODELS) ## Simulate HOUSEHOLDS (2,000) for three years: size of answers, cost of a scan
	LARDER_HOUSEHOLDS=$(or $(HOUSEHOLDS),2000) cargo test --locked --workspace --test larder -- api::years --nocapture

.PHONY: mutants
mutants: $(TOOLS)/cargo/bin/cargo-mutants ## Mutation tests of the domain crate (half an hour)
	PATH="$(TOOLS)/cargo/bin:$$PATH" cargo mutants --package domain --jobs 1 --output target

.PHONY: functions
functions: $(MODELS)
	@# The functions as the tests link them, for the tests of the deployment. It replaces the served program: `build` follows.
	@$(LINTED) build --profile test --locked --workspace --bins --examples

.PHONY: test-schemathesis
test-schemathesis: build $(TOOLS)/schemathesis/.ready ## Fuzz a running Larder's API with Schemathesis
	LARDER_BIN=$(LARDER) PYTHONPATH=$(TOOLS)/schemathesis python3 infra/local/tests/schemathesis/run.py

.PHONY: test-moto
test-moto: $(MODELS) $(TOOLS)/moto/.ready ## Run the API tests on moto's DynamoDB
	PYTHONPATH=$(TOOLS)/moto python3 infra/local/tests/moto/run.py cargo test --locked --workspace --test larder -- --include-ignored api::

$(TOOLS)/%/.ready: infra/local/tests/%/requirements.txt
	@echo "Installing $* from PyPI into .tools."
	@rm -rf $(TOOLS)/$* && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(TOOLS)/$* -r $<
	@touch $@

FIREBASE := infra/local/tests/firebase
.PHONY: test-firebase
test-firebase: build $(FIREBASE)/node_modules/.package-lock.json ## Test the official Firebase client against our identity provider
	cd $(FIREBASE) && LARDER_BIN=$(CURDIR)/$(LARDER) npm test --silent

$(FIREBASE)/node_modules/.package-lock.json: $(FIREBASE)/package-lock.json
	@echo "Installing the Firebase client from the npm registry."
	@cd $(FIREBASE) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

PREVIOUS ?= HEAD~1
.PHONY: test-versions
test-versions: functions build $(TOOLS)/deploy/.ready ## Test the functions of an earlier commit (PREVIOUS) and today's over one table
	@rm -rf $(TOOLS)/previous && git worktree prune && git worktree add --quiet --detach $(TOOLS)/previous $(PREVIOUS)
	@cp -r models/. $(TOOLS)/previous/models && touch $(TOOLS)/previous/models/.ready
	cd $(TOOLS)/previous && cargo build --profile test --locked --workspace --target-dir $(CURDIR)/target/previous
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/same_answers_test.py target/previous/debug SameAnswers.test_what_one_wrote_the_other_reads
	@git worktree remove --force $(TOOLS)/previous

.PHONY: test-arm64
test-arm64: functions build $(TOOLS)/deploy/.ready ## Test `make package`'s arm64 functions under QEMU (Debian: qemu-user libc6-arm64-cross libgcc-s1-arm64-cross)
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/arm64.py

.PHONY: test-web
test-web: $(NODE_MODULES) $(SITE) ## Test the site: types, lints, units, size of the first load
	cd web && npm run --silent types:check && npm run --silent lint && npm test --silent && npm run --silent size

.PHONY: simulate
simulate: build $(SITE) ## Simulate four devices of the real client against the real server (SEEDS, FROM; SEED=7 prints one)
	cd web && LARDER_BIN=$(CURDIR)/$(LARDER) npx vitest run --config simulate/vitest.config.ts

E2E = cd web && CI=1 LARDER_BIN=$(CURDIR)/$(LARDER) npx playwright test
.PHONY: e2e e2e-rest
e2e: build headless-chromium chromium ## Main journeys in a browser
	$(E2E) --grep @main

e2e-rest: build headless-chromium chromium
	$(E2E) --grep-invert @main

WEBKIT = $(firstword $(wildcard /usr/lib/*/webkit*gtk-*/MiniBrowser))
.PHONY: test-engines
test-engines: build $(SITE) $(TOOLS)/cargo/bin/geckodriver ## Test the main journeys in WebKit and Firefox
	@command -v WebKitWebDriver firefox-esr xvfb-run > /dev/null || { echo "Installing Debian's WebKit, Firefox and Xvfb for the tests of engines."; apt-get update -qq && apt-get install -y -qq --no-install-recommends webkit2gtk-driver firefox-esr xvfb > /dev/null; }
	cd web && ENGINE=webkit BROWSER=$(WEBKIT) LARDER_BIN=$(CURDIR)/$(LARDER) xvfb-run -a node --test engines/journeys.test.mjs
	cd web && ENGINE=firefox BROWSER=/usr/bin/firefox-esr GECKODRIVER=$(TOOLS)/cargo/bin/geckodriver LARDER_BIN=$(CURDIR)/$(LARDER) node --test engines/journeys.test.mjs

.PHONY: test-push
test-push: build $(TOOLS)/push-peers/.ready ## Decrypt push messages with independent libraries; test hostile endpoints
	LARDER_BIN=$(LARDER) PYTHONPATH=$(TOOLS)/push-peers python3 infra/local/tests/push-peers/peers_test.py

.PHONY: test-calendars
test-calendars: build $(TOOLS)/calendars/.ready ## Read a calendar with three independent parsers
	LARDER_BIN=$(LARDER) PYTHONPATH=$(TOOLS)/calendars python3 infra/local/tests/calendars/parsers_test.py

HOME_ASSISTANT := infra/home-assistant
HA_PYTHON ?= python3
.PHONY: test-home-assistant
test-home-assistant: build $(TOOLS)/home-assistant/.ready ## Test the integration for Home Assistant on a started Larder (HA_PYTHON: 3.12 or newer)
	LARDER_BIN=$(CURDIR)/$(LARDER) $(TOOLS)/home-assistant/bin/python -m pytest -c $(HOME_ASSISTANT)/tests/pytest.ini --rootdir . -q $(HOME_ASSISTANT)/tests
	$(TOOLS)/home-assistant/bin/python -m mypy --strict custom_components/larder

$(TOOLS)/home-assistant/.ready: $(HOME_ASSISTANT)/tests/requirements.txt
	@$(HA_PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 12) and "Home Assistant needs Python 3.12 or newer: make test-home-assistant HA_PYTHON=python3.13")'
	@echo "Installing Home Assistant from PyPI into .tools (some minutes)."
	@rm -rf $(@D) && $(HA_PYTHON) -m venv $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 $(@D)/bin/pip install -q -r $<
	@touch $@

.PHONY: two-phones
two-phones: build $(SITE) chromium caddy ## Follow option B of docs/SELF-HOSTING.md: two phones in one larder over HTTPS through Caddy
	LARDER_SITE=$(CURDIR)/web/dist CHROMIUM=$$(command -v chromium) node infra/containers/two_phones.mjs $(LARDER)

.PHONY: image
image: $(SITE) $(MODELS) ## Build the container image localhost/larder with docker or podman (IMAGE)
	cargo build --release --locked --package larder --features site
	infra/containers/image.sh target/release/larder $(IMAGE)

.PHONY: test-infra
test-infra: functions build $(TOOLS)/deploy/.ready ## Test the deployment without AWS: roles, functions under the runtime API, CDN functions, and a whole deployment on moto
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/policies_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/containers/files_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/containers/commands_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/same_answers_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/lambda-harness/reminders_test.py
	node --test infra/cdn/pages.test.mjs
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/deploy_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/template_test.py
	PYTHONPATH=$(TOOLS)/deploy python3 infra/deploy/rehearsal_test.py

$(TOOLS)/deploy/.ready: infra/deploy/requirements.txt
	@echo "Installing sam, aws, moto and cfn-lint from PyPI into .tools (two minutes)."
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) -r $<
	@touch $@

.PHONY: headless-chromium
headless-chromium:
	@command -v chromium-headless-shell > /dev/null || { echo "Installing Debian's headless Chromium for the browser tests."; apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation > /dev/null; }

.PHONY: chromium
chromium:
	@command -v chromium > /dev/null || { echo "Installing Debian's chromium."; apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation > /dev/null; }

.PHONY: fonts-inter
fonts-inter:
	@test -d /usr/share/fonts/opentype/inter || { echo "Installing Debian's fonts-inter for the pictures."; apt-get update -qq && apt-get install -y -qq --no-install-recommends fonts-inter > /dev/null; }

.PHONY: caddy
caddy:
	@command -v caddy > /dev/null || { echo "Installing Debian's caddy."; apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy > /dev/null; }

.PHONY: read
read: build ## Read receipts without a server: make read IMAGES="a.jpg b.png"
	@$(LARDER) read $(IMAGES)

.PHONY: pictures
pictures: build $(SITE) chromium fonts-inter caddy ## Take all pictures of the documents again from today's screens
	cd web && LARDER_BIN=$(CURDIR)/$(LARDER) node scripts/pictures.mjs
	PICTURES=$(CURDIR)/docs/images LARDER_SITE=$(CURDIR)/web/dist CHROMIUM=$$(command -v chromium) node infra/containers/two_phones.mjs $(LARDER)

.PHONY: bench-reminders
bench-reminders: $(MODELS) ## Measure a run of the reminders over a million users (USERS, DUE)
	cargo bench --locked --workspace --bench million

.PHONY: bench-api
bench-api: build ## Measure the most frequent API calls: CPU time, p50, p99, memory
	@cd lab && cargo build --locked --quiet --package bench-api
	@target/lab/debug/bench-api $(LARDER)

.PHONY: bench-hostile
bench-hostile: build ## Measure how long others wait while one address attacks (SECONDS per phase)
	python3 lab/hostile.py $(LARDER) $(or $(SECONDS),60)

.PHONY: bench-reader
bench-reader: $(SITE) $(MODELS) ## Score the reader: make bench-reader DIR=pictures-with-truths (without DIR: receipts of random stores)
	@lab/reader.sh $(DIR)

.PHONY: bench-codes
bench-codes: $(NODE_MODULES) ## Measure reading of 300 tilted, blurred and noisy barcodes (COUNT, SEED)
	cd web && node scripts/bench-codes.mjs $(or $(COUNT),300) $(or $(SEED),1)

.PHONY: bench-inp
bench-inp: build $(SITE) ## Measure taps and keys on a phone with 500 items (COUNT, ROWS, SLOWER, RUNS)
	cd web && LARDER_BIN=$(CURDIR)/$(LARDER) node scripts/bench-inp.mjs

.PHONY: bench
bench: bench-site bench-reminders ## Run bench-site and bench-reminders

.PHONY: bench-site
bench-site: build $(SITE) chromium ## Score the site with Lighthouse (median of three) and measure sizes
	@LARDER_BIN=$(LARDER) lab/lighthouse.sh

.PHONY: bench-starts
bench-starts: functions build $(TOOLS)/python/.ready ## Measure start and first request of the Lambda functions on this processor
	PATH="$(TOOLS)/python/bin:$$PATH" PYTHONPATH=$(TOOLS)/python python3 lab/starts.py

.PHONY: types
types: $(NODE_MODULES) ## Write web/openapi.json from the functions, and the site's types from it
	LARDER_WRITE=1 $(LINTED) test --locked --workspace --test larder -- contract::
	cd web && npm run --silent types

.PHONY: package
package: $(SITE) $(MODELS) $(TOOLS)/python/.ready ## Build all that `sam deploy` uploads, and print the sizes of the functions (ARCHITECTURE=x86_64)
	PATH="$(TOOLS)/python/bin:$$PATH" PYTHONPATH=$(TOOLS)/python python3 infra/deploy/package.py --architecture $(or $(ARCHITECTURE),arm64)

.PHONY: sbom
sbom: $(NODE_MODULES) $(TOOLS)/cargo/bin/cargo-cyclonedx ## Write bills of materials of functions, larder and site into target/sbom
	@PATH="$(TOOLS)/cargo/bin:$$PATH" python3 infra/deploy/sbom.py --architecture $(or $(ARCHITECTURE),arm64)

$(TOOLS)/cargo/bin/%:
	@echo "Installing $* from crates.io into .tools (some minutes)."
	@cargo install --locked --quiet --root $(TOOLS)/cargo --target-dir target/tools $*

$(TOOLS)/python/.ready: infra/deploy/build.txt
	@echo "Installing cargo-lambda and zig from PyPI into .tools."
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) -r $<
	@touch $@

.PHONY: fmt
fmt: $(NODE_MODULES) $(TOOLS)/ruff/.ready ## Format Rust, the site and Python
	cargo fmt --all && cd lab && cargo fmt
	cd web && npx prettier --write --log-level warn . '../{infra,lab}/**/*.mjs' --config .prettierrc.json
	$(TOOLS)/ruff/bin/ruff format --quiet

.PHONY: fmt-check
fmt-check: $(NODE_MODULES) $(TOOLS)/ruff/.ready
	cargo fmt --all --check && cd lab && cargo fmt --check
	cd web && npx prettier --check --log-level warn . '../{infra,lab}/**/*.mjs' --config .prettierrc.json
	$(TOOLS)/ruff/bin/ruff format --check --quiet

$(TOOLS)/ruff/.ready: ruff.toml
	@rm -rf $(@D) && PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip install -q --root-user-action ignore --target $(@D) ruff==0.17.6
	@touch $@

.PHONY: lint
lint: fmt-check $(MODELS) $(NODE_MODULES) ## All lints
	$(LINTED) build --profile test --locked --workspace --all-targets
	cd web && npm run --silent lint

.PHONY: audit
audit: $(NODE_MODULES) $(TOOLS)/cargo/bin/cargo-deny ## Licences, bans and sources (cargo-deny), and the packages of the site (npm audit)
	PATH="$(TOOLS)/cargo/bin:$$PATH" cargo deny check licenses bans sources
	PATH="$(TOOLS)/cargo/bin:$$PATH" cargo deny --manifest-path lab/Cargo.toml check --config deny.toml licenses bans sources
	cd web && npm audit --omit=dev

.PHONY: clean
clean: ## Remove build results (never the data)
	rm -rf target web/dist web/node_modules models .tools

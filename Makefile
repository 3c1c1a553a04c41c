# A thin front for CMake. `make run` and `make test` set up everything on a fresh Debian machine.
BUILD := build
JOBS  := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp')

.PHONY: all setup run play reproduce test bench facts fuzz soak hashes docs format lint install clean

all: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

# Installs the Debian packages of packages.txt that are missing.
setup:
	@tools/setup

# The main job: Pool 1 for 1,000 steps by AMGS and by PGS, with pictures and a plot of the residual.
run: all
	@tools/run $(BUILD)

# The playground: the engine in one HTML file, opened in a browser where there is a display.
play: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@tools/web $(BUILD)
	@tools/play $(BUILD)

# The paper's tables and figures beside ours, as one report: some ten minutes. Interrupted, it goes on where it was.
reproduce: all
	@$(BUILD)/modulus reproduce --out $(BUILD)/reproduction

# All tests: gcc and clang, double and float, sanitizers, valgrind, fuzzing for 30 seconds, installing.
test: setup
	@tools/test $(BUILD)

# Scenes against other engines at equal accuracy (single precision comes along as a peer), the cost of a sweep, and alpha=auto against PGS
# and the best fixed alpha: a quarter of an hour in all.
# More options: make bench BENCH="--all", "--peer PROGRAM", "--compare OLD.json"
BENCH ?=
bench: all
	@cmake -S . -B $(BUILD)/single -DMODULUS_SINGLE=ON -DMODULUS_BENCH=OFF >/dev/null
	@cmake --build $(BUILD)/single -j $(JOBS) --target modulus_command -- --no-print-directory >/dev/null
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/modulus bench --peer $(BUILD)/single/modulus --out $(BUILD)/bench/results $(BENCH)
	@$(BUILD)/modulus bench --sweeps --out $(BUILD)/bench/results
	@for what in sweeps friction wall; do echo "== $$what"; tools/facts $(BUILD) $$what 20; done
	@echo; echo "Numbers and plots: $(BUILD)/bench/results"

# The measurements of docs/paper-notes.md and docs/engine.md over 20 placements: some ten minutes.
facts: all
	@for what in omega rest stand; do echo "== $$what"; tools/facts $(BUILD) $$what 20; done

# Fuzzing on demand: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: setup
	@tools/fuzz $(BUILD)/fuzz $(SECONDS)

# Random worlds under the sanitizers: make soak WORLDS=10000
WORLDS ?= 10000
soak: setup
	@tools/soak $(BUILD) $(WORLDS)

# State hashes of scenes against the recorded ones, for all builds: a change that keeps results keeps them.
hashes: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@tools/web $(BUILD)
	@tools/hashes $(BUILD)

# Reference pages and the documents as HTML, by Doxygen; any warning fails.
docs: setup
	@mkdir -p $(BUILD)/docs
	@{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY=$(BUILD)/docs"; echo "PROJECT_NUMBER=$$(sed -n 's/^project(modulus VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"; } | doxygen -
	@echo "Reference pages: $(BUILD)/docs/html/index.html"

# What prettier formats: the TypeScript of the playground, and its scripts and tests.
SCRIPTS = $(shell git ls-files -co --exclude-standard '*.ts' '*.mjs')
PRETTIER = tools/npm-packages && web/node_modules/.bin/prettier --config web/.prettierrc.json --log-level warn

format: setup
	@clang-format -i $(SOURCES)
	@$(PRETTIER) --write $(SCRIPTS)

lint: all
	@clang-format --dry-run --Werror $(SOURCES)
	@$(PRETTIER) --check $(SCRIPTS)
	@clang-tidy --quiet -p $(BUILD) $(filter src/%.c bench/%.c web/%.c,$(SOURCES))

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf $(BUILD) web/node_modules

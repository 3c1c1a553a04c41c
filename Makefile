# A thin layer over CMake. On a fresh Debian machine every target first installs the packages that it needs.
BUILD := build
JOBS  := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp')

.PHONY: all setup run play reproduce test bench facts fuzz soak hashes docs format lint install clean

all: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

# Install the missing Debian packages of packages.txt.
setup:
	@tools/setup

# Simulate Pool 1 for 1,000 steps with auto, AMGS and PGS, and write pictures and a plot of the residual.
run: all
	@tools/run $(BUILD)

# Build the playground, the engine in one HTML file, and open it in a browser if there is a display.
play: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@tools/web $(BUILD)
	@tools/play $(BUILD)

# Write the report with the paper's tables and figures beside ours: about ten minutes. Resumes after an interruption.
reproduce: all
	@$(BUILD)/modulus reproduce --out $(BUILD)/reproduction

# Run all tests: gcc and clang, double and float, the playground, sanitizers, valgrind, 30 seconds of fuzzing per
# target, installation. About 11 minutes on two cores.
test: setup
	@tools/test $(BUILD)

# Measure speed against other engines at equal accuracy (with the single-precision build as one of them), the cost of a
# sweep, and auto against PGS and the best fixed alpha: a quarter of an hour.
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

# Repeat the measurements of docs/paper-notes.md and docs/engine.md over 20 placements: about ten minutes.
facts: all
	@for what in omega rest stand; do echo "== $$what"; tools/facts $(BUILD) $$what 20; done

# Fuzz for longer than make test does: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: setup
	@tools/fuzz $(BUILD)/fuzz $(SECONDS)

# Step random worlds under the sanitizers: make soak WORLDS=10000
WORLDS ?= 10000
soak: setup
	@tools/soak $(BUILD) $(WORLDS)

# Compare the state hashes of scenes with the recorded ones, for all builds. They change only if results change.
hashes: setup
	@cmake -S . -B $(BUILD) >/dev/null
	@tools/web $(BUILD)
	@tools/hashes $(BUILD)

# Build the API reference and the documents as HTML with Doxygen. Any warning is an error.
docs: setup
	@mkdir -p $(BUILD)/docs
	@{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY=$(BUILD)/docs"; echo "PROJECT_NUMBER=$$(sed -n 's/^project(modulus VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"; } | doxygen -
	@echo "API reference: $(BUILD)/docs/html/index.html"

# Files that prettier formats: the playground's TypeScript, scripts and tests.
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

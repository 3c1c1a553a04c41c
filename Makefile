# A thin layer over CMake. On a fresh Debian machine every target first installs the packages that it needs: setup-A+B
# installs the groups A and B of packages.txt, and does nothing if they are there.
BUILD := build
JOBS  := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp')

# Targets run one after the other, and each uses all processors.
.NOTPARALLEL:
.PHONY: all build build-command single setup run play reproduce test bench facts times gallery python fuzz soak mutate hashes symbols package package-test docs format lint install clean

# Build the library in double and in single precision, the command, and the tests and benchmark peers whose packages are
# installed.
all: setup-build+hdf5+render3+mpi
	@cmake -S . -B $(BUILD) -DMODULUS_PRECISIONS=both >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

# The same without libmodulus_single, for tests and measurements.
build:
	@cmake -S . -B $(BUILD) -DMODULUS_PRECISIONS=double >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

# The command alone, in the same folder.
build-command:
	@cmake -S . -B $(BUILD) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target modulus_command -- --no-print-directory

# Install the missing Debian packages of all groups.
setup:
	@tools/setup

setup-%:
	@tools/setup $(subst +, ,$*)

# Simulate Pool 1 for 1,000 steps with auto, AMGS and PGS, and write pictures and a plot of the residual.
run: setup-build+plot build-command
	@tools/run $(BUILD)

# Build the playground, the engine in one HTML file, and open it in a browser if there is a display.
play: setup-web
	@tools/web $(BUILD)
	@tools/play $(BUILD)

# Write the report with the paper's tables and figures beside ours. Resumes after an interruption.
reproduce: setup-build+plot build-command
	@$(BUILD)/modulus reproduce --out $(BUILD)/reproduction

# Run all tests: gcc and clang, double and float, the playground, sanitizers, valgrind, 10 seconds of fuzzing per
# target, installation. About 16 minutes on two cores.
test: setup-build+hdf5+render3+mpi+plot+video+web+sanitize+test+manual+bench+docs+python+python-test
	@tools/test $(BUILD)

# Measure speed against other engines at equal accuracy (with the single-precision build as one of them), the cost of a
# sweep, auto against PGS and the best fixed alpha, and all methods on public contact problems, beside Siconos if it is
# installed: twenty minutes.
# More options: make bench BENCH="--all", "--peer PROGRAM", "--compare OLD.json"
BENCH ?=
bench: setup-build+plot+bench build single
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/modulus bench --peer $(BUILD)/single/modulus --out $(BUILD)/bench/results $(BENCH)
	@$(BUILD)/modulus bench --sweeps --out $(BUILD)/bench/results
	@tools/facts $(BUILD) sweeps friction wall
	@tools/bench-contact $(BUILD) $(BUILD)/bench/results
	@echo; echo "Numbers and plots: $(BUILD)/bench/results"

# Measure the counts that documents quote, and write them to docs/facts.tsv and into the documents: half an hour.
facts: setup-build+plot+test+bench build
	@tools/facts $(BUILD) --update counts

# The same for times, on an otherwise idle machine: about an hour.
times: setup-build+plot+test+bench build single
	@tools/facts $(BUILD) --update times

# Make the pictures of docs/gallery.md.
gallery: setup-build+render3+plot+video build-command
	@tools/gallery $(BUILD)

# The command in single precision, as a peer of the benchmark.
single: setup-build
	@cmake -S . -B $(BUILD)/single -DMODULUS_SINGLE=ON -DMODULUS_BENCH=OFF >/dev/null
	@cmake --build $(BUILD)/single -j $(JOBS) --target modulus_command -- --no-print-directory >/dev/null

# Build the Python package in build/python, for PYTHONPATH; `pip install .` installs it.
python: setup-build+hdf5+render3+python
	@cmake -S . -B $(BUILD) -DMODULUS_PYTHON=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target modulus_python_package -- --no-print-directory
	@PYTHONPATH=$(BUILD)/python $$(tools/python) -c 'import modulus; print("Modulus", modulus.__version__, "for Python")'
	@echo "To use it: export PYTHONPATH=$(abspath $(BUILD))/python; $$(tools/python). The guide is docs/python.md."

# Fuzz for longer than make test does: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: setup-build+sanitize
	@tools/fuzz $(BUILD)/fuzz $(SECONDS)

# Run the attacks of tests/attack for long, under the sanitizers and on other processors: make soak WORLDS=10000
WORLDS ?= 10000
soak: setup-build+sanitize+test
	@tools/soak $(BUILD) $(WORLDS)

# Break the library in one place at a time, and print which test notices: an hour. make mutate ONLY=lcp for one folder
ONLY ?=
mutate: setup-build+test
	@tools/mutate $(BUILD) $(ONLY)

# Compare the state hashes of scenes with the recorded ones, for all builds. They change only if results change.
hashes: setup-build+web
	@tools/web $(BUILD)
	@tools/hashes $(BUILD)

# Write the list of the public functions of both libraries, packaging/libmodulus0.symbols. A test compares it with the libraries.
symbols: all
	@tools/symbols --update $(BUILD)/libmodulus.so $(BUILD)/libmodulus_single.so

# Make Debian packages and the source archive in build/packages.
package: setup-build+hdf5+render3+mpi+python+package
	@tools/package $(BUILD)

# Install the packages in a bare Debian in a folder of its own, and try them there. Needs a Debian mirror, and root or user namespaces.
package-test: setup-package-test package
	@tools/package-test $(BUILD)

# Build the API reference and the documents as HTML with Doxygen. Any warning is an error.
docs: setup-docs
	@mkdir -p $(BUILD)/docs
	@{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY=$(BUILD)/docs"; echo "PROJECT_NUMBER=$$(sed -n 's/^project(modulus VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"; } | doxygen -
	@echo "API reference: $(BUILD)/docs/html/index.html"

# Files that prettier formats: the playground's TypeScript, scripts and tests.
SCRIPTS = $(shell git ls-files -co --exclude-standard '*.ts' '*.mjs')
PRETTIER = tools/npm-packages && web/node_modules/.bin/prettier --config web/.prettierrc.json --log-level warn

format: setup-lint
	@clang-format -i $(SOURCES)
	@$(PRETTIER) --write $(SCRIPTS)

lint: setup-build+lint build
	@clang-format --dry-run --Werror $(SOURCES)
	@$(PRETTIER) --check $(SCRIPTS)
	@clang-tidy --quiet -p $(BUILD) $(filter src/%.c bench/%.c web/%.c python/%.c,$(SOURCES))

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf $(BUILD) web/node_modules

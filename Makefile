# KineDriver for people: `make help` lists what there is. The work is done by CMake (see CMakePresets.json).
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
JOBS := $(shell nproc 2>/dev/null || echo 2)

.DEFAULT_GOAL := build
.PHONY: build demo test bench fuzz format lint unreal-check install help clean

build: ## Optimised build; the program is build/kinedriver
	@.ci/setup build
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release -j $(JOBS)

demo: build ## Run the main job on the embedded sample and say what to look at
	@.ci/setup demo
	@$(PYTHON) Content/demo.py --program build/kinedriver --out out/demo

test: ## All tests; ends with `N passed, N failed`
	@.ci/setup test
	@$(PYTHON) Tests/run.py

bench: ## Benchmarks: tables of ratios to a named reference in the same run
	@.ci/setup bench
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench -j $(JOBS)
	@for program in build/bench/*_bench; do echo; $$program || exit 1; done

fuzz: ## Every fuzz target for FUZZ_SECONDS (600) each
	@.ci/setup test
	@cmake --preset fuzz --log-level=WARNING
	@cmake --build --preset fuzz -j $(JOBS)
	@$(PYTHON) Tests/Fuzz/run.py --build build/fuzz --seconds $(FUZZ_SECONDS)

format: ## Format all C files in place
	@.ci/setup lint
	@git ls-files '*.c' '*.h' | grep -v '^Source/' | xargs clang-format -i

lint: ## Format, include law, style and version checks, and static analysis
	@.ci/setup lint
	@git ls-files '*.c' '*.h' | grep -v '^Source/' | xargs clang-format --dry-run -Werror
	@$(PYTHON) Tests/Law/law_test.py --build build
	@$(PYTHON) Tests/Unreal/Check/plugin_lint.py
	@$(PYTHON) Tests/Unreal/units.py
	@cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 -ICore/include -ICore/src \
		--enable=warning,portability --suppress=missingIncludeSystem --suppress=toomanyconfigs Core

unreal-check: ## The Unreal modules against the real headers of an engine source tree: ENGINE=path
	@$(PYTHON) Tests/Unreal/Check/unreal_check.py $(if $(ENGINE),--engine '$(ENGINE)')

install: build ## Install into PREFIX (/usr/local): program, libraries, headers, pkg-config, CMake package, man page
	@cmake --install build --prefix '$(PREFIX)'

clean: ## Remove everything that was built
	@rm -rf build out

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

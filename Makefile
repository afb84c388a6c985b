# `make serve` and `make test` do all the set-up; everything is installed into this folder.
.PHONY: serve build new-lesson test test-all bench clean
.DEFAULT_GOAL := help

export PIP_DISABLE_PIP_VERSION_CHECK := 1
COURSE := .venv/bin/course

serve: .venv/site.stamp ## build the site and serve it on http://127.0.0.1:8000 (PORT to change)
	@$(COURSE) serve

build: .venv/site.stamp ## build the site into site/
	@$(COURSE) build

new-lesson: .venv/site.stamp ## make the files of a lesson: folder=architecture slug=rope-extension
	@$(COURSE) new-lesson "$(folder)" "$(slug)"

test: .venv/test.stamp ## check and test everything
	@$(COURSE) test

test-all: .venv/test-all.stamp ## the same, then try Firefox and WebKit
	@$(COURSE) test-all

bench: .venv/test.stamp ## measure what readers and authors wait for, beside a plain page
	@$(COURSE) bench

clean: ## remove all that was built or installed in this folder
	@[ ! -x $(COURSE) ] || $(COURSE) clean
	@rm -rf .venv *.egg-info

help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 16

# A Python that is named is looked at each time: it may be another than last time's.
ifneq ($(PYTHON),)
.PHONY: named-python
.venv/site.stamp: named-python
endif

.venv/site.stamp: pyproject.toml
	@PYTHON="$(PYTHON)" .ci/environment .venv .
	@touch $@

.venv/test.stamp: pyproject.toml .venv/site.stamp
	@PYTHON="$(PYTHON)" .ci/environment .venv '.[test]'
	@touch $@

.venv/test-all.stamp: pyproject.toml .venv/test.stamp
	@PYTHON="$(PYTHON)" .ci/environment .venv '.[test-all]'
	@touch $@

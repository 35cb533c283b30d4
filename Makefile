# Every command sets up what it needs and works first on a clean clone; `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo test lint unit integration sanity package reports kubernetes fidelity fuzz scenario scenarios bench assets lab-up lab-down clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## Five real hosts in containers, site.yml on them, a failover shown, manifests judged; leaves the lab running
	@.ci/demo

test: ## Everything below up to the scenarios; ends in one line
	@.ci/test

lint: ## Format, style, types, layers, playbooks, roles, changelog, documentation
	@.ci/lint

unit: ## Unit tests on every Python of this machine (ARGS=… goes to ansible-test units)
	@.ci/unit $(ARGS)

integration: ## Modules, filters and their documented examples as a play runs them (ARGS=… goes to ansible-test integration)
	@.ci/integration $(ARGS)

sanity: ## ansible-test sanity on ansible-core 2.19, 2.20 and 2.21 (CORES="2.21" for some)
	@.ci/sanity

package: ## Build the tarball, install it offline, load every playbook and documentation from it
	@.ci/package

reports: ## The gate's page in a headless Chromium, SARIF by its schema; fetches what is missing (ARGS=… goes to pytest)
	@.ci/reports $(ARGS)

kubernetes: ## The gate compared with the real kube-apiserver and kube-scheduler (ARGS=… goes to pytest)
	@.ci/kubernetes $(ARGS)

fidelity: ## As many comparisons as wanted: make fidelity N=10000 (QUORUM_KUBE_RELEASE=1.36.3 for an older release)
	@N=$(or $(N),10000) .ci/kubernetes $(ARGS)

fuzz: ## Odd values anywhere, as often as wanted: make fuzz N=100000
	@.ci/fuzz $(or $(N),100000)

scenario: ## One molecule scenario on real hosts: make scenario NAME=keepalived (on Debian 13: DISTRO=trixie)
	@test -n "$(NAME)" || { echo "error: name the scenario: make scenario NAME=… (one of: $$(cd molecule && ls -d */molecule.yml | xargs dirname | tr '\n' ' '))" >&2; exit 2; }
	@$(if $(DISTRO),QUORUM_LAB_DISTRO=$(DISTRO)) .ci/scenarios $(NAME)

scenarios: ## All molecule scenarios on one shared lab
	@.ci/scenarios

bench: ## Benchmarks that need no lab, each against its bounds (one of them: make bench NAME=gate)
	@.ci/bench $(NAME)

assets: ## Find, download or build the Kubernetes and etcd programs of the tests
	@.ci/assets

lab-up: ## Start the five hosts (QUORUM_LAB_SUBNET, QUORUM_LAB_NAME choose others)
	@molecule/lab/lab up

lab-down: ## Remove the hosts and their network
	@molecule/lab/lab down

clean: ## Remove what tools left in the checkout (caches outside it stay)
	@git clean -fdXq

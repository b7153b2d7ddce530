# The two commands of README.md need nothing but Go. These targets are for the
# rest.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Seconds that make fuzz takes, shared by all fuzz targets.
FUZZTIME ?= 120

# Real CRDs for make corpus-report.
CORPUS ?= ../shared/corpus/dev

.PHONY: build test lint fuzz seeds bench hostile soundness large thorough mutate gotypes conformance conformance-all record record-kubectl record-minors record-v1beta1 record-crossplane record-kustomize releases docs corpus-report release archives completions record-builtin builtin vscode editors thorough-editors thorough-outputs race

build: ## bin/crdtool
	CGO_ENABLED=0 go build -o bin/crdtool ./cmd/crdtool

test: ## all tests of the main module
	go test ./...

lint: ## gofmt, go vet, staticcheck
	@unformatted="$$(gofmt -l .)"; if [ -n "$$unformatted" ]; then \
		echo "not formatted, run gofmt -w:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go run $(STATICCHECK) ./...

docs: ## docs/rules.md, docs/changes.md, the tables of flags in docs/ and the schema of .crdtool.yaml, from the texts in the code
	go test ./cmd/crdtool -run TestFlagTablesArePublished -update
	go test ./internal/linting/config -run TestSchemaIsPublished -update
	go test ./internal/output/render -run TestChangesArePublished -update
	go run ./cmd/crdtool rules --format markdown > docs/rules.md.new
	mv docs/rules.md.new docs/rules.md

corpus-report: ## what each profile finds in real CRDs, by rule
	@go build -o bin/crdtool ./cmd/crdtool
	@if [ ! -d "$(CORPUS)" ]; then echo "there is no corpus in $(CORPUS); set CORPUS to a folder of CRDs"; exit 0; fi; \
	for profile in server default strict api-review; do \
		echo "== profile $$profile"; \
		bin/crdtool lint --statistics --profile $$profile --fail-on never $(CORPUS) || exit 1; \
	done

fuzz: ## every Fuzz function, one after the other
	@targets="$$(grep -rHoE --include='*_test.go' --exclude-dir=conformance '^func Fuzz[[:alnum:]_]+' . | sort)"; \
	count="$$(echo "$$targets" | grep -c Fuzz)"; \
	if [ "$$count" -eq 0 ]; then echo "no fuzz targets"; exit 0; fi; \
	each=$$(( $(FUZZTIME) / count )); [ "$$each" -gt 0 ] || each=1; \
	echo "$$targets" | while IFS=: read -r file func; do \
		echo "== $${func#func } in $$(dirname "$$file"), $${each}s"; \
		go test "$$(dirname "$$file")" -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime "$${each}s" -fuzzminimizetime 10x </dev/null || exit 1; \
	done

# Seeds that make seeds tries for each fuzz target, from FROM on, and for how long, as 10m;
# if EACH is set and SEEDS is not, as many as there is time for.
EACH ?=
SEEDS ?= $(if $(EACH),0,20000)
FROM ?= 0

seeds: ## what every Fuzz function does, without the fuzzer: SEEDS inputs of its generator, counted
	@for folder in $$(grep -rlE --include='*_test.go' --exclude-dir=conformance 'steer\.Seeds\(' . | xargs -n 1 dirname | sort -u); do \
		echo "== $$folder"; \
		(cd $$folder && go test -run '^TestSeeds' -count 1 -timeout 0 -args -seeds $(SEEDS) -from $(FROM) -each $(or $(EACH),0)) || exit 1; \
	done

bench: ## Go benchmarks, crdtool beside the API server's own code, the table of hand-written parts
	go test -run '^$$' -bench . -benchmem ./...
	cd conformance && go run . bench
	cd conformance && go test -run '^$$' -bench . ./celcheck
	cd conformance && go run ./parts -write ../docs/architecture.md

# The size in bytes of the inputs of make hostile.
HOSTILE_SIZE ?= 3145728

hostile: ## time and memory of commands on inputs that are built to take long
	go test ./cmd/crdtool -run '^TestHostile$$' -count 1 -timeout 0 -v -args -size $(HOSTILE_SIZE)

large: ## compare with a real API server on 200 ordinary large files, chosen by SEED
	cd conformance && go run . large -n 200 -seed $(SEED)

# go test ./... walks a part of the cases and the corpus where walking all takes seconds.
thorough: ## what takes too long for every run: all of the corpus, and what builds crdtool or a program anew
	CRDTOOL_THOROUGH=1 go test ./cmd/crdtool -run '^Test(Hostile|HostileText|PreCommitHooks|Users)$$' -count 1
	CRDTOOL_THOROUGH=1 go test $$(grep -rl --include='*_test.go' --exclude-dir=conformance --exclude-dir=crdtool --exclude-dir=lsp --exclude-dir=celassist \
		--exclude-dir=output --exclude-dir=testgen --exclude-dir=mutation 'internal/testkit/sweep"' . | xargs -n 1 dirname | sort -u)

thorough-outputs: ## the same for documents, schemas for editors and generated tests, which CI leaves out
	CRDTOOL_THOROUGH=1 go test ./internal/output/... ./internal/objects/testgen ./internal/objects/mutation

thorough-editors: ## the same for what answers editors
	CRDTOOL_THOROUGH=1 go test ./internal/lsp/... ./internal/cel/celassist -timeout 0
	go test ./cmd/crdtool -run '^TestEditorsGetTheSameAnswers$$' -count 1 -v -args -editor-files 1000 -editor-damaged 2000
	go test ./internal/lsp/server -run '^TestRandomEdits$$' -count 1 -v -timeout 0 -args -edits 100000

race: ## look for data races in the language server; it needs a C compiler
	CGO_ENABLED=1 go test -race -count 1 ./internal/lsp/... ./internal/cel/celassist

# Random changes of real CRDs that make soundness tries, and single ones whose witnesses it
# looks for.
EDITS ?= 101000

soundness: ## what crdtool diff calls compatible, beside objects under both CRDs, on random changes of real ones
	go test ./internal/upgrading/upgrade -run '^TestNothingQuietBreaks$$' -count 1 -v -timeout 0 -args -edits $(EDITS)
	go test ./internal/upgrading/upgrade -run '^TestWitnessesAreFound$$' -count 1 -v -timeout 0 -args -edits $$(( $(EDITS) / 10 ))

# Mutants that make mutate tries, chosen by SEED; 0 is all.
MUTANTS ?= 0
SEED ?= 1

mutate: ## change the code in small ways: which changes does no test notice?
	cd conformance && go run ./mutate -sample $(MUTANTS) -seed $(SEED)

# The first build in conformance/ compiles an API server and takes minutes.

# The minor versions of Kubernetes whose recorded answers crdtool is compared with,
# or whose servers are asked; all if it is empty.
MINORS ?= 1.25 1.37
# What record-minors asks: names of files in testdata/minors, and a pattern of ids.
SETS ?=
ONLY ?=
# With MISSING=1 it asks only what has no recorded answer.
MISSING ?=

# Random sequences of requests that are played on a real server and on crdtool, by SEED.
SEQUENCES ?= 300

conformance: ## compare with the API server's code on all cases and the corpus
	cd conformance && go run . v1beta1
	cd conformance && go run . minors -minors "$(MINORS)"
	cd conformance && go run . compare
	cd conformance && go run . objects
	cd conformance && go run . sequences -n $(SEQUENCES) -seed $(SEED)
	cd conformance && go run . openapi
	cd conformance && go run . crdtest
	cd conformance && go vet ./... && go test ./...
	cd conformance/kubectl && go vet ./...
	cd conformance/kustomize && go vet ./... && go test ./...

conformance-all: ## the same with the recorded answers of all minor versions
	$(MAKE) conformance MINORS= SEQUENCES=2000

# Clones of projects whose CRDs controller-gen makes, with their dependencies in the module
# cache, and how many changes of their Go code to try.
PROJECTS ?= $(wildcard ../projects/*)
CHANGES ?= 500

gotypes: ## the places of CRDs in the Go code of PROJECTS: how many have one, and what controller-gen changes when those are changed, or fixed
	cd conformance/gotypes && go vet ./... && go run . paths $(abspath $(PROJECTS))
	cd conformance/gotypes && go run . mutate $(CHANGES) $(SEED) $(abspath $(PROJECTS))
	cd conformance/gotypes && go run . fix 10 $(SEED) $(abspath $(PROJECTS))
	cd conformance/gotypes && go run . live $(abspath $(PROJECTS))
	cd conformance/gotypes && go run . typing $(CHANGES) $(SEED) $(abspath $(PROJECTS))

record-minors: ## write the answers of the servers of MINORS into testdata/minors; each is built once, which takes minutes
	cd conformance && go run . record-minors -minors "$(MINORS)" -sets "$(SETS)" -only '$(ONLY)' $(if $(MISSING),-missing)
	cd conformance && go run . releases

releases: ## how what older releases publish of Kubernetes' own types differs, from testdata/minors, for crdtool to embed
	cd conformance && go run . releases

builtin: ## the kinds and fields of Kubernetes' own API, for crdtool to embed; needs the module proxy for the Go types of each minor version
	cd conformance && go run ./builtin catalog

record-builtin: ## write how the decoders of MINORS read objects of built-in kinds into testdata/builtin; each is built once, which takes minutes
	cd conformance && go run ./builtin record -minors "$(MINORS)" -n 800

record-v1beta1: ## write what an API server of Kubernetes 1.21 makes of CRDs of v1beta1 into testdata/; it is built once, which takes minutes
	cd conformance && go run . record-v1beta1

record-kubectl: ## write what kubectl does into testdata/clientapply; needs the module proxy for kubectl's code, some minutes, and nothing of a cluster
	cd conformance/kubectl && go run . -testdata ../../testdata/clientapply

record-crossplane: ## write what a server and Crossplane make of CompositeResourceDefinitions into testdata/crossplane; needs the module proxy for Crossplane's code
	cd conformance && go run . record-crossplane

record-kustomize: ## write how a server merges patches of custom objects into testdata/kustomize, and what kustomize knows of Kubernetes' kinds for crdtool to embed; needs the module proxy for kustomize's code
	cd conformance && go run . record-merges
	cd conformance/kustomize && go run .

record: record-kubectl record-crossplane ## write the answers of a real API server into testdata/
	cd conformance && go run . record
	cd conformance && go run . record-objects
	cd conformance && go run . record-sequences
	cd conformance && go run . record-openapi

# What goreleaser builds, by .goreleaser.yaml.
VERSION ?= $(shell git describe --tags --always --dirty)
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

release: ## dist/: crdtool for all platforms, and checksums
	@rm -rf dist && mkdir dist
	@for platform in $(PLATFORMS); do \
		os=$${platform%/*}; arch=$${platform#*/}; suffix=; [ "$$os" != windows ] || suffix=.exe; \
		echo "$$platform"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -trimpath -ldflags "-s -w -X main.stamped=$(VERSION)" \
			-o "dist/crdtool_$${os}_$$arch$$suffix" ./cmd/crdtool || exit 1; \
	done
	@cd dist && sha256sum crdtool_* > checksums.txt

# The names of archives and what is in them are those of .goreleaser.yaml, by which action/install.sh downloads them.
archives: release completions ## dist/: an archive for each platform instead of the programs
	@for platform in $(PLATFORMS); do \
		name=$$(echo "$$platform" | tr / _); folder=dist/$$name; mkdir -p $$folder/completions; \
		cp LICENSE README.md $$folder && cp dist-completions/* $$folder/completions || exit 1; \
		case $$name in \
		windows_*) mv dist/crdtool_$$name.exe $$folder/crdtool.exe && (cd $$folder && zip -q -r ../crdtool_$(VERSION:v%=%)_$$name.zip .) || exit 1 ;; \
		*) mv dist/crdtool_$$name $$folder/crdtool && tar -czf dist/crdtool_$(VERSION:v%=%)_$$name.tar.gz -C $$folder LICENSE README.md completions crdtool || exit 1 ;; \
		esac; \
		rm -r $$folder; \
	done
	@cd dist && sha256sum crdtool_* > checksums.txt

completions: ## dist-completions/: the scripts for shells
	@mkdir -p dist-completions
	@for shell in bash zsh fish powershell; do go run ./cmd/crdtool completion $$shell > dist-completions/crdtool.$$shell || exit 1; done

# Needs Node.js 20 and the npm registry. Packages run no scripts when they are installed.
vscode: ## editors/vscode/dist/crdtool.vsix: the extension for VS Code
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund && npm run package

editors: ## play edits in the editors that are installed, and compare what they show with what the commands print
	cd conformance && go test ./editors -count 1 -timeout 0 -v -args -emacs emacs -code-server code-server

#!/bin/sh
# Puts the sources of crdify and crd-schema-checker where go.mod looks for them: only the
# packages that compare, so that nothing else of theirs has to be fetched. The arguments
# are clones (bare ones will do) of the two repositories.
#
#	sh sources.sh CRDIFY CRD-SCHEMA-CHECKER
set -eu
cd "$(dirname "$0")"
. ./commits
take() { # clone commit module packages...
	clone=$1 commit=$2 module=$3
	shift 3
	rm -rf "sources/$module"
	mkdir -p "sources/$module"
	git -C "$clone" archive "$commit" "$@" | tar -x -C "sources/$module"
	printf 'module %s\n\ngo 1.24.0\n' "$module" >"sources/$module/go.mod"
}
take "$1" "$CRDIFY" sigs.k8s.io/crdify LICENSE pkg/config pkg/runner pkg/slices pkg/validations pkg/validators test
take "$2" "$CHECKER" github.com/openshift/crd-schema-checker LICENSE pkg/defaultcomparators pkg/manifestcomparators pkg/resourceread

#!/usr/bin/env bash
# commit-of.sh REF: prints what --against takes for a branch, tag or commit, or for
# merge-base:REF, and fetches the commit if the clone lacks it, as that of a pull request
# mostly does.
set -euo pipefail

# A pull request may hold a bare repository as ordinary files, whose configuration runs
# commands: git must not take it for the repository.
git() { command git -c safe.bareRepository=explicit "$@"; }

prefix=
ref=$1
case $ref in
merge-base:*)
	prefix=merge-base:
	ref=${ref#merge-base:}
	;;
esac

commit_of() {
	local name
	for name in "$1" "refs/remotes/origin/$1"; do
		if git rev-parse --verify --quiet --end-of-options "$name^{commit}"; then
			return
		fi
	done
	local depth=()
	if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
		depth=(--depth=1)
	fi
	git fetch --quiet --no-tags --no-recurse-submodules ${depth[@]+"${depth[@]}"} --end-of-options origin "$1" >&2
	git rev-parse --verify --quiet FETCH_HEAD
}

if ! commit=$(commit_of "$ref"); then
	echo "::error title=crdtool::the input against is not a branch, tag or commit of the repository" >&2
	exit 2
fi
printf '%s%s\n' "$prefix" "$commit"

#!/usr/bin/env bash
# at-ref.sh REF FOLDER PATH...: writes the CRDs in the paths at a branch, tag or commit
# into a folder, with the files that tell patches and templates from them.
set -euo pipefail

ref=$1
folder=$2
shift 2

# commit_of prints the commit of a ref, which the clone of a pull request mostly
# lacks.
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
	echo "::error title=crdtool::the input old-ref is not a branch, tag or commit of the repository"
	exit 2
fi
rm -rf -- "$folder"
mkdir -p -- "$folder"
list=$folder.list

# names adds what git grep finds, each as COMMIT:FILE and a zero byte. Its status 1 is
# that there is none.
names() {
	local status=0
	git --glob-pathspecs grep --full-name -lz "$@" >>"$list" || status=$?
	[ "$status" -le 1 ] || exit 2
}
: >"$list"
names --all-match -e CustomResourceDefinition -e apiextensions.k8s.io/v1 "$commit" -- "$@"
found=0
while IFS= read -r -d '' name; do
	case $name in
	*.yaml | *.yml | *.json) found=$((found + 1)) ;;
	esac
done <"$list"
names -e '' "$commit" -- ':(top,glob)**/kustomization.yaml' ':(top,glob)**/kustomization.yml' ':(top,glob)**/Kustomization' ':(top,glob)**/Chart.yaml'
while IFS= read -r -d '' name; do
	case $name in
	*.yaml | *.yml | *.json | */Kustomization) ;;
	*) continue ;;
	esac
	file=$folder/${name#*:}
	mkdir -p -- "$(dirname -- "$file")"
	git cat-file blob "$name" >"$file"
done <"$list"
rm -f -- "$list"
echo "crdtool: $found files with CRDs in ${commit:0:12}"
[ "$found" -gt 0 ] || rm -rf -- "$folder"

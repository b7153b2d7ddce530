#!/usr/bin/env bash
# Lints, with annotations on standard output and the reports in files. Written for
# bash 3.2, which macOS has: no mapfile, and empty arrays are unset.
set -euo pipefail

temp=$RUNNER_TEMP/crdtool-action
crdtool=$temp/bin/crdtool
report=$temp/report.json
summary=$temp/summary.md
sarif=${CRDTOOL_SARIF:-$temp/crdtool.sarif}

case $sarif in
*$'\n'* | *$'\r'*)
	echo "::error title=crdtool::the input sarif has a line break; it must be a single path"
	exit 2
	;;
esac

rm -f -- "$report" "$summary"
mkdir -p -- "$(dirname -- "$sarif")"

args=(--format github --output "sarif=$sarif" --output "json=$report" --output "markdown=$summary")
[ -z "${CRDTOOL_PROFILE:-}" ] || args+=("--profile=$CRDTOOL_PROFILE")
[ -z "${CRDTOOL_CONFIG:-}" ] || args+=("--config=$CRDTOOL_CONFIG")
[ -z "${CRDTOOL_FAIL_ON:-}" ] || args+=("--fail-on=$CRDTOOL_FAIL_ON")
[ -z "${CRDTOOL_BASELINE:-}" ] || args+=("--baseline=$CRDTOOL_BASELINE")

while IFS= read -r line || [ -n "$line" ]; do
	line=${line%$'\r'}
	[ -z "$line" ] || args+=("$line")
done <<<"${CRDTOOL_ARGS:-}"

paths=()
while IFS= read -r line || [ -n "$line" ]; do
	line=${line%$'\r'}
	[ -z "$line" ] || paths+=("$line")
done <<<"${CRDTOOL_PATHS:-.}"
[ "${#paths[@]}" -gt 0 ] || paths=(.)

# commit_of prints the commit of a ref, which the clone of a pull request mostly
# lacks.
commit_of() {
	local ref
	for ref in "$1" "refs/remotes/origin/$1"; do
		if git rev-parse --verify --quiet --end-of-options "$ref^{commit}"; then
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

if [ -n "${CRDTOOL_OLD_REF:-}" ]; then
	if ! commit=$(commit_of "$CRDTOOL_OLD_REF"); then
		echo "::error title=crdtool::the input old-ref is not a branch, tag or commit of the repository"
		exit 2
	fi
	rm -rf -- "$temp/old"
	mkdir -p -- "$temp/old"
	# Status 1 of git grep is that there are none.
	status=0
	git --glob-pathspecs grep --full-name --all-match -lz -e CustomResourceDefinition -e apiextensions.k8s.io/v1 \
		"$commit" -- "${paths[@]}" >"$temp/old.list" || status=$?
	if [ "$status" -gt 1 ]; then
		exit 2
	fi
	found=0
	while IFS= read -r -d '' name; do
		case $name in
		*.yaml | *.yml | *.json) ;;
		*) continue ;;
		esac
		file=$temp/old/${name#*:}
		mkdir -p -- "$(dirname -- "$file")"
		git cat-file blob "$name" >"$file"
		args+=("--old=$file")
		found=$((found + 1))
	done <"$temp/old.list"
	echo "crdtool: $found files with CRDs in ${commit:0:12}"
fi

status=0
"$crdtool" lint "${args[@]}" -- "${paths[@]}" || status=$?

echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
if [ -f "$report" ]; then
	{
		jq -r '"errors=\(.summary.errors)\nwarnings=\(.summary.warnings)"' "$report" | tr -d '\r'
		echo "summary=$summary"
	} >>"$GITHUB_OUTPUT"
fi
exit "$status"

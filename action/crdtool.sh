#!/usr/bin/env bash
# Runs crdtool in CI: the GitHub Action, the GitLab template and the container for CI
# are all this script, which is told everything by variables. Written for bash 3.2,
# which macOS has: no mapfile, and empty arrays are unset.
#
# CRDTOOL_BIN       an installed crdtool; without it install.sh gets one
# CRDTOOL_MODE      lint, upgrade, diff or apply-dry
# CRDTOOL_PATHS     files, directories and globs, one per line
# CRDTOOL_CRDS      with apply-dry: where the CRDs are, one per line
# CRDTOOL_AGAINST   with lint, upgrade and diff: the revision that has the stored CRDs
# CRDTOOL_OBJECTS   with diff: objects that exist, one per line
# CRDTOOL_PROFILE, CRDTOOL_CONFIG, CRDTOOL_FAIL_ON, CRDTOOL_BASELINE,
# CRDTOOL_KUBE_VERSIONS
#                   the flags of the same names
# CRDTOOL_ARGS      more flags, one per line
# CRDTOOL_OUTPUTS   more reports, FORMAT=PATH, one per line
# CRDTOOL_SARIF     where the SARIF report is written
# CRDTOOL_COMMENT   true: a comment for the pull request is written, too
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

# As a container the script is in the place of crdtool where that is given a command.
if [ "$#" -gt 0 ]; then
	exec "${CRDTOOL_BIN:-crdtool}" "$@"
fi

fail() {
	printf '::error title=crdtool::%s\n' "$1"
	exit 2
}

# output names a result for later steps.
output() {
	[ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# lines_of sets the array lines to the lines of a text that are not empty.
lines_of() {
	local line
	lines=()
	while IFS= read -r line || [ -n "$line" ]; do
		line=${line%$'\r'}
		[ -z "$line" ] || lines+=("$line")
	done <<<"$1"
}

mode=${CRDTOOL_MODE:-lint}
case $mode in
lint | upgrade) ;;
diff)
	for input in BASELINE KUBE_VERSIONS; do
		name=CRDTOOL_$input
		[ -z "${!name:-}" ] || fail "the input $(tr 'A-Z_' 'a-z-' <<<"$input") is for other modes than diff"
	done
	;;
apply-dry)
	for input in PROFILE FAIL_ON BASELINE AGAINST; do
		name=CRDTOOL_$input
		[ -z "${!name:-}" ] || fail "the input $(tr 'A-Z_' 'a-z-' <<<"$input") is for the modes lint, upgrade and diff"
	done
	;;
*) fail "the input mode must be lint, upgrade, diff or apply-dry" ;;
esac

if [ -n "${RUNNER_TEMP:-}" ]; then
	temp=$RUNNER_TEMP/crdtool-action
else
	temp=$(mktemp -d)
	trap 'rm -rf -- "$temp"' EXIT
fi
report=$temp/report.json
summary=$temp/summary.md
comment=$temp/comment-$mode.md
sarif=${CRDTOOL_SARIF:-$temp/crdtool-$mode.sarif}
case $sarif in
*$'\n'* | *$'\r'*) fail "the input sarif has a line break; it must be a single path" ;;
esac
rm -rf -- "$report" "$summary" "$comment"
mkdir -p -- "$temp" "$(dirname -- "$sarif")"

lines_of "${CRDTOOL_PATHS:-.}"
paths=("${lines[@]-.}")

against=${CRDTOOL_AGAINST:-}
if { [ "$mode" = upgrade ] || [ "$mode" = diff ]; } && [ -z "$against" ]; then
	against=${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}
	if [ -z "$against" ]; then
		echo "::notice title=crdtool::nothing was checked: this run is not for a pull request, so there is no base to compare with; against names one"
		exit 0
	fi
fi

crdtool=${CRDTOOL_BIN:-}
if [ -z "$crdtool" ]; then
	crdtool=$(CRDTOOL_TEMP=$temp bash "$here/install.sh")
fi

args=(--output "sarif=$sarif" --output "json=$report" --output "markdown=$summary")
[ "${GITHUB_ACTIONS:-}" != true ] || args+=(--format github)
lines_of "${CRDTOOL_OUTPUTS:-}"
for line in ${lines[@]+"${lines[@]}"}; do args+=("--output=$line"); done
[ -z "${CRDTOOL_CONFIG:-}" ] || args+=("--config=$CRDTOOL_CONFIG")
[ -z "${CRDTOOL_KUBE_VERSIONS:-}" ] || args+=("--kube-versions=$CRDTOOL_KUBE_VERSIONS")
if [ "$mode" = apply-dry ]; then
	command=apply-dry
	lines_of "${CRDTOOL_CRDS:-}"
	for line in ${lines[@]+"${lines[@]}"}; do args+=("--crds=$line"); done
	[ "${#lines[@]}" -gt 0 ] || args+=(--find-crds)
elif [ "$mode" = diff ]; then
	command="diff"
	against=$(bash "$here/commit-of.sh" "$against")
	args+=(--only-crds "--against=$against")
	[ -z "${CRDTOOL_PROFILE:-}" ] || args+=("--profile=$CRDTOOL_PROFILE")
	[ -z "${CRDTOOL_FAIL_ON:-}" ] || args+=("--fail-on=$CRDTOOL_FAIL_ON")
	lines_of "${CRDTOOL_OBJECTS:-}"
	for line in ${lines[@]+"${lines[@]}"}; do args+=("--objects=$line"); done
else
	command=lint
	# Files that are named, such as those that a pull request changes, are as those
	# that are found: what is no CRD is passed over.
	args+=(--only-crds)
	[ -z "${CRDTOOL_PROFILE:-}" ] || args+=("--profile=$CRDTOOL_PROFILE")
	[ -z "${CRDTOOL_FAIL_ON:-}" ] || args+=("--fail-on=$CRDTOOL_FAIL_ON")
	[ -z "${CRDTOOL_BASELINE:-}" ] || args+=("--baseline=$CRDTOOL_BASELINE")
	if [ -n "$against" ]; then
		against=$(bash "$here/commit-of.sh" "$against")
		args+=("--against=$against")
		if [ "$mode" = upgrade ]; then
			# No profile has the rules that judge changes. Those of a warning are for this mode.
			rules=$("$crdtool" rules --topic upgrade --profile all | awk '$2 == "warning" && $1 != "default-added" { print $1 }' | paste -sd, -)
			args+=(--new-only "--enable=$rules")
		fi
	fi
fi
lines_of "${CRDTOOL_ARGS:-}"
args+=(${lines[@]+"${lines[@]}"})

status=0
"$crdtool" "$command" "${args[@]}" -- "${paths[@]}" || status=$?

output sarif "$sarif"
if [ -f "$report" ]; then
	counts="errors warnings refused"
	if [ "$mode" = diff ]; then
		counts=breaking
		verdict=$(sed -n 's/^    "verdict": "\([a-z?]*\)",*\r*$/\1/p' "$report" | tail -n 1)
		output verdict "${verdict:-none}"
	fi
	for count in $counts; do
		output "$count" "$(sed -n "s/^    \"$count\": \([0-9]*\),*\r*$/\1/p" "$report" | tail -n 1)"
	done
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat -- "$summary" >>"$GITHUB_STEP_SUMMARY"
	if [ "${CRDTOOL_COMMENT:-}" = true ]; then
		# A workflow finds its comment by the first line, to change it in the next run.
		{ printf '<!-- crdtool %s -->\n\n' "$mode" && cat -- "$summary"; } >"$comment"
		output comment "$comment"
	fi
fi
exit "$status"

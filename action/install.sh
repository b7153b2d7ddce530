#!/usr/bin/env bash
# Prints the path of crdtool: the program of a release, whose checksum is verified, or
# if there is none for the version and the platform, one that is built with Go.
# Nothing outside of CRDTOOL_TEMP is written, and no variable of later steps is set.
# Written for bash 3.2, which macOS has.
#
# CRDTOOL_TEMP      a folder of this job
# CRDTOOL_VERSION   the version to install, such as v1.2.3; without it that of CRDTOOL_REF
# CRDTOOL_REF       the tag, branch or commit that this script is taken from
# CRDTOOL_SOURCE    the repository that has the releases
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
module=github.com/crdtool/crdtool
exact='^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$'

say() { printf 'crdtool: %s\n' "$1" >&2; }
fail() {
	printf '::error title=crdtool::%s\n' "$1" >&2
	exit 2
}

# Runners keep an action in a folder that is named after it, which they say more
# reliably than the name itself.
ref=${CRDTOOL_REF:-}
source=${CRDTOOL_SOURCE:-}
case $root in
*/_actions/*/*/*)
	place=${root##*/_actions/}
	owner=${place%%/*}
	place=${place#*/}
	[ -n "$ref" ] || ref=${place#*/}
	case $source in
	"" | */) source=${GITHUB_SERVER_URL:-https://github.com}/$owner/${place%%/*} ;;
	esac
	;;
esac
case $source in
"" | */) source=https://$module ;;
http://* | https://*) ;;
*) fail "CRDTOOL_SOURCE is not the address of a repository" ;;
esac

# of_commit prints the release that a moving tag or a commit stands for.
of_commit() {
	GIT_TERMINAL_PROMPT=0 git -c credential.helper= ls-remote --tags -- "$source" 2>/dev/null | awk -v ref="$ref" '
		{ name = $2; sub("^refs/tags/", "", name); peeled = sub(/\^\{\}$/, "", name) }
		peeled || !(name in commit) { commit[name] = $1 }
		END {
			want = ref in commit ? commit[ref] : ref
			for (name in commit) if (commit[name] == want && name ~ /^v[0-9]+\.[0-9]+\.[0-9]+$/) print name
		}' | sort | tail -n 1
}

if [ -n "${CRDTOOL_VERSION:-}" ]; then
	version=v${CRDTOOL_VERSION#v}
	[[ $version =~ $exact ]] || fail "the input version is not a version such as v1.2.3"
elif [[ $ref =~ $exact ]]; then
	version=$ref
elif [ -n "$ref" ]; then
	version=$(of_commit || true)
else
	version=
fi

case ${RUNNER_OS:-$(uname -s)} in
Linux) os=linux ;;
macOS | Darwin) os=darwin ;;
Windows | MINGW* | MSYS*) os=windows ;;
*) os=other ;;
esac
case ${RUNNER_ARCH:-$(uname -m)} in
X64 | x86_64 | amd64) arch=amd64 ;;
ARM64 | aarch64 | arm64) arch=arm64 ;;
*) arch=other ;;
esac
suffix=
[ "$os" != windows ] || suffix=.exe

# Several steps of a job install once.
folder=$CRDTOOL_TEMP/bin/${version:-source-$(cksum <<<"$root" | cut -d ' ' -f 1)}
program=$folder/crdtool$suffix
if [ -x "$program" ]; then
	printf '%s\n' "$program"
	exit
fi

mkdir -p -- "$CRDTOOL_TEMP"
work=$(mktemp -d "$CRDTOOL_TEMP/install.XXXXXX")
trap 'rm -rf -- "$work"' EXIT

# get downloads a file of the release, encrypted all the way if the first address is.
get() {
	local scheme=${source%%:*}
	curl --fail --silent --location --proto "=$scheme" --proto-redir "=$scheme" --retry 3 \
		--connect-timeout 20 --max-time 300 --output "$work/$1" -- "$source/releases/download/$version/$1"
}

sum_of() {
	if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# download leaves the program in $work, and fails if there is none for this platform.
download() {
	local archive=crdtool_${version#v}_${os}_$arch.tar.gz
	[ "$os" != windows ] || archive=${archive%.tar.gz}.zip
	get checksums.txt || return 1
	local want
	want=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print tolower($1) }' "$work/checksums.txt")
	if [ -z "$want" ] || ! get "$archive"; then
		return 1
	fi
	if [ "$(sum_of "$work/$archive")" != "$want" ]; then
		fail "the checksum of $archive is not the one in the release's checksums.txt; it was deleted"
	fi
	case $archive in
	*.zip) unzip -q -o "$work/$archive" "crdtool$suffix" -d "$work" || return 1 ;;
	*) tar -xzf "$work/$archive" -C "$work" crdtool || return 1 ;;
	esac
	say "$archive of $source, checksum verified"
}

# go_program prints the Go of the runner, which is not always in PATH.
go_program() {
	command -v go && return
	find "${RUNNER_TOOL_CACHE:-/nowhere}/go" -maxdepth 4 -type f \( -path '*/bin/go' -o -path '*/bin/go.exe' \) 2>/dev/null | sort | tail -n 1 || true
}

# build builds what a version names, or else these files. Its caches are its own, since
# restoring the cache of a later actions/setup-go fails where files exist; and so are
# its settings, since those of the job are for the job's modules.
build() {
	local go
	go=$(go_program)
	[ -n "$go" ] || fail "no release has crdtool ${version:-of this ref} for $os/$arch, and there is no Go to build it with"
	export GOWORK=off GOFLAGS=-modcacherw GOROOT='' GOTOOLCHAIN=auto CGO_ENABLED=0 GOOS='' GOARCH=''
	export GOMODCACHE=${CRDTOOL_GOMODCACHE:-$work/modules} GOCACHE=${CRDTOOL_GOCACHE:-$work/cache} GOBIN=$work
	if [ -n "${CRDTOOL_VERSION:-}" ]; then
		say "no release has $version for $os/$arch; building it with Go"
		(cd -- "$work" && "$go" install -trimpath "$module/cmd/crdtool@$version")
	else
		say "building ${ref:-these files} with Go"
		(cd -- "$root" && "$go" build -trimpath -buildvcs=false -o "$work/crdtool$suffix" ./cmd/crdtool)
	fi >&2
}

if [ -z "$version" ] || ! download; then
	build
fi
mkdir -p -- "$folder"
chmod +x "$work/crdtool$suffix"
mv -- "$work/crdtool$suffix" "$program"
printf '%s\n' "$program"

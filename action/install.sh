#!/usr/bin/env bash
# Builds crdtool from the Action's own files.
set -euo pipefail

cd -- "$GITHUB_ACTION_PATH"
mkdir -p -- "$RUNNER_TEMP/crdtool-action/bin"
# The settings of the job are for its own modules.
GOWORK=off GOFLAGS='' go build -trimpath -buildvcs=false -o "$RUNNER_TEMP/crdtool-action/bin/" ./cmd/crdtool

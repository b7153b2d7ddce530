#!/usr/bin/env bash
# Writes the job summary from the JSON report.
set -euo pipefail

jq -r -f "$GITHUB_ACTION_PATH/action/summary.jq" "$CRDTOOL_REPORT" >>"$GITHUB_STEP_SUMMARY"

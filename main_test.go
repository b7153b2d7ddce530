package crdtool_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// runsProgram makes the test binary be one of the programs of docs/library.md and docs/own-tool.md.
const runsProgram = "CRDTOOL_TEST_RUNS_PROGRAM"

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	if run := libraryMains[os.Getenv(runsProgram)]; run != nil {
		run()
		return
	}
	debug.SetGCPercent(400)
	m.Run()
}

package structural

import (
	"runtime/debug"
	"testing"
)

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

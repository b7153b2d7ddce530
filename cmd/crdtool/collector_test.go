package main

import (
	"runtime/debug"
	"testing"
)

// TestGarbageIsCollectedBeforeTheMemoryLimit: limitMemory ends a run for what it holds, not for what it has left behind.
func TestGarbageIsCollectedBeforeTheMemoryLimit(t *testing.T) {
	t.Setenv("GOGC", "")
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		collectorTuned = false
	})
	tuneCollector()
	if got := debug.SetMemoryLimit(-1); got <= 0 || uint64(got) >= maxMemory() {
		t.Errorf("the collector may leave %d bytes of garbage, and the run ends at %d", got, maxMemory())
	}
}

package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collectorTuned is false in tests, which have memory of their own.
var collectorTuned bool

// tuneCollector makes the garbage collector run less often than by default: a run is short, and most of
// its time would go to the collector (lint takes 40 to 50 % longer without). From three quarters of maxMemory
// on it runs as often as it has to, so that limitMemory ends no run for garbage. GOGC in the environment overrides both.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		collectorTuned = true
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(int64(maxMemory() / 4 * 3))
	}
}

// keepHeapSmall limits the memory of a run over many files, for as many of which are checked at once as there are
// processors. On two of them 2,065 CRDs then take 94 MB instead of 211. A larger file is still checked, only slower,
// because the collector takes half of the processor at most.
func keepHeapSmall(files int) {
	const manyFiles, bytesPerProcessor = 5, 36 << 20
	if files >= manyFiles && collectorTuned {
		debug.SetMemoryLimit(int64(max(runtime.GOMAXPROCS(0), 2)) * bytesPerProcessor)
	}
}

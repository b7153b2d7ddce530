package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collectorTuned is false in tests, which share a process.
var collectorTuned bool

// tuneCollector makes the garbage collector run less often than by default: a run is short, and the collector
// would take most of its time (lint takes 40 to 50 % longer without). From three quarters of maxMemory on it
// runs as often as needed, so that limitMemory ends no run because of garbage. GOGC in the environment
// overrides both.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		collectorTuned = true
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(int64(maxMemory() / 4 * 3))
	}
}

// keepHeapSmall limits the memory of a run over many files, which checks one file per processor at once. On two
// processors, 2,065 CRDs then take 94 MB instead of 211. A larger file is still checked, only more slowly: the
// collector takes at most half of the processor.
func keepHeapSmall(files int) {
	const manyFiles, bytesPerProcessor = 5, 36 << 20
	if files >= manyFiles && collectorTuned {
		debug.SetMemoryLimit(int64(max(runtime.GOMAXPROCS(0), 2)) * bytesPerProcessor)
	}
}

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// softMemoryLimit is the size from which the collector works harder.
const softMemoryLimit = 256 << 20

// smallHeap is the limit of a run that keeps no reports, in which two large files at a
// time fit, however many there are.
const smallHeap = 68 << 20

// tuneCollector makes the garbage collector run less often, since a run is short
// and its garbage small: that saves a fifth of the time. Over many files the
// limit keeps memory flat. GOGC in the environment has the last word.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(softMemoryLimit)
	}
}

// keepHeapSmall lowers the limit for a run whose files are gone once they are done. A
// file may be so large that the collector would run all the time with it; then the
// usual limit comes back.
func keepHeapSmall() {
	if os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) != softMemoryLimit {
		return // it is not ours, as in tests
	}
	debug.SetMemoryLimit(smallHeap)
	afterCollection(func() (again bool) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Uint64() < smallHeap {
			return true
		}
		debug.SetMemoryLimit(softMemoryLimit)
		return false
	})
}

// afterCollection calls f after each collection for as long as f wants it: an object
// that nobody holds is found by every one of them.
func afterCollection(f func() (again bool)) {
	runtime.SetFinalizer(new(sentinel), func(*sentinel) {
		if f() {
			afterCollection(f)
		}
	})
}

// sentinel holds a pointer, since tiny objects without any share their memory.
type sentinel struct{ _ *byte }

package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// heapLimits are the sizes from which the collector works harder, and what may be
// alive at most for each: near its limit the collector runs all the time, and takes
// more time than all the rest.
var heapLimits = [...]struct{ size, alive int64 }{
	fewFiles:  {68 << 20, 51 << 20},
	manyFiles: {256 << 20, 128 << 20},
	2:         {440 << 20, 400 << 20},
	all:       {math.MaxInt64, math.MaxInt64}, // there is no limit that it would keep
}

// The limits that runs begin with.
const (
	fewFiles  = iota // two large files at a time fit in it, however many there are
	manyFiles        // reports of all files fit in it

	all = 3
)

// heapLimit is the index of the limit; that is not ours if tuned is false.
var (
	heapLimit atomic.Int32
	tuned     atomic.Bool
)

// tuneCollector makes the garbage collector run less often, since a run is short
// and its garbage small: that saves a fifth of the time. Over many files the
// limit keeps memory flat; it grows with what is alive. GOGC in the environment has
// the last word.
func tuneCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	limitHeap(manyFiles)
	if tuned.Swap(true) {
		return
	}
	afterCollection(func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		was := heapLimit.Load()
		i := was
		for int64(live[0].Value.Uint64()) > heapLimits[i].alive {
			i++
		}
		if i > was {
			limitHeap(i)
		}
	})
}

func limitHeap(i int32) {
	heapLimit.Store(i)
	debug.SetMemoryLimit(heapLimits[i].size)
	if i == all {
		debug.SetGCPercent(50)
	}
}

// keepHeapSmall lowers the limit for a run whose files are gone once they are done.
func keepHeapSmall() {
	if tuned.Load() && heapLimit.Load() == manyFiles {
		limitHeap(fewFiles)
	}
}

// afterCollection calls f after each collection: an object that nobody holds is found
// by every one of them.
func afterCollection(f func()) {
	runtime.SetFinalizer(new(sentinel), func(*sentinel) {
		f()
		afterCollection(f)
	})
}

// sentinel holds a pointer, since tiny objects without any share their memory.
type sentinel struct{ _ *byte }

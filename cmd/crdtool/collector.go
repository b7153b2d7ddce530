package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/crdtool/crdtool/internal/source"
)

// heapLimits are the sizes from which the collector works harder, and what may be
// alive at most for each: near its limit the collector runs all the time, and takes
// more time than all the rest. The steps are wide above what ordinary files need: who
// has more alive has one very large file.
//
// worn is how many collections in a row may leave more than half of the limit alive:
// together they take as long as all that makes so much garbage, and less than that is
// what a large file among small ones costs. Above the last limit the heap grows by half
// of what is alive, so that one file of the length that a server takes at most may wear
// that limit for longer.
var heapLimits = [...]struct {
	size, alive int64
	worn        int32
}{
	fewFiles:  {68 << 20, 51 << 20, 3},
	1:         {100 << 20, 76 << 20, 3},
	manyFiles: {150 << 20, 110 << 20, 3},
	largeFile: {256 << 20, 120 << 20, 3},
	hugeFile:  {340 << 20, 160 << 20, 3},
	5:         {464 << 20, 420 << 20, 9},
	all:       {math.MaxInt64, math.MaxInt64, math.MaxInt32}, // there is no limit that it would keep
}

// The limits that runs begin with, below which they don't go.
const (
	fewFiles  = 0 // two large files at a time fit in it, however many there are
	manyFiles = 2 // reports of most sets of files fit in it
	largeFile = 3 // on the way up to what such a file takes, the collector goes over it a few times less
	hugeFile  = 4 // all of it is in memory before anything is garbage

	all = 6

	// hugeSize is the size of half a file of the length that a server takes at most.
	hugeSize = 3 << 19
)

// heapLimit is the index of the limit, least that of the lowest; worn counts the
// collections that left more than half of it alive. They are not ours if tuned is false.
var (
	heapLimit, least, worn atomic.Int32
	tuned                  atomic.Bool
)

// tuneCollector makes the garbage collector run less often, since a run is short
// and its garbage small: that saves a fifth of the time. Over many files the
// limit keeps memory flat; it grows with what is alive. GOGC in the environment has
// the last word.
func tuneCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	least.Store(manyFiles)
	limitHeap(manyFiles)
	if tuned.Swap(true) {
		return
	}
	source.OnLarge = raiseLeast
	afterCollection(func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		live, was := int64(sample[0].Value.Uint64()), heapLimit.Load()
		if live <= heapLimits[was].size/2 {
			worn.Store(0)
		} else {
			worn.Add(1)
		}
		if now := limitFor(live, was, least.Load(), worn.Load()); now != was {
			limitHeap(now)
		}
	})
}

// limitFor returns the limit for what is alive: the lowest in which that fits, and the
// next above the one that is worn. It falls only where there is room to spare, so that
// it does not rise at once again.
func limitFor(live int64, was, least, worn int32) int32 {
	i := least
	for live > heapLimits[i].alive || i < was && live > heapLimits[i].size/3 {
		i++
	}
	if i == was && worn >= heapLimits[i].worn {
		i++
	}
	return i
}

func limitHeap(i int32) {
	size := heapLimits[i].size
	if i < heapLimit.Swap(i) {
		size = max(size, held()) // what is given back would be taken again
	}
	worn.Store(0)
	debug.SetMemoryLimit(size)
	percent := 400
	switch i {
	case hugeFile:
		percent = 1000
	case all:
		percent = 50
	}
	debug.SetGCPercent(percent)
}

// raiseLeast raises the lowest limit for a run with a large file, unless it keeps the heap small.
func raiseLeast(size int) {
	to := int32(largeFile)
	if size >= hugeSize {
		to = hugeFile
	}
	for {
		was := least.Load()
		if was < manyFiles || was >= to {
			return
		}
		if least.CompareAndSwap(was, to) {
			break
		}
	}
	if heapLimit.Load() < to {
		limitHeap(to)
	}
}

// held is the memory that the process holds.
func held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// keepHeapSmall lowers the limit for a run over many files that are gone once they are done. A
// few need no limit that is so low: over large ones the collector would go several times.
func keepHeapSmall(files int) {
	const few = 4
	if files > few && tuned.Load() && heapLimit.Load() == manyFiles {
		least.Store(fewFiles)
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

package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestHeapLimitFollows: the limit rises with what is alive, and if the collector runs
// too often, and falls again with some room to spare, not below where the run began.
func TestHeapLimitFollows(t *testing.T) {
	at := int32(fewFiles)
	for _, step := range []struct {
		live int64 // in MiB
		worn int32
		want int32
	}{
		{10, 0, 0}, {51, 2, 0}, {52, 1, 1}, {40, 0, 1}, {22, 0, 0}, {40, 2, 0}, {40, 3, 1}, {40, 0, 1}, {60, 3, 2},
		{50, 0, 2}, {50, 3, 3}, {130, 0, 4}, {86, 0, 4}, {85, 0, 3}, {161, 0, 5}, {114, 0, 5}, {113, 0, 4},
		{85, 0, 3}, {33, 0, 1}, {22, 0, 0}, {300, 3, 5}, {300, 8, 5}, {300, 9, all}, {155, 0, all}, {154, 0, 5}, {421, 0, all}, {10, 0, 0},
	} {
		if at = limitFor(step.live<<20, at, fewFiles, step.worn); at != step.want {
			t.Errorf("with %d MiB alive, worn %d, the limit is number %d, want %d", step.live, step.worn, at, step.want)
		}
	}
	if at := limitFor(1, all, manyFiles, 0); at != manyFiles {
		t.Errorf("it falls to %d, below where the run began", at)
	}
	for i := range heapLimits[:all] {
		if l := heapLimits[i]; l.alive >= l.size || l.alive >= heapLimits[i+1].alive {
			t.Errorf("limit %d is %+v, the next %+v", i, l, heapLimits[i+1])
		}
	}
}

// restoreCollector leaves the collector after a test as it was before.
func restoreCollector(t *testing.T) {
	was, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	limit, lowest, isTuned := heapLimit.Load(), least.Load(), tuned.Load()
	t.Cleanup(func() {
		heapLimit.Store(limit)
		least.Store(lowest)
		tuned.Store(isTuned)
		debug.SetMemoryLimit(was)
		debug.SetGCPercent(percent)
	})
}

// TestWhereHeapLimitBegins: low for many files that are gone once they are done, higher for
// others, and for a large one.
func TestWhereHeapLimitBegins(t *testing.T) {
	restoreCollector(t)
	tuned.Store(true)
	for _, c := range []struct {
		files int // 0 if they stay
		large []int
		want  int32
	}{
		{0, nil, manyFiles}, {0, []int{hugeSize - 1}, largeFile}, {5, nil, fewFiles}, {5, []int{1 << 20, hugeSize}, fewFiles}, {4, nil, manyFiles},
		{1, []int{1 << 20}, largeFile}, {1, []int{hugeSize}, hugeFile}, {2, []int{1 << 20, 3 << 20}, hugeFile}, {2, []int{3 << 20, 1 << 20}, hugeFile},
	} {
		least.Store(manyFiles)
		limitHeap(manyFiles)
		if c.files > 0 {
			keepHeapSmall(c.files)
		}
		for _, size := range c.large {
			raiseLeast(size)
		}
		if heapLimit.Load() != c.want || least.Load() != c.want {
			t.Errorf("of %+v the limit is number %d, at least %d", c, heapLimit.Load(), least.Load())
		}
	}
	limitHeap(5)
	least.Store(manyFiles)
	raiseLeast(hugeSize)
	if heapLimit.Load() != 5 {
		t.Errorf("a large file lowers the limit to number %d", heapLimit.Load())
	}
}

// TestHeapLimitFallsToWhatIsHeld: memory that is given back is taken again, which is no less than
// it was, so that a limit that falls leaves it.
func TestHeapLimitFallsToWhatIsHeld(t *testing.T) {
	restoreCollector(t)
	limit := func(i int32) int64 {
		limitHeap(i)
		return debug.SetMemoryLimit(-1)
	}
	large := make([]byte, 200<<20)
	for _, i := range []int32{3, 4} {
		if got := limit(i); got != heapLimits[i].size {
			t.Errorf("the limit rises to %d MiB, and not to number %d", got>>20, i)
		}
	}
	least := held()
	if got := limit(fewFiles); got < least || got > held()+16<<20 {
		t.Errorf("the limit falls to %d MiB, and %d are held", got>>20, least>>20)
	}
	runtime.KeepAlive(large)
	if held() < 200<<20 {
		t.Errorf("%d MiB are held", held()>>20)
	}
	large = nil
	debug.FreeOSMemory()
	limit(5)
	if got := limit(manyFiles); got != max(heapLimits[manyFiles].size, held()) {
		t.Errorf("the limit falls to %d MiB, where %d are held", got>>20, held()>>20)
	}
}

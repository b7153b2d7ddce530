package main

import "testing"

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
		{50, 0, 2}, {50, 3, 3}, {130, 0, 4}, {86, 0, 4}, {85, 0, 3}, {33, 0, 1}, {22, 0, 0}, {300, 3, 4}, {300, 8, 4}, {300, 9, all}, {154, 0, 4}, {421, 0, all}, {10, 0, 0},
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

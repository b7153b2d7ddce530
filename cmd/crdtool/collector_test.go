package main

import "testing"

// TestHeapLimitFollows: the limit rises with what is alive, and falls again with some
// room to spare, not below where the run began.
func TestHeapLimitFollows(t *testing.T) {
	at := int32(fewFiles)
	for _, step := range []struct {
		live int64 // in MiB
		want int32
	}{
		{10, 0}, {51, 0}, {52, 1}, {77, 2}, {75, 2}, {60, 2}, {57, 1}, {40, 1}, {38, 0}, {300, 4}, {401, all}, {301, all}, {300, 4}, {10, 0},
	} {
		if at = limitFor(step.live<<20, at, fewFiles); at != step.want {
			t.Errorf("with %d MiB alive the limit is number %d, want %d", step.live, at, step.want)
		}
	}
	if at := limitFor(1, all, manyFiles); at != manyFiles {
		t.Errorf("it falls to %d, below where the run began", at)
	}
	for i := range heapLimits[:all] {
		if l := heapLimits[i]; l.alive >= l.size || l.alive >= heapLimits[i+1].alive {
			t.Errorf("limit %d is %+v, the next %+v", i, l, heapLimits[i+1])
		}
	}
}

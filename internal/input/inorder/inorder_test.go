package inorder

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

func TestDo(t *testing.T) {
	items := make([]int, 500)
	for i := range items {
		items[i] = i
	}
	var alive, most atomic.Int64
	var got []int
	err := Do(t.Context(), items, func(i int) int {
		n := alive.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		if i%50 == 0 {
			time.Sleep(2 * time.Millisecond) // the others run ahead, but not far
		}
		return i
	}, func(i int) error {
		alive.Add(-1)
		got = append(got, i)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(items) {
		t.Fatalf("%d results, want %d", len(got), len(items))
	}
	for i, n := range got {
		if i != n {
			t.Fatalf("result %d is that of item %d", i, n)
		}
	}
	if limit := int64(4*runtime.GOMAXPROCS(0) + 1); most.Load() > limit {
		t.Errorf("%d results were alive at once, want at most %d", most.Load(), limit)
	}
}

func TestDoOfNothing(t *testing.T) {
	err := Do(t.Context(), nil, func(int) int { return 0 }, func(int) error { return errors.New("called") })
	if err != nil {
		t.Error(err)
	}
}

func TestDoStopsAtAnError(t *testing.T) {
	stop := errors.New("stop")
	calls := 0
	err := Do(t.Context(), make([]int, 1000), func(int) int { return 0 }, func(int) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

func TestDoStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	err := Do(ctx, make([]int, 10), func(int) int {
		cancel()
		<-release
		return 0
	}, func(int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

package steer

import (
	"flag"
	"fmt"
	"testing"
	"time"
)

// Flags with which make seeds asks for more than the few seeds of every run of the tests.
var (
	seedsFlag = flag.Uint64("seeds", 0, "try this many seeds of each target")
	fromFlag  = flag.Uint64("from", 0, "first seed")
	eachFlag  = flag.Duration("each", 0, "try seeds of each target for this time, as 10m")
)

// Seeds tries what a fuzz target does with many seeds, one after the other: without the
// fuzzer, whose instrumentation and processes make an execution cost many times as
// much, and whose guidance adds little where a generator makes what is tried. What is
// made of a seed has to be the same each time. In an ordinary run of the tests there are
// a few seeds, with make seeds as many as are asked for, and how many there were is
// printed. The first one that fails is named, as is one that panics and one that does not
// end.
func Seeds(t *testing.T, few uint64, try func(t *testing.T, seed uint64)) {
	t.Helper()
	count := *seedsFlag
	if count == 0 && *eachFlag == 0 {
		count = few
	}
	r := run{name: t.Name(), start: time.Now(), spent: spent()}
	seed := *fromFlag
	w := watch{name: t.Name(), done: make(chan struct{})}
	go w.keep()
	defer close(w.done)
	ended := false
	defer func() {
		if !ended || t.Failed() { // a panic, or t.Fatal
			fmt.Printf("%s: seed %d fails; in its package: go test -run '^%s$' -args -from %d -seeds 1\n", r.name, seed, r.name, seed)
		}
		if *seedsFlag > 0 || *eachFlag > 0 {
			fmt.Println(r.String())
		}
	}()
	for ; count == 0 || seed-*fromFlag < count; seed++ {
		if *eachFlag > 0 && time.Since(r.start) > *eachFlag {
			break
		}
		w.begin(seed)
		before := spent()
		try(t, seed)
		r.add(seed, spent()-before)
		if t.Failed() {
			return
		}
	}
	ended = true
}

// run is what has been tried.
type run struct {
	name    string
	start   time.Time
	tried   uint64
	spent   time.Duration // before
	longest time.Duration
	slowest uint64 // the seed that took longest
}

func (r *run) add(seed uint64, took time.Duration) {
	r.tried++
	if took > r.longest {
		r.longest, r.slowest = took, seed
	}
}

func (r *run) String() string {
	took, spent := time.Since(r.start).Seconds(), (spent() - r.spent).Seconds()
	return fmt.Sprintf("%s: %d executions in %.1f s, of which %.1f s of the processor, %.0f a second of it; the slowest, seed %d, took %.1f ms",
		r.name, r.tried, took, spent, float64(r.tried)/max(spent, 1e-9), r.slowest, r.longest.Seconds()*1000)
}

package steer

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

// The environment variables by which make seeds asks for more than the few seeds of
// every run of the tests.
const (
	countVariable = "FUZZ_SEEDS" // how many for each target; 0 is no end
	fromVariable  = "FUZZ_FROM"  // the first
	timeVariable  = "FUZZ_TIME"  // how long for each target, as 10m; no limit if it is empty
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
	p, err := planned(few, os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	r := run{name: t.Name(), start: time.Now(), spent: spent()}
	seed := p.from
	w := watch{name: t.Name(), done: make(chan struct{})}
	go w.keep()
	defer close(w.done)
	ended := false
	defer func() {
		if !ended || t.Failed() { // a panic, or t.Fatal
			fmt.Printf("%s: seed %d fails: FUZZ_FROM=%d FUZZ_SEEDS=1 go test -run '^%s$' in its package\n", r.name, seed, seed, r.name)
		}
		if p.asked {
			fmt.Println(r.String())
		}
	}()
	for ; p.count == 0 || seed-p.from < p.count; seed++ {
		if p.time > 0 && time.Since(r.start) > p.time {
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

// plan is which seeds are tried.
type plan struct {
	from, count uint64
	time        time.Duration
	asked       bool
}

func planned(few uint64, getenv func(string) string) (p plan, err error) {
	p.count = few
	if s := getenv(countVariable); s != "" {
		p.asked = true
		if p.count, err = strconv.ParseUint(s, 10, 64); err != nil {
			return p, fmt.Errorf("%s is no number of seeds: %w", countVariable, err)
		}
	}
	if s := getenv(fromVariable); s != "" {
		if p.from, err = strconv.ParseUint(s, 10, 64); err != nil {
			return p, fmt.Errorf("%s is no seed: %w", fromVariable, err)
		}
	}
	if s := getenv(timeVariable); s != "" {
		if p.time, err = time.ParseDuration(s); err != nil {
			return p, fmt.Errorf("%s is no duration: %w", timeVariable, err)
		}
	}
	if p.count == 0 && p.time == 0 {
		return p, fmt.Errorf("without %s there has to be a number of seeds in %s", timeVariable, countVariable)
	}
	return p, nil
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

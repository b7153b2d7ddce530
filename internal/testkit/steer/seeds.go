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
// much, and whose guidance adds little where a generator makes the inputs. The input
// of a seed has to be the same each time. An ordinary run of the tests tries
// a few seeds, make seeds as many as are asked for, and prints how many there were.
// The first seed that fails or panics is named.
func Seeds(t *testing.T, few uint64, try func(t *testing.T, seed uint64)) {
	t.Helper()
	count := *seedsFlag
	if count == 0 && *eachFlag == 0 {
		count = few
	}
	start, seed, ended := time.Now(), *fromFlag, false
	defer func() {
		switch {
		case !ended: // a failure, a panic, or t.Fatal
			fmt.Printf("%s: seed %d fails; in its package: go test -run '^%s$' -args -from %d -seeds 1\n", t.Name(), seed, t.Name(), seed)
		case *seedsFlag > 0 || *eachFlag > 0:
			fmt.Printf("%s: %d executions in %v\n", t.Name(), seed-*fromFlag, time.Since(start).Round(time.Second))
		}
	}()
	for ; count == 0 || seed-*fromFlag < count; seed++ {
		if *eachFlag > 0 && time.Since(start) > *eachFlag {
			break
		}
		try(t, seed)
		if t.Failed() {
			return
		}
	}
	ended = true
}

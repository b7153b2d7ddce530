package steer

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// endless is what a trial takes of the processor that is taken for one that never ends,
	// and deadlocked for how long, whatever it takes: a busy machine may leave it next to
	// nothing for minutes.
	endless    = 5 * time.Minute
	deadlocked = 20 * time.Minute
	watched    = 5 * time.Second // how often that is looked at
)

// watch ends the process, with what all goroutines are at, if a trial does not end.
type watch struct {
	name          string
	seed          atomic.Uint64
	before, start atomic.Int64 // of the trial, in both times
	done          chan struct{}
}

// begin notes that the trial of a seed begins.
func (w *watch) begin(seed uint64) {
	w.seed.Store(seed)
	w.before.Store(int64(spent()))
	w.start.Store(int64(time.Since(began())))
}

func (w *watch) keep() {
	again := time.NewTicker(watched)
	defer again.Stop()
	for {
		select {
		case <-w.done:
			return
		case <-again.C:
			took, since := spent()-time.Duration(w.before.Load()), time.Since(began())-time.Duration(w.start.Load())
			if took > endless || since > deadlocked {
				debug.SetTraceback("all")
				panic(fmt.Sprintf("%s: seed %d has not ended after %v, %v of the processor", w.name, w.seed.Load(), since, took))
			}
		}
	}
}

// began is when the time was first asked for.
var began = sync.OnceValue(time.Now)

// Package deadline limits the time that a document may take. Nobody can stop the work on a hostile
// document from outside, so that it is given up: it goes on in the background until the program
// ends, and nothing that it finds is used.
package deadline

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Watch knows which document of some work is under way, and since when. The nil Watch has no
// limit.
type Watch struct {
	mu      sync.Mutex
	at      string
	since   time.Time
	givenUp bool
}

// underWay has the watches of work that is waited for.
var underWay sync.Map

// UnderWay returns the places of the documents that are being worked on, sorted.
func UnderWay() []string {
	var places []string
	for w := range underWay.Range {
		if w, ok := w.(*Watch); ok {
			w.mu.Lock()
			places = append(places, w.at)
			w.mu.Unlock()
		}
	}
	slices.Sort(places)
	return places
}

// Begin says that the work comes to another document, at a place of a file.
func (w *Watch) Begin(file string, line int) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at, w.since = fmt.Sprintf("%s:%d", file, line), time.Now()
}

// GivenUp reports whether nobody waits for the work any more: it must not change files then.
func (w *Watch) GivenUp() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.givenUp
}

// giveUp gives the work up if a document takes longer than a limit, and returns its place and its time so
// far.
func (w *Watch) giveUp(limit time.Duration) (at string, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	took = time.Since(w.since)
	w.givenUp = took >= limit
	return w.at, took
}

// Exceeded is the error of a document that takes too long.
type Exceeded struct {
	// At is the place of the document.
	At    string
	Limit time.Duration
}

func (e *Exceeded) Error() string {
	return fmt.Sprintf("%s: this document takes longer than %v, so that its file was not checked; to wait longer, raise --document-timeout", e.At, e.Limit)
}

// Run returns the result of some work on a file, which calls Begin for each of its documents.
// Once a document takes longer than limit, it returns an error and waits no longer; 0 is for no
// limit.
func Run[T any](limit time.Duration, file string, work func(*Watch) T) (result T, err error) {
	if limit == 0 {
		return work(nil), nil
	}
	w := &Watch{}
	w.Begin(file, 1)
	underWay.Store(w, true)
	defer underWay.Delete(w)
	done := make(chan T, 1)
	go func() { done <- work(w) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case result = <-done:
			return result, nil
		case <-timer.C:
			at, took := w.giveUp(limit)
			if took >= limit {
				return result, &Exceeded{At: at, Limit: limit}
			}
			timer.Reset(limit - took)
		}
	}
}

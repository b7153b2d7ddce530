// Package deadline limits the time of a document. The work on a hostile document cannot be stopped from outside,
// so Run gives it up: the work continues in the background until the program ends, and its result is not used.
package deadline

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Watch records the current document of some work, and when it began. A nil Watch has no limit.
type Watch struct {
	mu      sync.Mutex
	at      string
	line    int
	since   time.Time
	givenUp bool
}

// underWay has the watches of work in progress.
var underWay sync.Map

// UnderWay returns the sorted places of the documents in progress.
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

// Begin records that the work begins a document, at a place of a file.
func (w *Watch) Begin(file string, line int) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at, w.line, w.since = fmt.Sprintf("%s:%d", file, line), line, time.Now()
}

// GivenUp reports whether Run gave up the work. The work must not change files then.
func (w *Watch) GivenUp() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.givenUp
}

// giveUp gives up the work if a document takes longer than a limit, and returns the error. Otherwise, it returns the
// document's time so far.
func (w *Watch) giveUp(limit time.Duration) (took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	took = time.Since(w.since)
	if w.givenUp = took >= limit; w.givenUp {
		return took, &Exceeded{At: w.at, Line: w.line, Limit: limit}
	}
	return took, nil
}

type contextKey struct{}

// NewContext returns a context with a Watch, for functions that are called with a context.
func NewContext(ctx context.Context, w *Watch) context.Context {
	return context.WithValue(ctx, contextKey{}, w)
}

// FromContext returns the Watch of a context; nil if it has none.
func FromContext(ctx context.Context) *Watch {
	w, _ := ctx.Value(contextKey{}).(*Watch)
	return w
}

// Exceeded is the error for a document that takes too long.
type Exceeded struct {
	// At is the place of the document.
	At    string
	Line  int
	Limit time.Duration
}

func (e *Exceeded) Error() string {
	return fmt.Sprintf("%s: this document takes longer than %v, so that its file was not checked; to wait longer, raise --document-timeout", e.At, e.Limit)
}

// Run returns the result of some work on a file, which calls Begin for each of its documents. If a document takes
// longer than limit, Run returns an error without waiting; 0 is no limit.
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
			took, err := w.giveUp(limit)
			if err != nil {
				return result, err
			}
			timer.Reset(limit - took)
		}
	}
}

package server

import (
	"context"
	"sync"
	"time"

	"github.com/crdtool/crdtool/internal/input/deadline"
)

// A limiter limits the time of work on documents. Work on a hostile document cannot be stopped, so it is given up and
// goes on in the background. As long as it does, no other work of the same task begins: a document that is typed must
// not start work without end at each key.
type limiter struct {
	limit time.Duration // 0 for none

	mu sync.Mutex
	// givenUp has the errors of the tasks whose work goes on.
	givenUp map[task]error
}

// A task is a method of the protocol about a document.
type task struct{ method, uri string }

func newLimiter(limit time.Duration) *limiter {
	return &limiter{limit: limit, givenUp: map[task]error{}}
}

// within returns the result of the work of a task on a file, or an error if a document of the file takes too long.
// late is called when work ends that was given up; it may be nil.
func within[T any](ctx context.Context, l *limiter, of task, file string, work func(context.Context) T, late func()) (result T, err error) {
	if err := l.state(of); err != nil {
		return result, err
	}
	ended := false
	result, err = deadline.Run(l.limit, file, func(w *deadline.Watch) T {
		defer func() {
			l.mu.Lock()
			ended = true
			wasLate := l.givenUp[of] != nil
			delete(l.givenUp, of)
			l.mu.Unlock()
			if wasLate && late != nil {
				late()
			}
		}()
		return work(deadline.NewContext(ctx, w))
	})
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if !ended {
			l.givenUp[of] = err
		}
	}
	return result, err
}

// state returns the error of a task whose work was given up and goes on; nil for others.
func (l *limiter) state(of task) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.givenUp[of]
}

// Package inorder processes many items on all processors and keeps their order.
package inorder

import (
	"context"
	"runtime"
	"sync"
)

// Do calls work for every item, on all processors, and calls emit with the results one at a time in the order of
// the items. At most a few results per processor wait for their turn, so memory does not grow with the number of
// items. Do stops at the first error of emit or ctx, and returns it.
func Do[T, R any](ctx context.Context, items []T, work func(T) R, emit func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	type task struct {
		item   T
		result chan R
	}
	workers := min(runtime.GOMAXPROCS(0), len(items))
	tasks := make(chan task)
	// results in the order of the items; its capacity limits the waiting results.
	results := make(chan chan R, 2*workers)

	go func() {
		defer close(tasks)
		defer close(results)
		for _, item := range items {
			t := task{item, make(chan R, 1)}
			select {
			case results <- t.result:
			case <-ctx.Done():
				return
			}
			select {
			case tasks <- t:
			case <-ctx.Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			deepen()
			for t := range tasks {
				t.result <- work(t.item)
			}
		})
	}

	for result := range results {
		// Do not wait for the worker, so that Ctrl-C ends a run that waits for standard input.
		select {
		case r := <-result:
			if err := emit(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	wg.Wait()
	return nil
}

// deepen grows the stack of a goroutine at once: to check a file takes about that much, and a
// stack that is doubled from 8 KiB on is moved each time, which is a fiftieth of a short run.
//
//go:noinline
func deepen() byte {
	var room [56 << 10]byte
	return room[runtime.GOMAXPROCS(0)]
}

package main

import (
	"io"
	"slices"
	"sync"
)

// crdWarnings collects warnings about the CRDs of objects or tests, without duplicates.
type crdWarnings struct {
	mu    sync.Mutex
	texts map[string]bool
}

func (w *crdWarnings) add(texts []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range texts {
		if w.texts == nil {
			w.texts = map[string]bool{}
		}
		w.texts[text] = true
	}
}

// print writes the warnings, sorted.
func (w *crdWarnings) print(stderr io.Writer) {
	var all []string
	for text := range w.texts {
		all = append(all, text)
	}
	slices.Sort(all)
	for _, text := range all {
		note(stderr, "warning: %s", text)
	}
}

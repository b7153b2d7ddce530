package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/crdtool/crdtool/internal/input/deadline"
)

// A run that takes too much memory ends with the places of the documents that are under way.
func TestLimitMemory(t *testing.T) {
	for _, c := range []struct{ document, want string }{
		{"", "this run takes more than 1024 MiB of memory, so the run was stopped before its end"},
		{"a.yaml", "the document at a.yaml:7 takes more than 1024 MiB of memory, so the run was stopped before its end"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var message string
			work := func(w *deadline.Watch) bool {
				w.Begin(c.document, 7)
				samples := 0
				limitMemory(1<<30, func() uint64 { samples++; return uint64(samples) << 29 }, func(m string) { message = m })
				return true
			}
			limit := time.Hour
			if c.document == "" {
				limit = 0
			}
			if _, err := deadline.Run(limit, c.document, work); err != nil {
				t.Fatal(err)
			}
			if message != c.want {
				t.Errorf("%q, want %q", message, c.want)
			}
		})
	}
	if taken := memoryTaken(); taken < 1<<20 || taken > 1<<40 {
		t.Errorf("the process takes %d bytes", taken)
	}
}

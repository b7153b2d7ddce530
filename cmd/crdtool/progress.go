package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

const (
	// progressDelay keeps short runs from flickering.
	progressDelay    = 500 * time.Millisecond
	progressInterval = 100 * time.Millisecond
)

// clearLine moves to the start of the terminal's line and empties it.
const clearLine = "\r\x1b[K"

// A progress shows on a terminal how many files are checked. The nil progress shows nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	timer *time.Timer
	total int
	done  int
	shown bool
	ended bool
}

// startProgress returns the progress of a run over total files; nil if w is not a terminal.
func startProgress(w io.Writer, total int) *progress {
	if !terminal(w) {
		return nil
	}
	p := &progress{w: safetext.Unwrap(w), total: total}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(progressDelay, p.tick)
	return p
}

func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	fmt.Fprintf(p.w, "%slinting file %d of %d", clearLine, p.done+1, p.total)
	p.shown = true
	p.timer.Reset(progressInterval)
}

// step counts a file as done, and calls print while the progress is cleared.
func (p *progress) step(print func() error) error {
	if p == nil {
		return print()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = min(p.done+1, p.total-1)
	p.clear()
	return print()
}

// end clears the progress for good.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.timer.Stop()
	p.clear()
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
		p.shown = false
	}
}

// terminal reports whether w is a character device. That includes the null device, where output does not
// matter.
func terminal(w io.Writer) bool {
	f, ok := safetext.Unwrap(w).(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

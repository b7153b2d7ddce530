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
	// progressDelay spares short runs the flicker.
	progressDelay    = 500 * time.Millisecond
	progressInterval = 100 * time.Millisecond
)

// clearLine moves to the start of the terminal's line and empties it.
const clearLine = "\r\x1b[K"

// A progress tells on a terminal how far a long run is. The nil progress tells
// nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	timer *time.Timer
	total int
	done  int
	shown bool
	ended bool
}

// startProgress returns the progress of a run over total files, nil when w is
// not a terminal.
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

// step counts a file as done and runs print with the progress off the screen.
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

// end takes the progress off the screen for good.
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

// terminal tells whether w is a device that a person may look at. The null
// device counts too, where nothing that is written matters.
func terminal(w io.Writer) bool {
	f, ok := safetext.Unwrap(w).(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

package record

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Options say what Run does.
type Options struct {
	// Cases is the folder of the cases.
	Cases string
	// Only, if not empty, is a path.Match pattern of the names of the cases to play.
	Only string
	// Check compares the answers with the recorded ones and writes nothing.
	Check bool
}

// Run plays the cases against a server that it starts and writes the answers
// into their files. It returns how many changed, and an error if a case could
// not be played.
func Run(ctx context.Context, o Options, out io.Writer) (changed int, err error) {
	cases, err := golden.Cases(o.Cases)
	if err != nil {
		return 0, err
	}
	s, err := server.Start()
	if err != nil {
		return 0, err
	}
	defer s.Stop()

	var played, failed int
	for _, c := range cases {
		if match, err := filepath.Match(o.Only, c.Name); err != nil {
			return changed, err
		} else if o.Only != "" && !match {
			continue
		}
		played++
		a, err := Play(ctx, s, c)
		if err != nil {
			failed++
			fmt.Fprintf(out, "%s: %v\n", c.Name, err)
			continue
		}
		old := c.Answer
		c.SetAnswer(a)
		if old != nil && bytes.Equal(old.Format(), a.Format()) {
			continue
		}
		changed++
		describe(out, c.Name, old, a)
		if !o.Check {
			if err := os.WriteFile(c.Path, c.Archive.Format(), 0o644); err != nil {
				return changed, err
			}
		}
	}
	fmt.Fprintf(out, "%d cases played, %d answers new or changed, %d could not be played\n", played, changed, failed)
	if failed > 0 {
		return changed, fmt.Errorf("%d cases could not be played", failed)
	}
	return changed, nil
}

func describe(out io.Writer, name string, old *golden.Answer, a golden.Answer) {
	if old == nil {
		fmt.Fprintf(out, "%s: recorded\n", name)
		return
	}
	fmt.Fprintf(out, "%s: changed\n", name)
	for _, line := range old.Diff(a) {
		fmt.Fprintf(out, "  %s\n", line)
	}
}

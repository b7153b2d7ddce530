// Command kubectl records what kubectl does with manifests of custom objects: its own
// commands, in this process, against a real API server. testdata/clientapply/README.md
// says what is in the recording.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

func main() {
	dir := flag.String("testdata", "../../testdata/clientapply", "where the CRDs are, and the recording is written")
	count := flag.Int("objects", 600, "how many objects are made at random, beside those of the fixed scenarios")
	only := flag.String("only", "", "play only scenarios whose id begins so, and print them")
	flag.Parse()
	if err := run(*dir, *count, *only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, count int, only string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	crds, err := readCRDs(filepath.Join(dir, "crds"))
	if err != nil {
		return err
	}
	s, err := server.Start()
	if err != nil {
		return err
	}
	defer s.Stop()
	// Manifests are named relative to this folder, so that messages are the same on every
	// run.
	work, err := os.MkdirTemp("", "crdtool-kubectl-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chdir(work); err != nil {
		return err
	}

	ctx := context.Background()
	p := newPlayer(s)
	for _, c := range crds {
		if err := p.install(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.file, err)
		}
	}
	if err := p.published(ctx, crds); err != nil {
		return err
	}

	var lines [][]byte
	commands, applies, requests := 0, 0, 0
	for _, sc := range append(fixed(crds), random(crds, count, p.accepted(ctx))...) {
		if !strings.HasPrefix(sc.id, only) {
			continue
		}
		played, err := p.play(ctx, sc)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.id, err)
		}
		line, err := stable(played)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.id, err)
		}
		if only != "" {
			fmt.Printf("%s\n", line)
		}
		lines = append(lines, line)
		for _, step := range played.Steps {
			requests += len(step.Requests)
			if len(step.Args) > 0 {
				commands++
				if step.Args[0] == "apply" {
					applies++
				}
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d objects, %d commands of kubectl, %d of them apply, %d requests\n", len(lines), commands, applies, requests)
	if only != "" {
		return nil
	}
	return golden.WriteCommands(filepath.Join(dir, "commands.jsonl.gz"), lines)
}

// patience is how long the server may take to serve a CRD.
const patience = 2 * time.Minute

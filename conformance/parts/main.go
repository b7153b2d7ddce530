// Command parts measures what the hand-written parts of crdtool save, and fills
// the table of them in docs/architecture.md.
//
//	go run ./parts [-n ROUNDS] [-only PART] [-write FILE]
//
// A part is one that stands where a library could. For each, crdtool is built once
// more with the library in its place: the sources are patched on their way to the
// compiler, so that nothing in the program is there for being measured. Then both
// programs do the same real work, whole processes in turn, and the part saves what
// the processor was less busy.
//
// The work is on the corpus, ../../shared/corpus unless the environment's
// CRDTOOL_CORPUS says otherwise. Where it is absent the examples have to do, and
// nothing is written.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

func main() {
	rounds := flag.Int("n", 11, "measure this many `rounds`")
	only := flag.String("only", "", "measure only the `part` with this in its name")
	write := flag.String("write", "", "write the table into this `file`")
	flag.Parse()
	if err := run(*rounds, *only, *write); err != nil {
		fmt.Fprintln(os.Stderr, "parts:", err)
		os.Exit(1)
	}
}

func run(rounds int, only, write string) error {
	temp, err := os.MkdirTemp("", "crdtool-parts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	work, err := newBench(root, sweep.Corpus(), temp)
	if err != nil {
		return err
	}
	whole, err := build(root, temp, nil)
	if err != nil {
		return err
	}
	var rows []string
	for i := range parts {
		p := &parts[i]
		if !strings.Contains(strings.ToLower(p.name), strings.ToLower(only)) {
			continue
		}
		var shares []share
		if p.without != nil {
			without, err := build(root, temp, p)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if shares, err = work.shares(p, rounds, whole, without); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
		row, err := p.row(root, shares)
		if err != nil {
			return err
		}
		fmt.Println(row)
		rows = append(rows, row)
	}
	switch {
	case write == "":
		return nil
	case only != "":
		return fmt.Errorf("-write needs all parts, not -only %s", only)
	case !work.onCorpus:
		fmt.Printf("no corpus is there (set CRDTOOL_CORPUS), so %s stays as it is\n", write)
		return nil
	}
	return fill(write, rows)
}

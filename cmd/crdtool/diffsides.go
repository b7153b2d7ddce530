package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/gittree"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/report"
)

// checkStdin returns an error if standard input is given more than once.
func (f *diffFlags) checkStdin(paths []string) error {
	stdin := 0
	for _, list := range [][]string{paths, f.files, f.objects} {
		for _, p := range list {
			if p == files.Stdin {
				stdin++
			}
		}
	}
	if stdin > 1 {
		return errors.New("standard input (-) is given more than once, but can be read only once; remove one")
	}
	return nil
}

// oneSide returns the error about missing arguments.
func oneSide() error {
	return errors.New("diff takes the old CRDs and the new ones, or a revision of git: crdtool diff OLD NEW, or crdtool diff --against REF")
}

// isRevision reports whether a name is a revision of git and not a file.
func isRevision(cmd *cobra.Command, name string) bool {
	if exists(name) {
		return false
	}
	tree, err := gittree.Open(cmd.Context(), ".", name)
	if err != nil {
		return false
	}
	tree.Close()
	return true
}

// paths compares the CRDs of one path with those of other paths.
func (c *comparison) paths(old string, new []string, run *diffOutput) error {
	if info, err := os.Stat(old); err == nil && info.IsDir() {
		for _, p := range new {
			if filepath.Clean(p) == filepath.Clean(old) {
				return fmt.Errorf("%s is given as the old CRDs and as the new ones; to compare it with a revision of git: crdtool diff --against REF %s", old, old)
			}
		}
	}
	sides := [2]diffrun.Side{}
	for i, paths := range [...][]string{{old}, new} {
		list := files.Expand(paths, files.CRDs)
		if len(list.Errors) > 0 {
			return list.Errors[0]
		}
		sides[i] = diffrun.Side{List: list, Stdin: c.cmd.InOrStdin()}
	}
	both := bothSides{emit: c.emit}
	if err := c.differ.Run(c.cmd.Context(), sides[0], sides[1], nil, both.take); err != nil {
		return err
	}
	if len(run.unread) > 0 {
		return nil // the unreadable files may have the other side
	}
	return both.finish(old, new, run.also())
}

// bothSides holds reports back until both sides have CRDs. If one side has none in the end, a path is wrong.
type bothSides struct {
	emit     func(report.CRDDiff) error
	held     []report.CRDDiff
	old, new bool
}

func (b *bothSides) take(c report.CRDDiff) error {
	b.old, b.new = b.old || c.OldFile != "", b.new || c.NewFile != ""
	b.held = append(b.held, c)
	if !b.old || !b.new {
		return nil
	}
	for i := range b.held {
		if err := b.emit(b.held[i]); err != nil {
			return err
		}
	}
	b.held = b.held[:0]
	return nil
}

func (b *bothSides) finish(old string, new []string, also string) error {
	switch {
	case b.old && !b.new:
		return fmt.Errorf("no CustomResourceDefinition was found in %s, the new side; the old side, %s, has %d%s", strings.Join(new, ", "), old, len(b.held), also)
	case b.new && !b.old:
		return fmt.Errorf("no CustomResourceDefinition was found in %s, the old side; the new side, %s, has %d", old, strings.Join(new, ", "), len(b.held))
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// baselineFlags are --baseline and --write-baseline.
type baselineFlags struct {
	file  string
	write bool
}

func (f *baselineFlags) add(cmd *cobra.Command) {
	cmd.Flags().Var(fileFlag(&f.file), "baseline", "ignore the findings that this file lists")
	cmd.Flags().BoolVar(&f.write, "write-baseline", false, "write all findings to the baseline (default "+config.BaselineName+") instead of printing them")
}

// A baseline is the baseline file of a run.
type baseline struct {
	*lint.Baseline
	path    string
	writing bool
	old     *lint.Baseline // the overwritten baseline; nil for none
}

// open reads the baseline of the flags or the configuration, and returns nil if none is named. A baseline that
// is to be written may not exist yet.
func (f *baselineFlags) open(c *config.Config) (*baseline, error) {
	path, key := f.file, "--baseline"
	if path == "" {
		path, key = c.Baseline, c.Key(c.Baseline)
	}
	if f.write {
		if path == "" {
			path = config.BaselineName
		}
		if err := writable(path); err != nil {
			return nil, fmt.Errorf("--write-baseline: %s: %w", path, err)
		}
		b := &baseline{Baseline: lint.NewBaseline(filepath.Dir(path)), path: path, writing: true}
		if text, err := source.Load(path); err == nil {
			b.old, _ = lint.ReadBaseline(filepath.Dir(path), text) // an invalid baseline is replaced
		}
		return b, nil
	}
	if path == "" {
		return nil, nil
	}
	text, err := source.Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: the baseline %s does not exist; create it with --write-baseline", key, path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	b, err := lint.ReadBaseline(filepath.Dir(path), text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &baseline{Baseline: b, path: path}, nil
}

// save writes the baseline and reports it.
func (b *baseline) save(w io.Writer) error {
	if b.old != nil {
		b.KeepUnjudged(b.old)
	}
	if err := replaceFile(b.path, b.JSON()); err != nil {
		return fmt.Errorf("baseline %s: %w", b.path, reason(err))
	}
	_, err := fmt.Fprintf(w, "wrote %s to %s\n", prose.Count(b.Len(), "finding"), b.path)
	return unwritten(err)
}

// reportObsolete prints how many entries no longer match a finding.
func (b *baseline) reportObsolete(w io.Writer) {
	switch n := b.Gone(); {
	case n == 1:
		note(w, "1 finding in %s no longer occurs; remove it with --write-baseline", b.path)
	case n > 1:
		note(w, "%d findings in %s no longer occur; remove them with --write-baseline", n, b.path)
	}
}

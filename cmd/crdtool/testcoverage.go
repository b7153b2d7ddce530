package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// coverageFlags are the flags of crdtool test about coverage.
type coverageFlags struct {
	table   bool
	out     []string
	atLeast *float64
}

func (f *coverageFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.table, "coverage", false, "print how many rules, keywords and defaults of the CRDs the tests exercise, and list the others")
	flags.Var(parsed{"FILE", func(s string) error {
		if !isHTML(s) && !strings.EqualFold(filepath.Ext(s), ".json") {
			return errors.New("the name has to end in .json or .html, which says what is written")
		}
		f.out = append(f.out, s)
		return writable(s)
	}}, "coverage-out", "write the coverage to FILE: .json, or .html with the documentation of the CRDs; repeatable")
	completes(cmd, "coverage-out", cobra.FixedCompletions([]string{"json", "html"}, cobra.ShellCompDirectiveFilterFileExt))
	flags.Var(percentFlag(&f.atLeast), "min-coverage", "exit with status 1 if the tests cover less of the constraints")
}

// configured sets flags that were not given from the configuration.
func (f *coverageFlags) configured(cmd *cobra.Command, c *config.Config) {
	if !cmd.Flags().Changed("min-coverage") && c.Test.MinCoverage != nil {
		f.atLeast = c.Test.MinCoverage
	}
}

// all reports whether a flag asks for the full coverage, not only for rules that never failed.
func (f *coverageFlags) all() bool { return f.table || len(f.out) > 0 || f.atLeast != nil }

// recorder returns the recorder of a run's coverage, or nil if the run reports none.
func (f *testFlags) recorder(to *outputs) *coverage.Recorder {
	switch {
	case f.coverage.all():
		c := coverage.New()
		c.All = f.all
		return c
	case f.quiet || f.run != nil || f.failFast || to.stdout != "text":
		return nil // coverage by some of the tests means nothing
	}
	return coverage.NewRules()
}

// reportCoverage writes the coverage of the run, and checks whether it is too low.
func (r *testRun) reportCoverage() error {
	if r.measured == nil || r.matched == 0 || r.stopped {
		return nil
	}
	f := &r.flags.coverage
	c := r.measured
	if f.all() {
		r.all.Coverage = c
	}
	text := coverageText(f, c)
	if r.to.stdout == "text" && !r.flags.quiet {
		if _, err := io.WriteString(r.stdout, text); err != nil {
			return unwritten(err)
		}
	}
	if r.to.saves("text") {
		r.saved.WriteString(text)
	}
	for _, name := range f.out {
		if err := r.writeCoverage(name, c); err != nil {
			return err
		}
	}
	return r.tooLow(c)
}

func coverageText(f *coverageFlags, c *report.Coverage) string {
	if f.table {
		return render.CoverageText(c)
	}
	if line := render.RulesLine(c); line != "" {
		return line + "\n"
	}
	return ""
}

func (r *testRun) writeCoverage(name string, c *report.Coverage) error {
	var b bytes.Buffer
	write := func() error { return render.EncodeJSON(&b, c, "  ") }
	if isHTML(name) {
		write = func() error { return r.coverageHTML(&b, c) }
	}
	if err := write(); err != nil {
		return err
	}
	if err := replaceFile(name, b.Bytes()); err != nil {
		return fmt.Errorf("--coverage-out %s: %w", name, reason(err))
	}
	return nil
}

// maxEasiest limits how many uncovered constraints are listed. Those that need the least work come first.
const maxEasiest = 10

// tooLow prints which constraints to cover if the coverage is below the minimum.
func (r *testRun) tooLow(c *report.Coverage) error {
	least := r.flags.coverage.atLeast
	if least == nil || c.Summary.Total > 0 && c.Summary.Percent() >= *least {
		return nil
	}
	r.low = true
	if c.Summary.Total == 0 {
		note(r.stderr, "--min-coverage is not met: %s", render.CoverageTotal(c))
		return nil
	}
	note(r.stderr, "coverage is %.1f %%, and has to be %s %%; easiest to cover:", c.Summary.Percent(), strconv.FormatFloat(*least, 'f', -1, 64))
	all := coverage.Easiest(c)
	for _, row := range all[:min(len(all), maxEasiest)] {
		_, _ = io.WriteString(r.stderr, "  "+render.MissingLine(row))
	}
	if more := len(all) - maxEasiest; more > 0 && !r.flags.coverage.table {
		fmt.Fprintf(r.stderr, "  and %s; --coverage lists all\n", prose.Count(more, "other"))
	}
	return nil
}

func isHTML(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".html" || ext == ".htm"
}

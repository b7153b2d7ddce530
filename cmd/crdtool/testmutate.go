package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/objects/mutationrun"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// mutateFlags are the flags of crdtool test about mutation.
type mutateFlags struct {
	on       bool
	most     int
	time     timeout
	minScore *float64
}

func (f *mutateFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.on, "mutate", false, "if all tests pass, damage the CRDs in one place at a time, and report each damage that no test notices")
	flags.Var(countFlag(&f.most), "mutate-max", "try at most N damaged CRDs, spread over all; 0 for all")
	flags.Var(&f.time, "mutate-time", "try no further damaged CRD after this time, such as 30s; 0 for no limit")
	flags.Var(percentFlag(&f.minScore), "min-score", "exit with status 1 if tests notice fewer of the damaged CRDs")
	group(flags, "Mutation", "mutate", "mutate-max", "mutate-time", "min-score")
}

// check returns an error about flags that exclude each other.
func (f *mutateFlags) check(cmd *cobra.Command) error {
	if !f.on {
		for _, name := range [...]string{"mutate-max", "mutate-time", "min-score"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s says how to damage CRDs, which is done with --mutate; add it", name)
			}
		}
		return nil
	}
	if f.time < 0 {
		return errors.New("--mutate-time is negative; write 0 for no limit")
	}
	return nil
}

// errManyVersions is the error about several versions in --kube-versions or the configuration.
var errManyVersions = errors.New("--mutate runs tests on one version of Kubernetes; name it with --kube-version, and leave --kube-versions away")

// mutate damages the CRDs of the tests, if all pass.
func (r *testRun) mutate(ctx context.Context) error {
	switch sum := r.all.Summary; {
	case len(r.unread) > 0:
		return nil
	case sum.Failed > 0:
		note(r.stderr, "%s already, so no CRD is damaged; --mutate is for tests that pass", prose.Count(sum.Failed, "test")+map[bool]string{true: " fails", false: " fail"}[sum.Failed == 1])
		return nil
	case sum.Passed == 0:
		if r.matched > 0 {
			_, _ = fmt.Fprintln(r.stderr, "crdtool: no test passes, so no CRD is damaged; --mutate is for tests that pass")
		}
		return nil
	}
	if r.to.stdout == "text" {
		_, _ = fmt.Fprintln(r.stdout) // an empty line before the findings
	}
	all := mutationrun.NewReport()
	suites := make([]*suite.Suite, len(r.suites))
	for i := range r.suites {
		suites[i] = r.suites[i].suite
	}
	untried, leftOut, err := r.runner.Mutate(ctx, suites, func(m *mutationrun.Result) error {
		if r.to.stdout == "text" && r.flags.verbose && m.Outcome == report.MutantSame {
			if err := r.text.Same(r.stdout, m.Report()); err != nil {
				return unwritten(err)
			}
		}
		return r.unnoticed(all.Add(m))
	})
	if why := stopped(ctx); why != nil {
		r.couldNotRead(fmt.Errorf("%w; %s not tried", why, prose.Count(untried, "damaged CRD")))
		err = nil
	}
	if err != nil {
		return err
	}
	if err := r.unnoticed(all.End(untried, leftOut)); err != nil {
		return err
	}
	r.all.Mutation = &all.Mutation
	return nil
}

// unnoticed writes findings about damage that no test notices.
func (r *testRun) unnoticed(all []mutationrun.Found) error {
	for i := range all {
		f, lines := &all[i].Finding, all[i].Doc.File
		if r.to.stdout == "text" {
			if err := r.text.Unnoticed(r.stdout, f, lines); err != nil {
				return unwritten(err)
			}
		}
		if r.to.saves("text") {
			_ = render.NewTests(false).Unnoticed(&r.saved, f, lines) // writing to memory cannot fail
		}
		if r.to.reports() {
			r.report.Findings = append(r.report.Findings, *f)
			r.report.Summary.Warnings++
			if r.to.showHTML() {
				r.snippets.Add([]report.Finding{*f}, lines)
			}
		}
	}
	return nil
}

// tooFew reports whether the score is below the minimum.
func (r *testRun) tooFew() bool {
	m, least := r.all.Mutation, r.flags.mutate.minScore
	if least == nil {
		return false
	}
	if m == nil {
		return true
	}
	n := m.Summary.Noticed + m.Summary.Unnoticed
	return n == 0 || float64(m.Summary.Noticed)*100 < *least*float64(n)
}

// writeMutation writes the score.
func (r *testRun) writeMutation(w io.Writer, text *render.Tests) error {
	m := r.all.Mutation
	if m == nil {
		return nil
	}
	if err := text.Mutation(w, m, r.flags.quiet); err != nil {
		return unwritten(err)
	}
	if r.tooFew() {
		_, err := fmt.Fprintf(w, "less than --min-score %s\n", prose.Decimal(*r.flags.mutate.minScore))
		return unwritten(err)
	}
	return nil
}

// options returns the options of the run.
func (f *mutateFlags) options(all bool) mutationrun.Options {
	return mutationrun.Options{All: all, Most: f.most, Time: time.Duration(f.time)}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/internal/objects/crdsearch"
	"github.com/crdtool/crdtool/internal/objects/mutationrun"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// testRun is a run of crdtool test.
type testRun struct {
	reportOutput
	flags    *testFlags
	config   *config.Config
	cmd      *cobra.Command
	text     *render.Tests
	files    *files.List
	suites   []job
	servers  []*suite.Servers
	warnings crdWarnings
	versions []kube.Version
	runner   *mutationrun.Runner // for --mutate, else nil
	all      report.Tests
	searched []string // files that were searched for CRDs
	found    int      // tests
	matched  int      // tests that --run selects
	// recorder records the coverage; nil if it is not reported.
	recorder *coverage.Recorder
	measured *report.Coverage
	refused  map[refusedCRD]bool // reported CRDs
	stopped  bool                // the run ended before all tests were run
	low      bool                // the coverage is too low
}

// job is a suite on a version of Kubernetes.
type job struct {
	suite   *suite.Suite
	servers *suite.Servers
	version kube.Version
}

func newTestRun(cmd *cobra.Command, f *testFlags, c *config.Config, to *outputs) *testRun {
	r := &testRun{
		reportOutput: newReportOutput(cmd, to),
		flags:        f, config: c, cmd: cmd, text: render.NewTests(coloured(f.color)),
		refused: map[refusedCRD]bool{},
		all:     report.Tests{SchemaVersion: report.SchemaVersion, Suites: []report.TestSuite{}},
	}
	r.text.Verbose, r.text.Quiet = f.verbose, f.quiet
	r.json = func(w io.Writer) error { return render.EncodeJSON(w, &r.all, "  ") }
	r.versions = f.kubeVersions.list
	if len(r.versions) == 0 {
		r.versions = []kube.Version{f.kubeVersion.Version}
	}
	if r.recorder = f.recorder(to); r.recorder != nil {
		r.recorder.Origin = f.types.finder.At
	}
	for _, v := range r.versions {
		servers := suite.NewServers(v)
		servers.Origins = f.types.finder
		servers.Coverage = r.recorder
		servers.Warn = r.warnings.add
		r.servers = append(r.servers, servers)
	}
	if f.mutate.on {
		r.runner = mutationrun.New(r.versions[0], r.servers[0], f.mutate.options(f.all))
	}
	return r
}

// find reads the suites of paths, and finds their CRDs.
func (r *testRun) find(paths []string) error {
	r.files = files.Expand(paths, files.Objects)
	dropExcluded(r.cmd, r.config, r.files, false)
	for _, err := range r.files.Errors {
		r.couldNotRead(err)
	}
	finder := suite.NewFinder(r.searchCRDs)
	type read struct {
		suites   []*suite.Suite
		problems []suite.Problem
		err      error
	}
	return inorder.Do(r.cmd.Context(), r.files.Files, func(f files.File) read {
		text, err := source.Load(f.Name)
		if err != nil {
			return read{err: err}
		}
		if !suite.May(text) {
			return read{}
		}
		suites, problems := suite.Read(source.Read(f.Name, text))
		return read{suites, problems, nil}
	}, func(in read) error {
		if in.err != nil {
			r.couldNotRead(in.err)
		}
		for _, p := range in.problems {
			r.couldNotRead(fmt.Errorf("%s:%d: %s", p.File, p.Line, p.Message))
		}
		if len(in.problems) > 0 {
			return nil // the rest of an invalid test might pass
		}
		for _, s := range in.suites {
			for _, one := range finder.Resolve(s) {
				r.couldNotRun(one)
				r.found += len(one.Tests)
				for i, v := range r.versions {
					r.suites = append(r.suites, job{one, r.servers[i], v})
				}
			}
		}
		return nil
	})
}

// searchCRDs returns the CRDs of --crds, or in the folders of the suites and above.
func (r *testRun) searchCRDs() []*source.Document {
	var list *files.List
	if len(r.flags.crds) > 0 {
		list = files.Expand(r.flags.crds, files.CRDs)
		for _, err := range list.Errors {
			r.couldNotRead(withKey(r.config, err, ""))
		}
	} else {
		search := crdsearch.New(files.Disk, r.config, r.files.Names())
		search.Alone = true
		list = search.Files()
	}
	r.searched = list.Names()
	var docs []*source.Document
	_ = inorder.Do(r.cmd.Context(), list.Files, func(f files.File) *source.File {
		file, _, err := list.Read(&f, nil)
		if err != nil {
			return nil
		}
		return file
	}, func(f *source.File) error {
		if f == nil {
			return nil
		}
		for _, d := range f.Documents {
			if d.IsCRD() {
				docs = append(docs, d)
			}
		}
		return nil
	})
	return docs
}

// run runs the suites, and prints them in order.
func (r *testRun) run(ctx context.Context) error {
	done := 0
	err := inorder.Do(ctx, r.suites, r.try, func(s report.TestSuite) error {
		done++
		return r.print(&s)
	})
	if errors.Is(err, errFailFast) {
		r.stopped = true
		return nil
	}
	if r.recorder != nil {
		r.measured = r.recorder.Report()
	}
	cut, err := unfinished(ctx, err, done, len(r.suites))
	if cut != nil {
		r.stopped = true
		r.couldNotRead(cut)
	}
	return err
}

var errFailFast = errors.New("a test has failed")

// try runs a suite. It is called concurrently.
func (r *testRun) try(j job) report.TestSuite {
	failed := false
	out := j.suite.Results(j.servers, j.version, func(t *suite.Test) (result report.Test, isRun bool) {
		if failed && r.flags.failFast || !r.flags.matches(testName(j.suite, t)) {
			return result, false
		}
		result = r.test(j, t)
		failed = failed || result.Outcome == report.TestFailed
		return result, true
	})
	if len(r.versions) > 1 {
		out.KubeVersion = j.version.String()
	}
	return out
}

// test runs a test.
func (r *testRun) test(j job, t *suite.Test) report.Test {
	if r.runner != nil {
		return r.runner.Run(j.suite, t)
	}
	return j.suite.RunOn(t, j.servers.New(t), j.version)
}

func (r *testRun) print(s *report.TestSuite) error {
	r.matched += len(s.Tests)
	r.dropReported(s)
	sum := s.Count()
	r.all.Summary.Add(sum)
	if r.to.stdout == "text" {
		if err := r.text.Suite(r.stdout, s); err != nil {
			return unwritten(err)
		}
	}
	if r.to.saves("text") {
		plain := render.NewTests(false)
		plain.Verbose, plain.Quiet = r.flags.verbose, r.flags.quiet
		_ = plain.Suite(&r.saved, s) // writing to memory cannot fail
	}
	if r.to.reports() {
		found := suite.Findings(s)
		r.report.Documents = append(r.report.Documents, suite.Documents(s)...)
		r.report.Findings = append(r.report.Findings, found...)
		r.all.Suites = append(r.all.Suites, *s)
		if len(found) > 0 && r.to.showHTML() {
			if text, err := source.Load(s.File); err == nil {
				r.snippets.Add(found, source.Read(s.File, bytes.Clone(text)))
			}
		}
	}
	if r.flags.failFast && sum.Failed > 0 {
		return errFailFast
	}
	return nil
}

// refusedCRD is a CRD that the server refuses, with the server's message. Several versions may share it.
type refusedCRD struct {
	report.TestCRD
	message string
}

// dropReported removes refused CRDs that an earlier suite reported.
func (r *testRun) dropReported(s *report.TestSuite) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t report.Test) bool {
		if t.CRD == nil {
			return false
		}
		c := refusedCRD{*t.CRD, t.Message}
		if r.refused[c] {
			return true
		}
		r.refused[c] = true
		return false
	})
}

// couldNotRun reports errors that keep the tests of a suite from running.
func (r *testRun) couldNotRun(s *suite.Suite) {
	if s.Error != "" {
		r.couldNotRead(fmt.Errorf("%s: %s", s.File, s.Error))
		return
	}
	for _, t := range s.Tests {
		if t.Error != "" && r.flags.matches(testName(s, t)) {
			r.couldNotRead(fmt.Errorf("%s:%d: %s", s.File, t.Line, t.Error))
		}
	}
}

// reportNoTests reports an error if no test was run.
func (r *testRun) reportNoTests() {
	switch {
	case r.found == 0 && len(r.unread) == 0:
		r.couldNotRead(fmt.Errorf("no tests found in %s%s", prose.Count(len(r.files.Files), "file"), notSearched(r.files)))
	case r.matched == 0 && r.found > 0 && r.flags.run != nil:
		r.couldNotRead(fmt.Errorf("no test matches --run %s", r.flags.run.String()))
	}
}

// about returns the description of the run for reports.
func (r *testRun) about() *render.About {
	sum := r.all.Summary
	word := "passed"
	if sum.Failed > 0 || len(r.unread) > 0 || r.tooFew() {
		word = "failed"
	}
	r.report.Summary.Errors = sum.Failed
	r.all.Errors = report.RunErrors(r.unread)
	verdict := fmt.Sprintf("%s, %d of %s pass", word, sum.Passed, prose.Count(sum.Passed+sum.Failed, "test"))
	if m := r.all.Mutation; m != nil {
		verdict += fmt.Sprintf(", %d of %s noticed", m.Summary.Noticed, prose.Count(m.Summary.Noticed+m.Summary.Unnoticed, "damaged CRD"))
	}
	return &render.About{
		Command: "test", Version: version(), Repository: render.FindRepository("."), Tests: true,
		Verdict: verdict,
		Fails:   func(f *report.Finding) bool { return f.Severity == finding.Error }, Unread: r.unread,
	}
}

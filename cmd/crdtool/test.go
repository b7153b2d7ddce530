package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/kube"
)

// testFlags are the flags of crdtool test.
type testFlags struct {
	files        []string
	crds         []string
	run          *regexp.Regexp
	failFast     bool
	update       bool
	all          bool
	watch        bool
	kubeVersion  kubeVersion
	kubeVersions kubeVersions
	config       configFlags
	types        goTypes
	coverage     coverageFlags
	mutate       mutateFlags
	generate     generateFlags

	output  outputFlags
	color   string
	quiet   bool
	verbose bool
}

const testsArgument = `PATH is a file, a directory that is searched for .yaml, .yml and .json files, or a glob;
the default is the current directory. Tests are suites (kind: TestSuite), suites in the
format of openshift/api, and objects with comments such as # crdtool: refused "is immutable".`

func newTest() *cobra.Command {
	f := testFlags{kubeVersion: kubeVersion{kube.Latest}}
	cmd := &cobra.Command{
		Use:         "test [PATH...]",
		Short:       "Run tests of APIs: what a cluster would refuse, default, prune and store",
		Annotations: map[string]string{argumentsAnnotation: testsArgument},
		Example: `crdtool test --coverage --kube-versions 1.30- test/api
crdtool test --mutate --min-score 80 test/api
crdtool test --generate --out test/api config/crd`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(cmd *cobra.Command, paths []string) error { return runTest(cmd, &f, paths) },
	}
	flags := cmd.Flags()
	addFiles(cmd, &f.files)
	flags.Var(pathsFlag(&f.crds), "crds", crdsUsage+"; without it those that a suite names, or that its folder and the folders above have; repeatable")
	flags.Var(parsed{"REGEXP", func(s string) (err error) {
		if f.run, err = regexp.Compile(s); err != nil {
			return fmt.Errorf("this is no regular expression: %w", err)
		}
		return nil
	}}, "run", "run only tests whose name SUITE/TEST matches")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first test that fails")
	flags.BoolVar(&f.update, "update", false, "write the stored objects into tests that fail only because of them, then run the tests")
	flags.BoolVar(&f.watch, "watch", false, "run the tests again whenever a suite, an object or a CRD changes, until Ctrl-C")
	addKubeVersion(cmd, &f.kubeVersion)
	addKubeVersions(cmd, &f.kubeVersions, "; runs the tests on each")
	f.config.add(cmd)
	f.types.add(cmd)
	f.coverage.add(cmd)
	f.mutate.add(cmd)
	f.generate.add(cmd)
	flags.BoolVar(&f.all, "all", false, "with --coverage, --mutate, --generate: include types of the Kubernetes API, such as a pod's; with --generate also objects too long to be read")
	f.output.add(cmd, formats)
	addColor(cmd, &f.color)
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage+"; of tests only those that fail")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, verboseUsage+"; and all tests, with the reasons why some are skipped")
	group(flags, "What is run", "filename", "crds", "run", "fail-fast", "update", "watch", "kube-version", "kube-versions", "go-types", "config", "no-config", "exclude")
	group(flags, "Coverage of the schema", "coverage", "coverage-out", "min-coverage", "all")
	group(flags, "Tests for what has none", "generate", "out", "force")
	group(flags, "Output (exit status: 0 all pass, 1 some fail, or too little is covered or noticed, 2 could not run)", "format", "output", "at", "color", "quiet", "verbose")
	return cmd
}

func runTest(cmd *cobra.Command, f *testFlags, paths []string) error {
	if err := checkVersions(cmd); err != nil {
		return err
	}
	if err := f.mutate.check(cmd); err != nil {
		return err
	}
	if err := f.generate.check(cmd); err != nil {
		return err
	}
	if f.generate.on {
		return runGenerate(cmd, f, paths)
	}
	to, err := f.output.outputs(nil)
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	if err := f.types.open(c); err != nil {
		return err
	}
	f.kubeVersion.configured(cmd, c)
	f.kubeVersions.configured(cmd, c)
	f.coverage.configured(cmd, c)
	if f.all && !f.coverage.all() && !f.mutate.on {
		return errors.New("--all says what --coverage, --mutate and --generate are about; add one of them")
	}
	if len(f.crds) == 0 {
		f.crds = c.Paths.CRDs
	}
	if f.mutate.on && len(f.kubeVersions.list) > 1 {
		return errManyVersions
	}
	if err := f.checkUpdate(); err != nil {
		return err
	}
	paths = configured(append(f.files, paths...))
	if f.update {
		if err := updateSuites(cmd, f, c, to, paths); err != nil {
			return err
		}
	}
	if f.watch {
		return watchTests(cmd, f, c, to, paths)
	}
	_, err = testOnce(cmd, f, c, to, paths)
	return err
}

// testOnce runs the tests and writes the report.
func testOnce(cmd *cobra.Command, f *testFlags, c *config.Config, to *outputs, paths []string) (*testRun, error) {
	start := time.Now()
	run := newTestRun(cmd, f, c, to)
	if err := run.find(paths); err != nil {
		return run, err
	}
	if err := run.run(cmd.Context()); err != nil {
		return run, err
	}
	if f.mutate.on {
		if err := run.mutate(cmd.Context()); err != nil {
			return run, err
		}
	}
	if err := run.finish(time.Since(start)); err != nil {
		return run, err
	}
	switch {
	case len(run.unread) > 0:
		return run, errReported
	case run.all.Summary.Failed > 0, run.low, run.tooFew():
		return run, errFindings
	}
	return run, nil
}

// finish writes the collected output, and the files.
func (r *testRun) finish(took time.Duration) error {
	defer r.warnings.print(r.stderr)
	r.reportNoTests()
	about := r.about()
	var err error
	if r.to.stdout != "text" { // the coverage is part of the report
		if err := r.reportCoverage(); err != nil {
			return err
		}
	}
	switch {
	case r.to.stdout != "text":
		err = r.write(r.stdout, r.to.stdout, about)
	default:
		if err = r.writeMutation(r.stdout, r.text); err == nil && r.matched > 0 {
			_, err = fmt.Fprintln(r.stdout, r.text.Line(r.all.Summary, took))
		}
	}
	if err != nil {
		return unwritten(err)
	}
	if r.to.saves("text") && r.matched > 0 {
		_ = r.writeMutation(&r.saved, render.NewTests(false)) // writing to memory cannot fail
		_, _ = io.WriteString(&r.saved, render.NewTests(false).Line(r.all.Summary, took)+"\n")
	}
	if r.to.stdout == "text" {
		if err := r.reportCoverage(); err != nil {
			return err
		}
	}
	return r.writeFiles(about)
}

// matches reports whether --run selects a test.
func (f *testFlags) matches(name string) bool { return f.run == nil || f.run.MatchString(name) }

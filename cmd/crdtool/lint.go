package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/lintrun"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/kube"
)

// lintFlags are the flags of crdtool lint.
type lintFlags struct {
	fieldValidation string
	files           []string
	kustomize       []string
	old             []string
	against         string
	kubeVersion     kubeVersion
	kubeVersions    kubeVersions
	requires        kubeVersions
	output          outputFlags
	writeOutputs    bool
	fixes           fixFlags
	onlyCRDs        bool
	allowEmpty      bool
	statistics      bool
	failing         failFlags
	newOnly         bool
	config          configFlags
	rules           ruleFlags
	baseline        baselineFlags
	color           string
	quiet           bool
	verbose         bool
	maxFindings     int
	types           goTypes
}

const pathsArgument = `PATH is a file, a directory that is searched for CRDs, an archive (a chart's .tgz, an
image's .tar, an .xpkg), a glob, or - for standard input; the default is the current
directory. A search skips templates, patches and files that git ignores.`

func newLint() *cobra.Command {
	f := lintFlags{kubeVersion: kubeVersion{kube.Latest}, maxFindings: render.MaxFindings}
	cmd := &cobra.Command{
		Use:         "lint [PATH...]",
		Short:       "Check CustomResourceDefinitions as kube-apiserver does on create, or on update with --old or --against",
		Annotations: map[string]string{argumentsAnnotation: pathsArgument},
		Example: `crdtool lint config/crd
crdtool lint -o json --fail-on warning config/crd
kubectl get crds -o yaml | crdtool lint --old - config/crd`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runLint(cmd, &f, paths)
		},
	}
	addFiles(cmd, &f.files)
	addKustomize(cmd, &f.kustomize)
	addChoice(cmd, &f.fieldValidation, "field-validation", validationUsage, "strict", "warn", "ignore")
	cmd.Flags().Var(pathsFlag(&f.old), "old", oldUsage+"; a CRD of the same name is checked as an update; repeatable")
	addAgainst(cmd, &f.against)
	cmd.Flags().BoolVar(&f.newOnly, "new-only", false, "with --old or --against: do not print findings that the stored CRDs have as well, only count them")
	addKubeVersion(cmd, &f.kubeVersion)
	addKubeVersions(cmd, &f.kubeVersions, "; reports on which the CRDs install")
	cmd.Flags().Var(parsed{"VERSION", func(s string) error {
		oldest, err := kube.ParseVersion(s)
		if err != nil {
			return err
		}
		return f.requires.Set(oldest.String() + "-")
	}}, "requires", "the oldest version of kube-apiserver that the CRDs have to install on; short for --kube-versions VERSION-")
	cmd.Flags().BoolVar(&f.onlyCRDs, "only-crds", false, onlyCRDsUsage)
	addAllowEmpty(cmd, &f.allowEmpty)
	f.rules.add(cmd)
	f.baseline.add(cmd)
	f.config.add(cmd)
	f.output.add(cmd, formats)
	cmd.Flags().BoolVar(&f.writeOutputs, "write-outputs", false, "also write the files that formats names in "+config.Name)
	cmd.Flags().BoolVar(&f.statistics, "statistics", false, "print the number of findings per rule instead of the findings")
	addColor(cmd, &f.color)
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, verboseUsage)
	cmd.Flags().Var(countFlag(&f.maxFindings), "max-findings", maxUsage+"; 0 for all (default 20)")
	f.failing.add(cmd)
	f.types.add(cmd)

	group(cmd.Flags(), "What is checked", "filename", "kustomize", "field-validation", "old", "against", "new-only", "only-crds", "allow-empty", "kube-version", "kube-versions", "requires", "go-types")
	group(cmd.Flags(), "crdtool's own rules, and findings to ignore", "profile", "enable", "disable", "baseline", "write-baseline", "config", "no-config", "exclude")
	f.fixes.add(cmd)
	group(cmd.Flags(), "Output", "format", "output", "write-outputs", "at", "statistics", "max-findings", "color", "quiet", "verbose")
	group(cmd.Flags(), "Exit status (0 clean, 1 findings, 2 could not run)", "fail-on", "fail-on-upgrade")
	return cmd
}

// configured sets flags that were not given from the configuration.
func (f *lintFlags) configured(cmd *cobra.Command, c *config.Config) {
	f.kubeVersion.configured(cmd, c)
	if f.requires.list == nil {
		f.kubeVersions.configured(cmd, c)
	}
	f.failing.configured(cmd, c)
}

// versions returns the versions that CRDs have to install on, or nil for a single one.
func (f *lintFlags) versions() []kube.Version {
	if f.requires.list != nil {
		return f.requires.list
	}
	return f.kubeVersions.list
}

// linter returns a linter for the selected versions.
func (f *lintFlags) linter() *lint.Linter {
	if list := f.versions(); list != nil {
		return lint.NewFor(list)
	}
	return lint.New(f.kubeVersion.Version)
}

func runLint(cmd *cobra.Command, f *lintFlags, paths []string) error {
	start := time.Now()
	if err := checkVersions(cmd); err != nil {
		return err
	}
	opts := lint.Options{
		// Strict, Warn and Ignore are the values of the API's parameter.
		FieldValidation: strings.ToUpper(f.fieldValidation[:1]) + f.fieldValidation[1:],
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	if paths = append(f.files, paths...); len(paths)+len(f.kustomize) == 0 {
		paths = crdPaths(paths, c)
	}
	f.configured(cmd, c)
	if err := f.types.open(c); err != nil {
		return err
	}
	opts.OtherVersions = choseVersions(cmd)
	opts.Types, opts.GoFirst, opts.FixYAML = f.types.finder.Types, f.types.finder.First, f.fixes.generated
	var revision *lintrun.Revision
	var stored storedSet
	switch {
	case cmd.Flags().Changed("against") && len(f.old) > 0:
		return errors.New("--against and --old both say what the stored CRDs are; remove one of them")
	case cmd.Flags().Changed("against"):
		tree, err := openAgainst(cmd, f.against)
		if err != nil {
			return err
		}
		defer tree.Close()
		if revision, err = lintrun.NewRevision(tree, paths, c); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
		opts.NewOnly, stored = f.newOnly, revision
	case len(f.old) > 0:
		old, err := storedCRDs(cmd, f.old)
		if err != nil {
			return err
		}
		opts.Old, opts.NewOnly = old.Find, f.newOnly
		stored = old
	case f.newOnly:
		return errors.New("--new-only requires --old or --against, the stored CRDs to compare with")
	}
	to, err := f.outputs(cmd, c)
	if err != nil {
		return err
	}
	if f.statistics && to.stdout != "text" && to.stdout != "json" {
		return fmt.Errorf("--statistics prints text or json, not %s; write findings to a file with --output %s=PATH", to.stdout, to.stdout)
	}
	if err := f.fixes.check(paths, to, f.statistics); err != nil {
		return err
	}
	if f.baseline.write && f.fixes.fix {
		return errors.New("--write-baseline and --fix cannot be combined; run --fix first, then --write-baseline")
	}
	base, err := f.baseline.open(c)
	if err != nil {
		return err
	}
	if base == nil {
		opts.Most = listedFindings(f.maxFindings)
	}
	run := newLintRun(cmd, f, c, opts, to)
	run.stored, run.run.Stored = stored, revision
	run.use(base)
	run.startFixes()
	if err := run.lint(cmd.Context(), paths); err != nil {
		return err
	}
	if err := run.finish(time.Since(start)); err != nil {
		return err
	}
	switch {
	case len(run.unread) > 0:
		return errReported
	case base != nil && base.writing:
		return nil
	case run.output.failed:
		return errFindings
	}
	return nil
}

// outputs returns the outputs of the flags, or else of the configuration.
//
// The configuration of a pull request must not make a run write files. So the files in formats are written only
// with --write-outputs, or if --config names the configuration.
func (f *lintFlags) outputs(cmd *cobra.Command, c *config.Config) (*outputs, error) {
	useStdout := !f.output.given() && !f.fixes.dryRun && !f.baseline.write
	useFiles := f.writeOutputs || useStdout && !c.Found
	var configured []output
	files := 0
	for _, o := range c.Outputs {
		if o.Path != "" {
			files++
		}
		switch {
		case o.Path == "" && useStdout && !(f.statistics && o.Format != "text" && o.Format != "json"):
			configured = append(configured, output{format: o.Format, path: stdoutPath})
		case o.Path != "" && useFiles:
			if err := writable(o.Path); err != nil {
				return nil, fmt.Errorf("%s:%d: formats: %s: %w", c.Path, o.Line, o.Entry, err)
			}
			configured = append(configured, output{format: o.Format, path: o.Path})
		case o.Path != "" && useStdout && !f.quiet:
			fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s:%d: formats: %s is not written; add --write-outputs to write it\n", render.Escape(c.Path), o.Line, render.Escape(o.Entry))
		}
	}
	if f.writeOutputs && files == 0 {
		return nil, fmt.Errorf("--write-outputs: no file is named by formats in %s; add one, or use --output FORMAT=PATH", cmp.Or(c.Path, config.Name))
	}
	return f.output.outputs(configured)
}

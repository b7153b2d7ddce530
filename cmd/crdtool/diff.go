package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/gittree"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/accepted"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// diffFlags are the flags of crdtool diff.
type diffFlags struct {
	kubeVersion kubeVersion
	files       []string
	against     string
	objects     []string
	onlyCRDs    bool
	profile     string
	proof       string
	output      outputFlags
	stat        bool
	color       string
	config      configFlags
	failOn      string
	quiet       bool
	verbose     bool
	maxFindings int
	types       goTypes
}

func newDiff() *cobra.Command {
	f := diffFlags{kubeVersion: kubeVersion{kube.Latest}, maxFindings: render.MaxFindings}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW... | diff REF [REF] [PATH...] | diff --against REF [PATH...]",
		Short: "Show what a change of CustomResourceDefinitions breaks, for whom, proved by an object",
		Annotations: map[string]string{argumentsAnnotation: `OLD, NEW and PATH are files, directories that are searched for CRDs, globs, or - for standard
input. CRDs are paired by their names. With --against, those of PATH, or of the current
directory, are compared with what a revision of git has there.`},
		Example: `crdtool diff --against merge-base:main config/crd
kubectl get crds -o yaml | crdtool diff - config/crd
helm template chart | crdtool diff --format changelog config/crd -`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(cmd *cobra.Command, args []string) error { return runDiff(cmd, &f, args) },
	}
	addFiles(cmd, &f.files)
	addAgainst(cmd, &f.against)
	cmd.Flags().Var(pathsFlag(&f.objects), "objects", "existing objects, to show what the change does to each: files, directories, globs, or -; repeatable")
	cmd.Flags().BoolVar(&f.onlyCRDs, "only-crds", false, onlyCRDsUsage)
	addDiffProfile(cmd, &f.profile)
	addKubeVersion(cmd, &f.kubeVersion)
	f.config.add(cmd)
	f.types.add(cmd)
	addChoice(cmd, &f.proof, "proof", "how an object that shows a change is printed: on one line, or as YAML for kubectl; with none, no object is searched", "short", "yaml", "none")
	f.output.add(cmd, diffFormats)
	cmd.Flags().BoolVar(&f.stat, "stat", false, "print only a table of the CRDs with their verdicts and counts")
	addColor(cmd, &f.color)
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, verboseUsage+"; and compatible changes and those of documentation")
	cmd.Flags().Var(countFlag(&f.maxFindings), "max-findings", maxUsage+"; 0 for all (default 20)")
	addChoice(cmd, &f.failOn, "fail-on", "what makes the exit status 1; breaking changes, breaking and unproven changes, or changes of a class or of a worse one",
		"breaking", "unproven", "install", "stored", "writers", "readers", "compatible", "documentation", "never")
	group(cmd.Flags(), "What is compared", "filename", "against", "only-crds", "objects", "kube-version", "profile", "go-types", "config", "no-config", "exclude")
	group(cmd.Flags(), "Output", "proof", "format", "output", "at", "stat", "max-findings", "color", "quiet", "verbose")
	group(cmd.Flags(), "Exit status (0 nothing is shown to break, 1 something is, 2 could not run)", "fail-on")
	return cmd
}

func runDiff(cmd *cobra.Command, f *diffFlags, paths []string) error {
	to, err := f.output.outputs(nil)
	if err == nil && f.stat && to.stdout != "text" {
		err = errors.New("--stat is text; give the other format a file: --output " + to.stdout + "=PATH")
	}
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	if err := f.checkStdin(paths); err != nil {
		return err
	}
	if err := f.types.open(c); err != nil {
		return err
	}
	newer, paths := f.revisions(cmd, paths)
	f.kubeVersion.configured(cmd, c)
	run := newDiffOutput(cmd, f, to)
	profile := diffProfile(cmd, f.profile, &c.Diff)
	settled := accepted.New(c.Diff.Accepted, time.Now().Format(config.DateForm))
	options := diffrun.Options{
		NoWitnesses: f.proof == "none", Revision: f.against, Profile: profile, Promises: c.Diff.Promises.Of, Settle: settled.Settle,
		Most: listedFindings(f.maxFindings), Chooses: settled.Chooses,
		Passed: run.passed.Add, Unread: run.couldNotRead, Origins: f.types.finder, Excludes: c.ExcludesHere,
		DocumentTimeout: documentTimeout(cmd),
	}
	objects, err := newDiffObjects(cmd, f, c, &options)
	if err != nil {
		return err
	}
	compared := comparison{cmd, f, diffrun.New(f.kubeVersion.Version, options), objects.following(run.add)}
	switch {
	case f.onlyCRDs && f.against == "":
		return errors.New("--only-crds requires --against; add it")
	case newer != "":
		err = compared.revisions(newer, paths, c)
	case f.against != "":
		err = compared.against(crdPaths(append(f.files, paths...), c))
	case len(paths) == 0 || len(paths)+len(f.files) < 2:
		return oneSide()
	default:
		err = compared.paths(paths[0], append(f.files, paths[1:]...), run)
	}
	if err != nil {
		return run.couldNotRun(err)
	}
	if run.report.Summary.CRDs == 0 && len(run.unread) > 0 {
		return run.end(errReported)
	}
	if run.report.Summary.CRDs == 0 && !f.onlyCRDs {
		return run.couldNotRun(errors.New("no CustomResourceDefinition was found on either side" + run.also()))
	}
	if err := settled.Err(); err != nil {
		return err
	}
	run.report.Unused = settled.Unused()
	if err := objects.run(cmd.Context(), run); err != nil {
		return run.couldNotRun(err)
	}
	if err := run.finish(); err != nil {
		return err
	}
	for _, u := range run.report.Unused {
		note(cmd.ErrOrStderr(), "%s:%d: warning: %s", u.File, u.Line, u.Message)
	}
	if !f.quiet {
		noteUnreported(cmd, profile, run.report.Summary.Unreported)
	}
	switch {
	case len(run.unread) > 0:
		return errReported
	case run.failed:
		return errFindings
	}
	return nil
}

// A comparison compares the CRDs of two sides and emits the differences of each CRD.
type comparison struct {
	cmd    *cobra.Command
	flags  *diffFlags
	differ *diffrun.Differ
	emit   func(report.CRDDiff) error
}

// against compares the CRDs of paths with the revision of --against. A CRD in another file of the revision
// counts as moved.
func (c *comparison) against(paths []string) error {
	tree, err := openAgainst(c.cmd, c.flags.against)
	if err != nil {
		return err
	}
	defer tree.Close()
	expand := files.ExpandOn
	if c.flags.onlyCRDs {
		expand = files.ExpandAsFoundOn
	}
	list := expand(files.Disk, paths, files.CRDs)
	gone := slices.DeleteFunc(list.Errors, func(err error) bool { return errors.Is(err, fs.ErrNotExist) && inRevision(tree, err) })
	if len(gone) > 0 {
		return gone[0]
	}
	inTree := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == files.Stdin })
	old := expand(tree, inTree, files.CRDs)
	for _, err := range old.Errors {
		if !absent(err) {
			return fmt.Errorf("--against: %w", err)
		}
	}
	elsewhere := func(names map[string]bool) (*diffrun.Set, error) {
		set := &diffrun.Set{}
		whole := files.ExpandOn(tree, []string{tree.Root()}, files.CRDs)
		return set, inorder.Do(c.cmd.Context(), whole.Files, func(at files.File) *source.File {
			f, _, _ := whole.Read(&at, nil) // files outside of the paths may be unreadable
			return f
		}, func(f *source.File) error {
			set.AddNamed(f, names)
			return nil
		})
	}
	return c.differ.Run(c.cmd.Context(), diffrun.Side{List: old, Absent: absent}, diffrun.Side{List: list, Stdin: c.cmd.InOrStdin()}, elsewhere, c.emit)
}

// absent reports whether an error means that the revision lacks a file.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || gittree.Elsewhere(err) }

// inRevision reports whether a revision has the missing path of an error.
func inRevision(tree *gittree.Tree, err error) bool {
	var of *source.PathError
	return errors.As(err, &of) && len(files.ExpandOn(tree, []string{of.Path}, files.CRDs).Errors) == 0
}

// fails reports whether a change makes the exit status 1.
func (f *diffFlags) fails(c *report.Change) bool {
	switch {
	case f.failOn == "never" || c.Accepted != "":
		return false
	case f.failOn == "breaking":
		return c.Breaking
	case f.failOn == "unproven":
		return c.Breaking || c.Class == "unproven"
	}
	return c.AsBadAs(f.failOn)
}

// ownProfile is the profile with crdtool's own verdicts.
const ownProfile = "crdtool"

func addDiffProfile(cmd *cobra.Command, to *string) {
	addChoice(cmd, to, "profile", profileUsage+"; whose verdicts to give, those of crdtool or those of another tool with its defaults", append([]string{ownProfile}, others.Names()...)...)
}

// diffProfile returns the profile of the flag, or else of the configuration. The settings of the configuration
// are only for the profile that it names. It returns nil for crdtool's own verdicts.
func diffProfile(cmd *cobra.Command, flag string, c *config.Diff) *others.Profile {
	name, settings := c.Profile, c.Settings
	if cmd.Flags().Changed("profile") && flag != name {
		name, settings = flag, others.Settings{}
	}
	return others.New(name, settings)
}

// noteUnreported prints how many breaking changes the profile does not report.
func noteUnreported(cmd *cobra.Command, p *others.Profile, n int) {
	if p == nil || n == 0 {
		return
	}
	it := "it"
	if n > 1 {
		it = "them"
	}
	note(cmd.ErrOrStderr(), "%s that %s does not report; --profile %s shows %s", prose.Count(n, "breaking change"), p.Name, ownProfile, it)
}

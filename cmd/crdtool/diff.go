package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/diffrun"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/gittree"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// diffFlags are the flags of crdtool diff.
type diffFlags struct {
	kubeVersion kubeVersion
	files       pathList
	against     string
	proof       string
	output      diffOutputFlags
	stat        bool
	color       string
	config      configFlags
	failOn      string
	quiet       bool
	verbose     bool
	maxFindings count
}

func newDiff() *cobra.Command {
	f := diffFlags{kubeVersion: kubeVersion{kube.Latest}, maxFindings: render.MaxFindings}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW... | diff --against REF [PATH...]",
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
	addKubeVersion(cmd, &f.kubeVersion)
	f.config.add(cmd)
	addChoice(cmd, &f.proof, "proof", "how objects that show changes are printed: on a line, as YAML for kubectl; or none is looked for", "short", "yaml", "none")
	f.output.add(cmd)
	cmd.Flags().BoolVar(&f.stat, "stat", false, "print only a table of the CRDs with their verdicts and counts")
	addColor(cmd, &f.color)
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, verboseUsage+"; compatible changes, and those of documentation")
	cmd.Flags().Var(&f.maxFindings, "max-findings", maxUsage+"; 0 for all (default 20)")
	addChoice(cmd, &f.failOn, "fail-on", "what makes the exit status 1; breaking changes, or any of a class or of a worse one",
		"breaking", "install", "stored", "writers", "readers", "compatible", "documentation", "never")
	group(cmd.Flags(), "What is compared", "filename", "against", "kube-version", "config", "no-config")
	group(cmd.Flags(), "Output", "proof", "format", "output", "stat", "max-findings", "color", "quiet", "verbose")
	group(cmd.Flags(), "Exit status (0 nothing breaks, 1 something does, 2 could not run)", "fail-on")
	return cmd
}

func runDiff(cmd *cobra.Command, f *diffFlags, paths []string) error {
	to, err := f.output.outputs(f.stat)
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	f.kubeVersion.configured(cmd, c)
	var old, new *diffrun.Set
	if f.against != "" {
		old, new, err = readAgainst(cmd, f.against, crdPaths(append(f.files, paths...), c))
	} else if len(paths) == 0 || len(paths)+len(f.files) < 2 {
		err = errors.New("diff takes the old CRDs and the new ones, or a revision of git: crdtool diff OLD NEW, or crdtool diff --against REF")
	} else if old, err = readSide(cmd, paths[:1]); err == nil {
		new, err = readSide(cmd, append(f.files, paths[1:]...))
	}
	if err != nil {
		return err
	}
	run := newDiffOutput(cmd, f, to)
	differ := diffrun.New(f.kubeVersion.Version, diffrun.Options{NoWitnesses: f.proof == "none", Revision: f.against})
	err = inorder.Do(cmd.Context(), diffrun.Pairs(old, new), func(p diffrun.Pair) report.CRDDiff {
		switch {
		case p.Old == nil:
			return differ.Added(p.New)
		case p.New == nil:
			return differ.Removed(p.Old)
		}
		return differ.Compare(p.Old, p.New)
	}, run.add)
	if err != nil {
		return err
	}
	if err := run.finish(); err != nil {
		return err
	}
	if run.failed {
		return errFindings
	}
	return nil
}

// readSide reads the CRDs of one side. It fails if something can't be read: what is not
// compared would pass as unchanged.
func readSide(cmd *cobra.Command, paths []string) (*diffrun.Set, error) {
	list := files.Expand(paths, files.CRDs)
	if len(list.Errors) > 0 {
		return nil, list.Errors[0]
	}
	set := &diffrun.Set{}
	if err := addAll(cmd, list, set.Add); err != nil {
		return nil, err
	}
	if err := set.Problem(); err != nil {
		return nil, err
	}
	if set.Len() == 0 {
		return nil, fmt.Errorf("no CustomResourceDefinition found in %s", (*pathList)(&paths))
	}
	return set, nil
}

func addAll(cmd *cobra.Command, list *files.List, add func(*source.File)) error {
	return eachFile(cmd, list, new(files.Summary), func(f *source.File, _ bool) error {
		add(f)
		return nil
	})
}

// readAgainst reads the CRDs of paths, and those that a revision of git has there. One
// that it has elsewhere was moved.
func readAgainst(cmd *cobra.Command, ref string, paths []string) (old, new *diffrun.Set, err error) {
	tree, err := openAgainst(cmd, ref)
	if err != nil {
		return nil, nil, err
	}
	defer tree.Close()
	if new, err = readSide(cmd, paths); err != nil {
		return nil, nil, err
	}
	old = &diffrun.Set{}
	inTree := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == files.Stdin })
	if err := addRevision(cmd, files.ExpandOn(tree, inTree, files.CRDs), old.Add); err != nil {
		return nil, nil, err
	}
	if lacks := old.Lacks(new); len(lacks) > 0 {
		whole := files.ExpandOn(tree, []string{tree.Root()}, files.CRDs)
		if err := addRevision(cmd, whole, func(f *source.File) { old.AddNamed(f, lacks) }); err != nil {
			return nil, nil, err
		}
	}
	return old, new, old.Problem()
}

// addRevision reads files of a revision. What it has no file for is new; links, modules and
// files that stand elsewhere are no CRDs.
func addRevision(cmd *cobra.Command, list *files.List, add func(*source.File)) error {
	for _, err := range list.Errors {
		if !errors.Is(err, fs.ErrNotExist) && !gittree.Elsewhere(err) {
			return fmt.Errorf("--against: %w", err)
		}
	}
	type read struct {
		file *source.File
		err  error
	}
	return inorder.Do(cmd.Context(), list.Files, func(at files.File) read {
		f, _, err := list.Read(&at, nil)
		return read{f, err}
	}, func(r read) error {
		switch {
		case r.err != nil && !gittree.Elsewhere(r.err):
			return fmt.Errorf("--against: %w", r.err)
		case r.err == nil && r.file != nil:
			add(r.file)
		}
		return nil
	})
}

// fails tells whether a change makes the exit status 1.
func (f *diffFlags) fails(c *report.Change) bool {
	switch {
	case f.failOn == "never" || c.Accepted != "":
		return false
	case f.failOn == "breaking":
		return c.Breaking
	}
	return c.AsBadAs(f.failOn)
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/diffrun"
	"github.com/crdtool/crdtool/internal/files"
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
		Use:   "diff OLD NEW...",
		Short: "Show what a change of CustomResourceDefinitions breaks, for whom, proved by an object",
		Annotations: map[string]string{argumentsAnnotation: `OLD and NEW are files, directories that are searched for CRDs, globs, or - for standard input.
CRDs are paired by their names.`},
		Example: `kubectl get crds -o yaml | crdtool diff - config/crd
git show v1.2.0:dist/install.yaml | crdtool diff --proof yaml - dist/install.yaml
helm template chart | crdtool diff --format changelog --fail-on never config/crd -
crdtool diff --output markdown=comment.md --output sarif=crdtool.sarif old new`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(cmd *cobra.Command, args []string) error { return runDiff(cmd, &f, args) },
	}
	addFiles(cmd, &f.files)
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
	group(cmd.Flags(), "What is compared", "filename", "kube-version", "config", "no-config")
	group(cmd.Flags(), "Output", "proof", "format", "output", "stat", "max-findings", "color", "quiet", "verbose")
	group(cmd.Flags(), "Exit status (0 nothing breaks, 1 something does, 2 could not run)", "fail-on")
	return cmd
}

func runDiff(cmd *cobra.Command, f *diffFlags, paths []string) error {
	if len(paths) == 0 || len(paths)+len(f.files) < 2 {
		return errors.New("diff takes the old CRDs and the new ones: crdtool diff OLD NEW")
	}
	to, err := f.output.outputs(f.stat)
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	f.kubeVersion.configured(cmd, c)
	old, err := readSide(cmd, paths[:1])
	if err != nil {
		return err
	}
	new, err := readSide(cmd, append(f.files, paths[1:]...))
	if err != nil {
		return err
	}
	run := newDiffOutput(cmd, f, to)
	differ := diffrun.New(f.kubeVersion.Version, diffrun.Options{NoWitnesses: f.proof == "none"})
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
	if err := eachFile(cmd, list, new(files.Summary), func(f *source.File, _ bool) error {
		set.Add(f)
		return nil
	}); err != nil {
		return nil, err
	}
	if len(set.Unread) > 0 {
		p := &set.Unread[0]
		return nil, fmt.Errorf("%s:%d: %s", p.File, p.Pos.Line, p.Message)
	}
	if set.Len() == 0 {
		return nil, fmt.Errorf("no CustomResourceDefinition found in %s", (*pathList)(&paths))
	}
	return set, nil
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

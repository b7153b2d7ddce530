package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/objects/convert"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/kube"
)

// convertFlags are the flags of crdtool convert.
type convertFlags struct {
	files       []string
	to          string
	crds        []string
	unknown     string
	kubeVersion kubeVersion

	write       bool
	diff        bool
	output      objectOutput
	print       string
	color       string
	quiet       bool
	verbose     bool
	maxFindings int
	config      configFlags
}

const convertArgument = `PATH is a file, a directory that is searched for CRDs, or with --to for objects, a glob,
or - for standard input; the default is the current directory. What is converted goes to
standard output, with what is left to decide on standard error, or with --write into the
files.`

func newConvert() *cobra.Command {
	f := convertFlags{kubeVersion: kubeVersion{kube.Latest}, maxFindings: render.MaxFindings}
	cmd := &cobra.Command{
		Use:         "convert [PATH...]",
		Short:       "Turn CustomResourceDefinitions of v1beta1 into v1, or custom objects into another version",
		Annotations: map[string]string{argumentsAnnotation: convertArgument},
		Example: `crdtool convert old-crd.yaml > crd.yaml
crdtool convert --write --unknown-fields keep config/crd
crdtool convert --to v1 --crds config/crd config/samples > samples.yaml`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runConvert(cmd, &f, paths)
		},
	}
	flags := cmd.Flags()
	addFiles(cmd, &f.files)
	words := []string{string(convert.Keep), string(convert.Prune)}
	flags.Var(choice{&f.unknown, words}, "unknown-fields", "what happens to fields that no schema declares, which v1beta1 keeps by default")
	completes(cmd, "unknown-fields", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	flags.Var(wordFlag(&f.to, "GROUP/VERSION"), "to", "convert custom objects to this version instead; without GROUP, those of every group")
	flags.Var(pathsFlag(&f.crds), "crds", crdsUsage+"; with --to, which otherwise searches for them; repeatable")
	addKubeVersion(cmd, &f.kubeVersion)
	f.config.add(cmd)

	flags.BoolVarP(&f.write, "write", "w", false, "write the converted documents to the files; CRDs that need a decision stay as they are")
	flags.BoolVar(&f.diff, "diff", false, diffUsage+"; from the files to the converted documents")
	addChoice(cmd, &f.output.format, "format", formatUsage+"; prints the findings in it instead of the converted documents", formats...)
	f.output.add(cmd, "yaml: each document written anew", "yaml")
	addPrint(cmd, &f.print, "each document written anew")
	addColor(cmd, &f.color)
	flags.Var(countFlag(&f.maxFindings), "max-findings", maxUsage+"; 0 for all (default 20)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, quietUsage)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, verboseUsage)

	group(flags, "What is converted", "filename", "unknown-fields", "to", "crds", "kube-version", "config", "no-config", "exclude")
	group(flags, "Output (exit status: 0 all converted, 1 something is left to decide or cannot be converted, 2 could not run)",
		"write", "diff", "format", "output", "print", "max-findings", "color", "quiet", "verbose")
	return cmd
}

// check returns an error about flags that exclude each other.
func (f *convertFlags) check(paths []string) error {
	if f.print == printObject {
		var err error
		if f.output.objects, err = f.output.objectFormat(); err != nil {
			return err
		}
	}
	objects := "-o " + f.output.objects
	if f.print == printObject {
		objects = "--print object"
	}
	var prints []string
	for _, p := range []struct {
		set  bool
		name string
	}{
		{f.write, "--write"}, {f.diff, "--diff"}, {f.output.objects != "", objects},
		{f.output.format != "text", "--format " + f.output.format}, {f.output.stdout() != "", "--output " + f.output.stdout()},
	} {
		if p.set && !(p.name == "--write" && f.output.format != "text") {
			prints = append(prints, p.name)
		}
	}
	stdin := slices.Contains(paths, files.Stdin)
	switch {
	case len(prints) > 1 && !(prints[0] == "--write" && strings.HasPrefix(prints[1], "--output")):
		return fmt.Errorf("%s and %s both choose what is printed; remove one of them", prints[0], prints[1])
	case f.write && stdin:
		return errors.New("--write cannot change standard input; without it the result is printed")
	case len(f.crds) > 0 && f.to == "":
		return errors.New("--crds is for custom objects, which --to converts; to convert CRDs, name them as arguments")
	case f.to != "" && f.unknown != "":
		return errors.New("--unknown-fields is about CRDs, and --to about custom objects; remove one of them")
	case stdin && slices.Contains(f.crds, files.Stdin):
		return errors.New("standard input (-) is given more than once, but can be read only once; remove one")
	}
	return nil
}

func runConvert(cmd *cobra.Command, f *convertFlags, paths []string) error {
	paths = append(f.files, paths...)
	if err := f.check(paths); err != nil {
		return err
	}
	to, err := f.output.outputs()
	if err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	f.kubeVersion.configured(cmd, c)
	run := newConvertRun(cmd, f, c, to)
	if f.to != "" {
		err = run.objects(cmd.Context(), paths)
	} else {
		err = run.crds(cmd.Context(), paths)
	}
	if err != nil {
		return err
	}
	if err := run.finish(); err != nil {
		return err
	}
	switch {
	case len(run.unread) > 0:
		return errReported
	case run.totals.Errors > 0:
		return errFindings
	}
	return nil
}

// target returns the version of --to, and its group if given.
func (f *convertFlags) target() (group, version string) {
	group, version, found := strings.Cut(f.to, "/")
	if !found {
		return "", group
	}
	return group, version
}

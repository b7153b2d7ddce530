package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// costFlags are the flags of crdtool cost.
type costFlags struct {
	kubeVersion  kubeVersion
	kubeVersions kubeVersions
	files        []string
	config       configFlags
	format       string
	top          int
	suggest      bool
	types        goTypes
}

func newCost() *cobra.Command {
	f := costFlags{kubeVersion: kubeVersion{kube.Latest}, top: 10}
	cmd := &cobra.Command{
		Use:         "cost [PATH...]",
		Short:       "Show the server's cost estimate for the CEL rules of CustomResourceDefinitions",
		Annotations: map[string]string{argumentsAnnotation: pathsArgument},
		Example: `crdtool cost config/crd
crdtool cost --top 3 -f config/crd
crdtool cost --suggest -o json config/crd`,
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return runCost(cmd, &f, paths)
		},
	}
	addFiles(cmd, &f.files)
	addKubeVersion(cmd, &f.kubeVersion)
	addKubeVersions(cmd, &f.kubeVersions, "; shows the highest estimate, and bounds that fit on all")
	f.config.add(cmd)
	cmd.Flags().BoolVar(&f.suggest, "suggest", false, "suggest bounds for every rule, not only for those over a limit")
	cmd.Flags().Var(countFlag(&f.top), "top", "how many rules to list per schema; 0 for all (default 10)")
	addFormat(cmd, &f.format, "", "text", "json")
	f.types.add(cmd)

	group(cmd.Flags(), "What is estimated", "filename", "kube-version", "kube-versions", "suggest", "go-types", "config", "no-config", "exclude")
	group(cmd.Flags(), "Output (exit status: 0 done, 2 could not run, or a file cannot be read)", "at", "top", "format", "output")
	return cmd
}

func runCost(cmd *cobra.Command, f *costFlags, paths []string) error {
	if err := checkVersions(cmd); err != nil {
		return err
	}
	c, err := f.config.read(cmd)
	if err != nil {
		return err
	}
	paths = crdPaths(append(f.files, paths...), c)
	f.kubeVersion.configured(cmd, c)
	f.kubeVersions.configured(cmd, c)
	if err := f.types.open(c); err != nil {
		return err
	}
	list := files.Expand(paths, files.CRDs)
	dropExcluded(cmd, c, list, false)
	inputs := unreadInputsOf(cmd)
	for _, err := range list.Errors {
		inputs.couldNotRead(atKey(cmd, c, err))
	}
	linter := lint.New(f.kubeVersion.Version)
	if list := f.kubeVersions.list; len(list) > 0 {
		linter = lint.NewFor(list)
	}
	all := report.CostReport{SchemaVersion: report.SchemaVersion, Expressions: []report.ExpressionCost{}, CRDs: []report.CRDCost{}}
	type costs struct {
		report report.CostReport
		past   bool // the file was found and belongs to a release
		crds   int
		names  []string // names of all CRDs, also without rules, unless past
		errs   []error
	}
	crds := 0
	today := map[string]bool{} // CRDs outside of releases
	done := 0
	err = inorder.Do(cmd.Context(), list.Files, func(at files.File) costs {
		file, _, err := list.Read(&at, cmd.InOrStdin())
		if err != nil {
			return costs{errs: []error{err}}
		}
		if file == nil {
			return costs{}
		}
		c := costs{
			errs:   file.Unreadable(),
			report: linter.Costs(file, f.suggest, lint.Options{Types: f.types.finder.Types, GoFirst: f.types.finder.First}),
			past:   at.Found && source.Release(at.Name) != "",
		}
		for _, d := range file.Documents {
			if d.MeantAsCRD() {
				c.crds++
			}
			if name, ok := source.String(source.Field(source.Field(d.Root, "metadata"), "name")); ok && !c.past && d.IsCRD() {
				c.names = append(c.names, strings.Clone(name))
			}
		}
		return c
	}, func(c costs) error {
		done++
		for _, err := range c.errs {
			inputs.couldNotRead(err)
		}
		crds += c.crds
		for _, name := range c.names {
			today[name] = true
		}
		// Releases come last.
		left := func(name string) bool { return c.past && today[name] }
		for _, x := range c.report.Expressions {
			if !left(x.CRD) {
				all.Expressions = append(all.Expressions, x)
			}
		}
		for _, x := range c.report.CRDs {
			if !left(x.CRD) {
				all.CRDs = append(all.CRDs, x)
			}
		}
		return nil
	})
	cut, err := unfinished(cmd.Context(), err, done, len(list.Files))
	if err != nil {
		return err
	}
	if cut != nil {
		inputs.couldNotRead(cut)
	}
	if crds == 0 && len(inputs.unread) == 0 {
		inputs.couldNotRead(fmt.Errorf("no CustomResourceDefinition found in %s%s", prose.Count(len(list.Files), "file"), notSearched(list)))
	}
	all.Errors = report.RunErrors(inputs.unread)
	if err := f.print(cmd, &all); err != nil {
		return err
	}
	if len(inputs.unread) > 0 {
		return errReported
	}
	return nil
}

func (f *costFlags) print(cmd *cobra.Command, r *report.CostReport) error {
	if f.format == "json" {
		return unwritten(render.EncodeJSON(cmd.OutOrStdout(), r, "  "))
	}
	if len(r.CRDs)+len(r.Errors) == 0 {
		note(cmd.ErrOrStderr(), "no CustomResourceDefinition with rules whose cost can be estimated; run crdtool lint to see if a schema is invalid")
	}
	return unwritten(render.Costs(cmd.OutOrStdout(), r, f.top))
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/output/definitions"
	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// explainFlags are the flags of crdtool explain.
type explainFlags struct {
	kubeVersion kubeVersion
	crds        []string
	apiVersion  string
	recursive   bool
	maxDepth    int
	config      configFlags
	types       goTypes
}

const kindArgument = `KIND is the kind, plural, singular or short name of a resource, followed by its
group if several groups have one: widgets.example.com. FIELD is the name of a field;
further names, separated by dots, lead to the fields inside it.`

func newExplain() *cobra.Command {
	f := explainFlags{kubeVersion: kubeVersion{kube.Latest}}
	cmd := &cobra.Command{
		Use:         "explain KIND[.FIELD...]",
		Short:       "Describe the fields of a custom resource as kubectl explain does, without a cluster",
		Annotations: map[string]string{argumentsAnnotation: kindArgument},
		Example: `crdtool explain widget
crdtool explain widget.spec --crds config/crd
crdtool explain widget --recursive`,
		ValidArgsFunction: f.completeKinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runExplain(cmd, &f, args)
		},
	}
	flags := cmd.Flags()
	flags.Var(pathsFlag(&f.crds), "crds", crdsUsage+"; the default is the current directory; repeatable")
	flags.Var(wordFlag(&f.apiVersion, "GROUP/VERSION"), "api-version", "the version, such as example.com/v1 (default the newest served version)")
	flags.BoolVarP(&f.recursive, "recursive", "R", false, "list all fields below, without descriptions")
	flags.Var(countFlag(&f.maxDepth), "max-depth", "how many levels --recursive lists; 0 for all")
	addKubeVersion(cmd, &f.kubeVersion)
	f.config.add(cmd)
	flags.Var(pathsFlag(&f.types.dirs), "go-types", "the directory of the Go types that controller-gen made the CRDs from; prints where in Go the field is declared; repeatable")
	_ = cmd.MarkFlagDirname("go-types")

	group(flags, "What is described", "crds", "api-version", "kube-version", "go-types", "config", "no-config", "exclude")
	group(flags, "Output (exit status: 0 done, 2 could not run, or a file cannot be read)", "recursive", "max-depth")
	return cmd
}

func runExplain(cmd *cobra.Command, f *explainFlags, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("explain needs a kind: crdtool explain KIND[.FIELD...]")
	case len(args) > 1:
		return fmt.Errorf("explain accepts one kind, got %d; give the paths of CRDs with --crds", len(args))
	case f.maxDepth > 0 && !f.recursive:
		return errors.New("--max-depth requires --recursive; add it")
	}
	set, c, err := readDefinitions(cmd, &f.config, &f.kubeVersion, f.crds, false)
	if err != nil {
		return err
	}
	resource, path, err := explain.Find(set.CRDs, args[0], f.apiVersion, f.kubeVersion.Version)
	if err != nil {
		return explain.Suggest(err)
	}
	if described, _ := explain.Place(set.CRDs, resource, nil); described != nil {
		set.warnRefused(cmd, f.kubeVersion.Version, described)
	}
	options := explain.Options{Recursive: f.recursive, MaxDepth: f.maxDepth}
	if len(f.types.dirs) > 0 {
		if err := f.types.open(c); err != nil {
			return err
		}
		options.Source = sourceOf(f.types.finder, &set.Set, resource, path)
	}
	return set.outcome(explain.Suggest(explain.Write(cmd.OutOrStdout(), resource, path, options)))
}

// sourceOf returns the place in Go of a resource or field; "" if unknown.
func sourceOf(finder *origin.Finder, set *definitions.Set, r *resource.Resource, path []string) string {
	c, at := explain.Place(set.CRDs, r, path)
	if c == nil || at == nil {
		return ""
	}
	o := finder.In(origin.GeneratedOf(set.File(c), c), at)
	if o == nil {
		return ""
	}
	text := fmt.Sprintf("%s:%d", render.Escape(o.File), o.Line)
	if o.Type != "" {
		text += ", by the type " + o.Type
	}
	return text
}

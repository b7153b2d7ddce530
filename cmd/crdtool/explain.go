package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/explain"
)

// explainFlags are the flags of crdtool explain.
type explainFlags struct {
	crds       pathList
	apiVersion string
	recursive  bool
	maxDepth   int
}

const kindArgument = `KIND is the kind, plural, singular or short name of a resource, with its group
behind it where that is needed to tell: widgets.example.com. FIELD is a field of it
or, behind another dot, a field of that.`

func newExplain() *cobra.Command {
	f := explainFlags{}
	cmd := &cobra.Command{
		Use:         "explain KIND[.FIELD...]",
		Short:       "Describe the fields of a custom resource as kubectl explain does, without a cluster",
		Annotations: map[string]string{argumentsAnnotation: kindArgument},
		Example: `crdtool explain widget --crds examples/widgets.yaml
crdtool explain widget.spec.ports --crds examples/widgets.yaml
crdtool explain widget --recursive --crds examples/widgets.yaml`,
		ValidArgsFunction: f.completeKinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runExplain(cmd, &f, args)
		},
	}
	flags := cmd.Flags()
	flags.Var(&f.crds, "crds", "where the CRDs are (default the current directory); repeatable")
	flags.StringVar(&f.apiVersion, "api-version", "", "the version to describe, as example.com/v1 (default the newest that is served)")
	flags.BoolVarP(&f.recursive, "recursive", "R", false, "list the fields of fields, without descriptions")
	flags.IntVar(&f.maxDepth, "max-depth", 0, "how deep --recursive goes; 0 for all the way")

	group(flags, "What is described", "crds", "api-version")
	group(flags, "Output", "recursive", "max-depth")
	return cmd
}

func runExplain(cmd *cobra.Command, f *explainFlags, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("explain needs a kind: crdtool explain KIND[.FIELD...]")
	case len(args) > 1:
		return fmt.Errorf("explain takes one kind, got %d; paths of CRDs go behind --crds", len(args))
	case f.maxDepth > 0 && !f.recursive:
		return errors.New("--max-depth is about --recursive; add that")
	case f.maxDepth < 0:
		return fmt.Errorf("--max-depth %d: it is 0 or more", f.maxDepth)
	}
	if len(f.crds) == 0 {
		f.crds = pathList{"."}
	}
	crds, err := readCRDs(cmd, f.crds)
	if err != nil {
		return err
	}
	resource, path, err := explain.Find(crds, args[0], f.apiVersion)
	if err != nil {
		return explain.Suggest(err)
	}
	err = explain.Write(cmd.OutOrStdout(), resource, path, explain.Options{Recursive: f.recursive, MaxDepth: f.maxDepth})
	return explain.Suggest(err)
}

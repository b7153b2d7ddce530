package main

import (
	"fmt"

	"github.com/spf13/cobra"

	apiextensions "github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/definitions"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
)

// readCRDs reads the CRDs of all paths, whose documents are to be published
// together. It fails if one can't be read: a document without one of its kinds
// would pass for a whole one.
func readCRDs(cmd *cobra.Command, paths []string) ([]*apiextensions.CustomResourceDefinition, error) {
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	var set definitions.Set
	read := func(name string) fileAndError {
		f, err := readSource(name, cmd.InOrStdin())
		return fileAndError{f, err}
	}
	err := inorder.Do(cmd.Context(), names, read, func(r fileAndError) error {
		if r.err != nil {
			return r.err
		}
		return set.Add(r.file)
	})
	for _, u := range set.Unpublished {
		fmt.Fprintf(cmd.ErrOrStderr(), "crdtool: %s: the schema of %s %s is not structural, so servers do not publish it; run crdtool lint for details\n", u.Place, u.Name, u.Version)
	}
	if err != nil {
		return nil, err
	}
	if len(set.CRDs) == 0 {
		return nil, fmt.Errorf("no CustomResourceDefinition found in %s", render.Count(len(names), "file"))
	}
	return set.CRDs, nil
}

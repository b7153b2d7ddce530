package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint"
)

// storedCRDs reads the CRDs of all paths that --old gives. It fails if one can't
// be read: a change checked against nothing would pass as a new CRD.
func storedCRDs(cmd *cobra.Command, paths []string) (*lint.Stored, error) {
	names, errs := source.Expand(paths)
	if len(errs) > 0 {
		return nil, fmt.Errorf("--old: %w", errs[0])
	}
	var stored lint.Stored
	read := func(name string) fileAndError {
		f, err := readSource(name, cmd.InOrStdin())
		return fileAndError{f, err}
	}
	err := inorder.Do(cmd.Context(), names, read, func(r fileAndError) error {
		if r.err == nil {
			r.err = stored.Add(r.file)
		}
		if r.err != nil {
			return fmt.Errorf("--old: %w", r.err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if stored.Len() == 0 {
		return nil, fmt.Errorf("--old: no CustomResourceDefinition found in %s", (*pathList)(&paths))
	}
	return &stored, nil
}

type fileAndError struct {
	file *source.File
	err  error
}

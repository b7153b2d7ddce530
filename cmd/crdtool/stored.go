package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// A storedSet is what CRDs are checked as updates of.
type storedSet interface {
	Missing(given []*rules.Identity) []*rules.Identity
}

// storedCRDs reads the CRDs of all paths that --old gives. It fails if one cannot
// be read: a change checked against nothing would pass as a new CRD.
func storedCRDs(cmd *cobra.Command, paths []string) (*lint.Stored, error) {
	list := files.Expand(paths, files.CRDs)
	if len(list.Errors) > 0 {
		return nil, fmt.Errorf("--old: %w", list.Errors[0])
	}
	var stored lint.Stored
	if err := eachFile(cmd, list, new(files.Summary), func(f *source.File, _ bool, err error) error {
		if err != nil {
			return err
		}
		return stored.Add(f)
	}); err != nil {
		return nil, fmt.Errorf("--old: %w", err)
	}
	if stored.Len() == 0 {
		return nil, fmt.Errorf("--old: no CustomResourceDefinition found in %s", strings.Join(paths, ", "))
	}
	return &stored, nil
}

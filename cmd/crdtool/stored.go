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

// A storedSet has the stored CRDs that the checked ones update.
type storedSet interface {
	Missing(given []*rules.Identity) []*rules.Identity
}

// storedCRDs reads the CRDs of --old. It fails if one cannot be read: otherwise a changed CRD would pass as a
// new one.
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

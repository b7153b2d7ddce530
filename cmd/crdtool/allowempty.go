package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// addAllowEmpty defines --allow-empty.
func addAllowEmpty(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "allow-empty", false, "exit with status 0, not 2, if the named paths have nothing to check")
}

// namesPaths reports whether an argument or the configuration names a path other than the current directory,
// which may have nothing to check.
func namesPaths(paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return filepath.Clean(p) != "." })
}

// nothingFound returns the error about paths with nothing to check.
func nothingFound(what string, paths []string, read int, list *files.List) error {
	where := prose.Count(read, "file")
	if len(paths) == 1 && paths[0] == files.Stdin {
		where = "standard input"
	}
	return fmt.Errorf("no %s found in %s%s; if that is fine, add --allow-empty", what, where, notSearched(list))
}

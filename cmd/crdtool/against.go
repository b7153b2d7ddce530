package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/gittree"
)

// addAgainst defines --against.
func addAgainst(cmd *cobra.Command, to *string) {
	cmd.Flags().Var(wordFlag(to, "REF"), "against", "take the stored CRDs from a branch, tag or commit of git; merge-base:REF is the commit where HEAD and REF diverged")
	completes(cmd, "against", func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		refs, _ := gittree.Refs(cmd.Context(), ".") // none outside of a repository
		return refs, cobra.ShellCompDirectiveNoFileComp
	})
}

// oldFilesCommand returns the form of a command that takes the old files without git.
func oldFilesCommand(cmd *cobra.Command) string {
	if cmd.Name() == "diff" {
		return "diff OLD NEW"
	}
	return cmd.Name() + " --old OLD NEW"
}

// openAgainst opens the revision of --against. The caller closes it.
func openAgainst(cmd *cobra.Command, ref string) (*gittree.Tree, error) {
	tree, err := gittree.Open(cmd.Context(), ".", ref)
	if errors.Is(err, gittree.ErrNoRepository) {
		return nil, fmt.Errorf("--against: %w; run crdtool in a clone, or give it the old files: crdtool %s", err, oldFilesCommand(cmd))
	}
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	return tree, nil
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/gittree"
)

// addAgainst defines --against.
func addAgainst(cmd *cobra.Command, to *string) {
	cmd.Flags().Var(word{to, "REF"}, "against", "the CRDs in a branch, tag or commit of git, or merge-base:REF, as --old; of a moved file, too")
	// It fails only for a flag that was never defined.
	_ = cmd.RegisterFlagCompletionFunc("against", func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		refs, _ := gittree.Refs(cmd.Context(), ".") // outside of a repository there are none
		return refs, cobra.ShellCompDirectiveNoFileComp
	})
}

// openAgainst opens the revision that --against names. Who opens it closes it.
func openAgainst(cmd *cobra.Command, ref string) (*gittree.Tree, error) {
	tree, err := gittree.Open(cmd.Context(), ".", ref)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	return tree, nil
}

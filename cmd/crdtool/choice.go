package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/text/nearest"
)

// A choice is a flag whose value is one of several words.
type choice struct {
	value *string
	words []string
}

// addChoice defines a flag whose value is one of words. The first is the default.
func addChoice(cmd *cobra.Command, value *string, name, usage string, words ...string) {
	*value = words[0]
	if words[0] != "default" { // "(default default)" adds nothing
		usage += " (default " + words[0] + ")"
	}
	cmd.Flags().Var(choice{value, words}, name, usage)
	completes(cmd, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

func (c choice) String() string { return *c.value }

func (c choice) Type() string { return strings.Join(c.words, "|") }

func (c choice) Set(s string) error {
	if slices.Contains(c.words, s) {
		*c.value = s
		return nil
	}
	if near := nearest.Name(s, c.words); near != "" {
		return fmt.Errorf("unknown value; did you mean %q?", near)
	}
	return errors.New("unknown value; supported are " + strings.Join(c.words, ", "))
}

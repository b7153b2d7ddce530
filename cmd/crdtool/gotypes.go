package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/linting/config"
)

// goTypes are the flags about Go types of generated CRDs.
type goTypes struct {
	dirs   []string
	at     string
	finder *origin.Finder
}

// add adds the flags to a command whose findings have a place in Go or in YAML.
func (g *goTypes) add(cmd *cobra.Command) {
	g.addDirs(cmd)
	addChoice(cmd, &g.at, "at", "where findings about generated CRDs are shown: at the line of Go or of the CRD", "go", "yaml")
}

func (g *goTypes) addDirs(cmd *cobra.Command) {
	cmd.Flags().Var(pathsFlag(&g.dirs), "go-types", "the directory of the Go types that controller-gen made the CRDs from; without it they are searched for in the repository of the CRD; repeatable")
	_ = cmd.MarkFlagDirname("go-types")
}

// open reads the named directories.
func (g *goTypes) open(c *config.Config) error {
	g.finder = origin.New()
	g.finder.First = g.at == "go"
	for _, dir := range g.dirs {
		if err := g.finder.Add(dir); err != nil {
			return fmt.Errorf("--go-types: %w", err)
		}
	}
	if len(g.dirs) > 0 {
		return nil
	}
	for _, dir := range c.Paths.Types {
		// crdtool init guesses these folders by name: they may be wrong, and are only searched first.
		_ = g.finder.Add(dir)
	}
	return nil
}

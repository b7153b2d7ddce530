package main

import (
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/config"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/gotypes"
	"github.com/crdtool/crdtool/lint"
)

// goTypes are the flags by which findings lead to Go code.
type goTypes struct {
	dirs pathList
	at   string

	wd    string
	given []*gotypes.Module // of dirs

	mu     sync.Mutex
	around map[string]*gotypes.Module // found by themselves, by folder; nil for none
	// edited are the modules that fixes have changed, by what they were.
	edited map[*gotypes.Module]*gotypes.Module
}

func (g *goTypes) add(cmd *cobra.Command) {
	cmd.Flags().Var(&g.dirs, "go-types", "the directory of the Go types that controller-gen made the CRDs from; repeatable (default: searched in the repository of the CRD)")
	addChoice(cmd, &g.at, "at", "where findings about CRDs that controller-gen made are shown first", "go", "yaml")
	_ = cmd.MarkFlagDirname("go-types")
}

// open reads the directories that were named.
func (g *goTypes) open(c *config.Config) error {
	g.wd, _ = os.Getwd()
	g.around = map[string]*gotypes.Module{}
	for _, dir := range g.dirs {
		m, err := gotypes.Find(dir)
		if err != nil {
			return fmt.Errorf("--go-types: %w", err)
		}
		m.Base(g.wd)
		g.given = append(g.given, m)
	}
	if len(g.dirs) > 0 {
		return nil
	}
	for _, dir := range c.Paths.Types {
		// crdtool init writes folders by their names. They are searched first, no more.
		if m, err := gotypes.Find(dir); err == nil {
			m.Base(g.wd)
			g.given = append(g.given, m)
		}
	}
	return nil
}

// find finds the Go types of a CRD. It is called on several goroutines at once.
func (g *goTypes) find(of lint.Generated) *gotypes.CRD {
	for _, m := range g.modules(of.File) {
		if is := g.edited[m]; is != nil {
			m = is
		}
		if types := m.CRD(of.Group, of.Kind, of.Versions, gotypes.Generator(of.Generator)); types != nil {
			return types
		}
	}
	return nil
}

// first reports whether people are led to Go first.
func (g *goTypes) first() bool { return g.at == "go" }

// modules are those that may have the types of a file: those that were named, else that
// of the repository of the file. What stands there is not asked for, so that it is no
// error if it can't be read.
func (g *goTypes) modules(file string) []*gotypes.Module {
	if len(g.given) > 0 || file == files.Stdin {
		return g.given
	}
	dir := gotypes.Around(file)
	if dir == "" {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	m, ok := g.around[dir]
	if !ok {
		if m, _ = gotypes.Find(dir); m != nil {
			m.Base(g.wd)
		}
		g.around[dir] = m
	}
	if m == nil {
		return nil
	}
	return []*gotypes.Module{m}
}

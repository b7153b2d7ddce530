package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/internal/output/render"
)

// configured returns the configured paths, or else the working directory.
func configured(paths []string) []string {
	if len(paths) == 0 {
		return []string{"."}
	}
	return paths
}

// crdPaths returns the given paths of CRDs, or else the configured ones.
func crdPaths(given []string, c *config.Config) []string {
	if len(given) > 0 {
		return given
	}
	return configured(c.Paths.CRDs)
}

// atKey adds the line and key of the configuration to an error about a configured path, unless the command line
// gives the paths.
func atKey(cmd *cobra.Command, c *config.Config, err error) error {
	if cmd.Flags().NArg() > 0 || cmd.Flags().Changed("filename") {
		return err
	}
	return withKey(c, err, "")
}

// withKey does so for any configured path. Other errors get the name of the flag.
func withKey(c *config.Config, err error, flag string) error {
	var path *source.PathError
	if errors.As(err, &path) {
		if key := c.Key(path.Path); key != "" {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	if flag == "" {
		return err
	}
	return fmt.Errorf("%s: %w", flag, err)
}

// printLastLines prints the last line of a run and the lines about skipped files, optionally with the
// directories that were not searched.
func printLastLines(w io.Writer, last string, passed []string, of *files.List, directories bool) error {
	lines := append([]string{last}, passed...)
	if directories && of != nil {
		if len(of.Skipped) > 0 {
			lines = append(lines, "not searched, unless they are named: "+list(of.Skipped))
		}
		if len(of.Ignored) > 0 {
			lines = append(lines, "ignored by git: "+list(of.Ignored))
		}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, render.Escape(line)); err != nil {
			return err
		}
	}
	return nil
}

// notSearched returns the directories that a search skipped, for an error that nothing was found.
func notSearched(of *files.List) string {
	if of == nil || len(of.Skipped)+len(of.Ignored) == 0 {
		return ""
	}
	names := append(append([]string{}, of.Skipped...), of.Ignored...)
	return "; not searched, unless they are named: " + list(names)
}

package main

import "github.com/crdtool/crdtool/internal/config"

// configured is where a command looks that is given no arguments: where the
// configuration says, or in the working directory.
func configured(paths []string) []string {
	if len(paths) == 0 {
		return []string{"."}
	}
	return paths
}

// crdPaths are the paths of CRDs that a command is given, or the configured ones.
func crdPaths(given []string, c *config.Config) []string {
	if len(given) > 0 {
		return given
	}
	return configured(c.Paths.CRDs)
}

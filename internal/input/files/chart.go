package files

import (
	"io/fs"
	"strings"
)

// isChart reports whether a directory holds a chart of Helm.
func isChart(on System, dir string) bool {
	entries, err := on.ReadDir(dir)
	return err == nil && hasChart(entries)
}

// hasChart looks for Chart.yaml, or what it is made of: Chart.template.yaml.
func hasChart(entries []fs.DirEntry) bool {
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, "Chart.") && !e.IsDir() {
			return true
		}
	}
	return false
}

package config

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

// Template returns the text of a new configuration: defaults, other settings in comments, and the given paths.
func Template(paths Paths) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# yaml-language-server: $schema=%s

# Which rules are enabled besides the checks of kube-apiserver: %s.
profile: default

# The lowest severity that makes the exit status 1: error, warning or never.
failOn: error

# Which findings about changes since the stored CRD (lint --old, --against) make it 1 as well:
# breaking for those that break stored objects or clients, any, or never.
failOnUpgrade: breaking

# Settings by rule; crdtool rules lists them, crdtool rules ID explains one.
rules: {}
#  float: error
#  list-type-missing:
#    severity: warning
#    exclude: ["**/legacy/**"]

# Files that are not read.
exclude: []
#- vendor/**

# Findings to ignore. In the CRD itself, a comment does the same:
#   # crdtool:ignore RULE reason
ignore: []
#- rules: [float]
#  crds: [widgets.example.com]
#  fields: [spec.ratio]
#  reason: kept for compatibility

# Where commands look that are given no arguments: files, directories or globs.
paths:
  # The CRDs that people edit or generate. Of copies with other content, these count.
`, SchemaURL, strings.Join(rules.Profiles(), ", "))
	writePaths(&b, "crds", paths.CRDs, "config/crd/bases")
	b.WriteString("  # Custom objects, such as samples, for crdtool apply-dry.\n")
	writePaths(&b, "objects", paths.Objects, "config/samples")
	b.WriteString("  # The Go types that the CRDs are generated from.\n")
	writePaths(&b, "types", paths.Types, "api")
	return b.String()
}

// writePaths writes a list, or an empty list with an example.
func writePaths(b *strings.Builder, key string, paths []string, example string) {
	if len(paths) == 0 {
		fmt.Fprintf(b, "  %s: []\n#  - %s\n", key, example)
		return
	}
	fmt.Fprintf(b, "  %s:\n", key)
	for _, path := range paths {
		fmt.Fprintf(b, "  - %s\n", scalar(path))
	}
}

// scalar returns a path as a YAML scalar, quoted if necessary.
func scalar(path string) string {
	text, err := yaml.Marshal(path)
	if err != nil {
		return path
	}
	return strings.TrimSpace(string(text))
}

package config

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/rules"
)

// Template is the text of a new configuration: what holds without one, with
// what else can be said in comments. The paths are where CRDs were found.
func Template(crds []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# yaml-language-server: $schema=%s

# Which rules are enabled besides the checks of kube-apiserver: %s.
profile: default

# The lowest severity that makes the exit status 1: error, warning or never.
failOn: error

# Which findings about changes since the stored CRD (lint --old) make it 1 as well:
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

# Where crdtool apply-dry finds the CRDs of the objects.
`, SchemaURL, strings.Join(rules.Profiles(), ", "))
	if len(crds) == 0 {
		b.WriteString("crds: []\n#- config/crd\n")
		return b.String()
	}
	b.WriteString("crds:\n")
	for _, c := range crds {
		fmt.Fprintf(&b, "- %s\n", c)
	}
	return b.String()
}

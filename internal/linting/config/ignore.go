package config

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// Ignores reports whether an entry of ignore covers a finding.
func (c *Config) Ignores(f *report.Finding) bool {
	for i := range c.Ignore {
		if c.Ignore[i].covers(c, f) {
			return true
		}
	}
	return false
}

func (i *Ignore) covers(c *Config, f *report.Finding) bool {
	if len(i.Rules) > 0 && !slices.Contains(i.Rules, f.Rule) {
		return false
	}
	if len(i.CRDs) > 0 && !slices.ContainsFunc(i.CRDs, func(g string) bool { return matches(g, f.CRD) }) {
		return false
	}
	if len(i.Fields) > 0 && !slices.ContainsFunc(i.Fields, func(g string) bool { return matchesField(g, f.Path) }) {
		return false
	}
	return len(i.Paths) == 0 || anyMatches(i.Paths, c.relative(f.File))
}

// matchesField reports whether a path in a CRD belongs to a field of its objects, such as spec.hosts[*].name,
// or to a field below; ** matches any fields.
func matchesField(glob, path string) bool {
	return matches(strings.ReplaceAll(strings.ReplaceAll(glob, "[*]", "."+anyItem), ".", "/"), fieldOf(path))
}

// anyItem replaces [*] in globs, where brackets are character classes.
const anyItem = "@"

// fieldOf returns the field for the path of a schema: spec/@ for
// spec.versions[0].schema.openAPIV3Schema.properties[spec].items.type.
func fieldOf(path string) string {
	_, rest, ok := strings.Cut(path, ".openAPIV3Schema")
	if !ok {
		return ""
	}
	var parts []string
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, ".properties["):
			name, after, _ := strings.Cut(rest[len(".properties["):], "]")
			parts, rest = append(parts, name), after
		case strings.HasPrefix(rest, ".items") || strings.HasPrefix(rest, ".additionalProperties"):
			parts = append(parts, anyItem)
			rest = rest[1:]
			if i := strings.IndexAny(rest, ".["); i >= 0 {
				rest = rest[i:]
			} else {
				rest = ""
			}
		default:
			// A keyword ends the field.
			return strings.Join(parts, "/")
		}
	}
	return strings.Join(parts, "/")
}

package gotypes

import (
	"strconv"
	"strings"
)

// GeneratorAnnotation holds the release of controller-gen that wrote a CRD.
const GeneratorAnnotation = "controller-gen.kubebuilder.io/version"

// New returns the CRD that controller-gen would write of types that have none yet. Without a marker for it, the plural is
// a guess.
func (c *CRD) New() Live {
	live := Live{Changed: true}
	singular := strings.ToLower(c.kind)
	plural := singular + "s"
	versions := []any{}
	for i, name := range c.versions {
		version := map[string]any{"name": name, "served": true, "storage": len(c.versions) == 1}
		if r := c.roots[i]; r != nil {
			version["schema"] = map[string]any{"openAPIV3Schema": r.write(&live)}
		}
		versions = append(versions, version)
	}
	live.CRD = map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{
			"name":        plural + "." + c.group,
			"annotations": map[string]any{GeneratorAnnotation: "v0." + strconv.Itoa(c.any.gen.minor) + ".0"},
		},
		"spec": map[string]any{
			"group": c.group, "scope": "Namespaced", "versions": versions,
			"names": map[string]any{"kind": c.kind, "listKind": c.kind + "List", "plural": plural, "singular": singular},
		},
	}
	c.updateSpec(&live)
	return live
}

// write writes the schema of a version.
func (r *Root) write(live *Live) map[string]any {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	w := schemaWriter{g: r.gen, described: true}
	root := *r.root
	root.unread = false // the types of metadata may not be on disk
	y, _ := w.schema(&root)
	props, _ := y["properties"].(map[string]any)
	if props == nil {
		props = map[string]any{}
		y["properties"] = props
	}
	for _, name := range []string{"apiVersion", "kind"} {
		if props[name] == nil {
			props[name] = map[string]any{"type": "string"}
		}
	}
	props["metadata"] = map[string]any{"type": "object"}
	live.Unknown = append(live.Unknown, w.unknown...)
	return y
}

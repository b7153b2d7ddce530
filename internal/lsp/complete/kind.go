package complete

import (
	"slices"
	"strings"

	apiversion "k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/schema"
)

// typeMeta adds apiVersions and kinds, if the place is one. Embedded objects have them, too.
func (c *completer) typeMeta() bool {
	path := c.place.Path
	if len(path) == 0 || shape.IsConfig(c.File) {
		return false
	}
	name := path[len(path)-1].Name
	around := path[:len(path)-1]
	if name != "apiVersion" && name != "kind" {
		return false
	}
	if len(around) > 0 && !c.root.At(around, c.place.TypeMeta).IsResource() {
		return false
	}
	apiVersion, kind := c.place.TypeMeta(around)
	if name == "kind" {
		c.kindNames(apiVersion)
	} else {
		c.apiVersions(kind)
	}
	return true
}

// kindNames adds the kinds of an apiVersion first, and then all others.
func (c *completer) kindNames(apiVersion string) {
	for _, k := range c.sortedKinds(func(k *shape.Kind) bool { return k.APIVersion() == apiVersion }) {
		c.add(Item{Label: k.Kind, Kind: Type, Detail: k.APIVersion(), Documentation: aboutKind(k), Text: c.scalarText(k.Kind), Deprecated: k.Deprecated})
	}
	for _, k := range builtin.Served(c.Version.Minor) {
		if apiVersion == "" || k.APIVersion() == apiVersion {
			c.add(Item{Label: k.Kind, Kind: Type, Detail: k.APIVersion(), Text: c.scalarText(k.Kind)})
		}
	}
	if apiVersion == "" || strings.HasPrefix(apiVersion, "apiextensions.k8s.io/") {
		c.add(Item{Label: "CustomResourceDefinition", Kind: Type, Detail: "apiextensions.k8s.io/v1", Text: "CustomResourceDefinition"})
	}
	if apiVersion == "" || strings.HasPrefix(apiVersion, "crdtool/") {
		c.add(Item{Label: "TestSuite", Kind: Type, Detail: "crdtool/v1", Text: "TestSuite"})
	}
}

// apiVersions adds the apiVersions of a kind; all if the kind is unknown.
func (c *completer) apiVersions(kind string) {
	ofKind := func(k *shape.Kind) bool { return k.Kind == kind }
	kinds := c.sortedKinds(ofKind)
	served := builtin.Served(c.Version.Minor)
	isBuiltin := slices.ContainsFunc(served, func(k builtin.Kind) bool { return k.Kind == kind })
	has := slices.ContainsFunc(kinds, ofKind)
	named := map[string][]string{}
	for _, k := range kinds {
		if !has || k.Kind == kind {
			named[k.APIVersion()] = append(named[k.APIVersion()], k.Kind)
		}
	}
	for _, k := range kinds {
		if !has && !isBuiltin || k.Kind == kind {
			c.add(Item{Label: k.APIVersion(), Kind: Type, Detail: prose.AndMore(named[k.APIVersion()], 2), Documentation: aboutKind(k), Text: c.scalarText(k.APIVersion()), Deprecated: k.Deprecated})
		}
	}
	if has {
		return
	}
	slices.SortStableFunc(served, func(a, b builtin.Kind) int {
		return apiversion.CompareKubeAwareVersionStrings(b.Version, a.Version)
	})
	for _, k := range served {
		if !isBuiltin || k.Kind == kind {
			c.add(Item{Label: k.APIVersion(), Kind: Type, Text: c.scalarText(k.APIVersion())})
		}
	}
	if kind == "" || kind == "CustomResourceDefinition" {
		c.add(Item{Label: "apiextensions.k8s.io/v1", Kind: Type, Detail: "CustomResourceDefinition", Text: "apiextensions.k8s.io/v1"})
	}
	if kind == "" || kind == "TestSuite" {
		c.add(Item{Label: "crdtool/v1", Kind: Type, Detail: "TestSuite", Text: "crdtool/v1"})
	}
}

// sortedKinds returns the served kinds: those that match first, those with objects in the workspace next, deprecated
// ones last.
func (c *completer) sortedKinds(first func(*shape.Kind) bool) []*shape.Kind {
	var kinds []*shape.Kind
	for _, k := range c.Kinds.All() {
		if k.Served {
			kinds = append(kinds, k)
		}
	}
	spec, _ := c.valueMap([]finding.Segment{{Name: "spec"}})
	fits := map[*shape.Kind]int{}
	for _, k := range kinds {
		if k.Schema != nil {
			fits[k] = declares(k.Schema.Property("spec"), spec)
		}
	}
	class := func(k *shape.Kind) int {
		n := -2*min(len(c.Kinds.Names(k.Kind)), 1000) - 5000*min(fits[k], 20)
		if first(k) {
			n -= 1_000_000
		}
		if k.Deprecated {
			n += 500_000
		}
		if !k.Storage {
			n++
		}
		return n
	}
	slices.SortStableFunc(kinds, func(a, b *shape.Kind) int { return class(a) - class(b) })
	return kinds
}

// declares counts the fields of an object that a schema declares; 0 if it lacks one.
func declares(of *schema.Schema, object map[string]any) int {
	count := 0
	for name := range object {
		if of == nil || of.Property(name) == nil {
			return 0
		}
		count++
	}
	return count
}

// aboutKind returns a line about a kind in Markdown.
func aboutKind(k *shape.Kind) string {
	text := "Defined in " + safetext.Line(k.File) + "."
	if k.Deprecated {
		text += " The version is deprecated."
	}
	return text
}

// skeletons adds whole manifests where a document is empty, or has only the apiVersion or kind.
func (c *completer) skeletons(present []string) {
	p := c.place
	if c.Skeleton == nil || p.JSON || p.Flow || len(p.Path) > 0 || len(present) > 0 || p.Role == cursor.Value {
		return
	}
	for _, k := range c.sortedKinds(func(*shape.Kind) bool { return false }) {
		text, ok := c.Skeleton(k)
		if !ok || !k.Storage && k.Served && k.Deprecated {
			continue
		}
		c.add(Item{
			Label: k.Kind + " manifest", Kind: Snippet, Detail: k.APIVersion(), Documentation: aboutKind(k), Text: strings.TrimRight(text, "\n"),
			Filter: k.Kind, Sort: "~" + k.Kind,
		})
	}
}

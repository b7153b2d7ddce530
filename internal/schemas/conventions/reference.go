package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/words"
)

// referenceFields are the possible fields of a reference to an object.
var referenceFields = []string{"apiGroup", "apiVersion", "fieldPath", "group", "key", "kind", "name", "namespace",
	"optional", "port", "resource", "resourceVersion", "sectionName", "uid", "version"}

// IsReference reports whether an object has the shape of a reference: a name that is required or beside a key, a
// namespace or a kind with its group, and no field that references do not have. A kind alone may mean anything, and a
// name that is not required may be a pattern for names.
func IsReference(n *schematree.Node) bool {
	if n.Type != "object" || n.Property("name") == nil {
		return false
	}
	group := n.Property("group") != nil || n.Property("apiGroup") != nil || n.Property("apiVersion") != nil
	if n.Property("namespace") == nil && (n.Property("kind") == nil || !group) {
		return false
	}
	for _, f := range n.Properties.List {
		if f.Schema.Type == "object" || f.Schema.Type == "array" || !slices.Contains(referenceFields, f.Name) {
			return false
		}
	}
	return slices.Contains(n.Required, "name") || n.Property("key") != nil || IsObjectReference(n)
}

// IsObjectReference reports whether an object is corev1.ObjectReference, which has no required fields.
func IsObjectReference(n *schematree.Node) bool {
	return n.Property("fieldPath") != nil && n.Property("resourceVersion") != nil && n.Property("uid") != nil
}

// Referred returns the object in a field, or the items of its list.
func Referred(t *schemafacts.Tree, n *schematree.Node) *schematree.Node {
	if n.Type == "array" {
		return t.Items(n)
	}
	return n
}

// NamedReference reports whether a field has the name of a reference.
func NamedReference(name string) bool {
	switch strings.ToLower(words.Last(name)) {
	case "ref", "refs":
		return true
	}
	return false
}

package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/text/words"
	"github.com/crdtool/crdtool/schema"
)

// referenceFields are what a reference to an object is made of.
var referenceFields = []string{"apiGroup", "apiVersion", "fieldPath", "group", "key", "kind", "name", "namespace",
	"optional", "port", "resource", "resourceVersion", "sectionName", "uid", "version"}

// IsReference reports whether an object has the shape of a reference: a name
// that is required or beside a key, with a namespace or a kind and its group, and
// nothing that a reference doesn't have. A kind alone may be one of anything, and
// where no name is required it may be a pattern that objects match.
func IsReference(n *schema.Node) bool {
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

// IsObjectReference reports whether an object is corev1.ObjectReference, which
// requires nothing.
func IsObjectReference(n *schema.Node) bool {
	return n.Property("fieldPath") != nil && n.Property("resourceVersion") != nil && n.Property("uid") != nil
}

// Referred returns the object that a field holds one or a list of.
func Referred(t *schemafacts.Tree, n *schema.Node) *schema.Node {
	if n.Type == "array" {
		return t.Items(n)
	}
	return n
}

// NamedReference reports whether a name ends as that of a reference does.
func NamedReference(name string) bool {
	switch strings.ToLower(words.Last(name)) {
	case "ref", "refs":
		return true
	}
	return false
}

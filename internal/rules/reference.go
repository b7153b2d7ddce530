package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// referenceFields are what a reference to an object is made of.
var referenceFields = []string{"apiGroup", "apiVersion", "fieldPath", "group", "key", "kind", "name", "namespace",
	"optional", "port", "resource", "resourceVersion", "sectionName", "uid", "version"}

// refersToObject reports whether an object has the shape of a reference: a name
// that is required or beside a key, with a namespace or a kind and its group, and
// nothing that a reference doesn't have. A kind alone may be one of anything, and
// where no name is required it may be a pattern that objects match.
func refersToObject(n *schema.Node) bool {
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
	return slices.Contains(n.Required, "name") || n.Property("key") != nil || isObjectReference(n)
}

// isObjectReference reports whether an object is corev1.ObjectReference, which
// requires nothing.
func isObjectReference(n *schema.Node) bool {
	return n.Property("fieldPath") != nil && n.Property("resourceVersion") != nil && n.Property("uid") != nil
}

// referred returns the object that a field holds one or a list of.
func (v *Version) referred(n *schema.Node) *schema.Node {
	if n.Type == "array" {
		return v.Items(n)
	}
	return n
}

// namedRef reports whether a name ends as that of a reference does.
func namedRef(name string) bool {
	switch strings.ToLower(lastWord(name)) {
	case "ref", "refs":
		return true
	}
	return false
}

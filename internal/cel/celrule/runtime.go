package celrule

import (
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// ViewOf returns the view of values that the server has: until Kubernetes 1.28
// the values of some objects cannot be read, which is an error at run time.
func (c *Compiler) ViewOf(s *schema.Schema, resource bool) common.Schema {
	by := newestViewer
	by.refusesEmpty = !c.of.EmptyObjects
	return viewOf(newView(s, by), resource)
}

// View shows a schema to k8s.io/apiserver/pkg/cel/common, which adapts values
// to CEL by it and correlates old and new ones. A resource has apiVersion, kind
// and the names of its metadata besides what its schema declares.
func View(s *schema.Schema, resource bool) common.Schema {
	return viewOf(newView(s, newestViewer), resource)
}

func viewOf(v *view, resource bool) common.Schema {
	if resource {
		return v.WithTypeAndObjectMeta()
	}
	return v
}

// Decl returns the CEL type of a schema, or nil if there is none. Its sizes are those that
// the newest server knows; nothing is asked for them at run time.
func Decl(s *schema.Schema, resource bool) *apiservercel.DeclType {
	return common.SchemaDeclType(newView(s, newestViewer), resource)
}

// SelfOf returns the type of self for a CEL type.
func (c *Compiler) SelfOf(decl *apiservercel.DeclType) Self {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Self{decl, c.shapes.of(decl, map[*apiservercel.DeclType]shape{})}
}

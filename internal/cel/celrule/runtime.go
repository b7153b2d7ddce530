package celrule

import (
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// ViewOf returns the server's view of values of a schema. Servers up to Kubernetes 1.28 cannot read the values of some
// objects, which is an error of evaluation.
func (c *Compiler) ViewOf(s *schema.Schema, resource bool) common.Schema {
	by := newestViewer
	by.refusesEmpty = !c.of.EmptyObjects
	return viewOf(newView(s, by), resource)
}

// View adapts a schema to k8s.io/apiserver/pkg/cel/common, which adapts values to CEL with it and correlates old and
// new values. A resource has apiVersion, kind and the names in its metadata besides the declared fields.
func View(s *schema.Schema, resource bool) common.Schema {
	return viewOf(newView(s, newestViewer), resource)
}

func viewOf(v *view, resource bool) common.Schema {
	if resource {
		return v.WithTypeAndObjectMeta()
	}
	return v
}

// Decl returns the CEL type of a schema, or nil if the schema has no CEL type. The type has the sizes of the newest
// server; evaluation does not use them.
func Decl(s *schema.Schema, resource bool) *apiservercel.DeclType {
	return common.SchemaDeclType(newView(s, newestViewer), resource)
}

// SelfOf returns the type of self with a CEL type.
func (c *Compiler) SelfOf(decl *apiservercel.DeclType) Self {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Self{decl, c.shapes.of(decl, map[*apiservercel.DeclType]shape{})}
}

package celrule

import (
	"errors"

	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// Errors of Types.At, in the server's words.
var (
	// ErrNoType says that CEL has no type for a schema: one without a type that
	// preserves unknown fields, or a list or map of such values.
	ErrNoType = errors.New("unable to convert structural schema to CEL declarations")
	// ErrPanics says that the server's code panics in the attempt to find the
	// type, so that the connection closes without an answer.
	ErrPanics = errors.New("kube-apiserver panics on the type of the schema")
)

// Types finds the CEL types of the nodes of a structural schema, each when it
// is first asked for. It is not safe for concurrent use.
//
// It mirrors CELSchemaContext of pkg/apis/apiextensions/validation: below a
// node with rules types are looked up in the type of the parent, elsewhere they
// are made from the schema. That shows where a parent's type leaves something
// out, as that of a resource does with most of its metadata.
type Types struct {
	tree  *schema.Tree
	found map[int32]typed
}

type typed struct {
	decl *apiservercel.DeclType
	err  error
}

// NewTypes returns the types of a schema, which must be structural.
func NewTypes(t *schema.Tree) *Types { return &Types{tree: t, found: map[int32]typed{}} }

// At returns the type of self in the rules of a node that has rules, or stands
// below one that has. The type is nil, without an error, where the schema of
// the parent has items or additionalProperties that its type does not speak of.
func (ts *Types) At(id int32) (*apiservercel.DeclType, error) {
	if f, ok := ts.found[id]; ok {
		return f.decl, f.err
	}
	decl, err := ts.at(id)
	ts.found[id] = typed{decl, err}
	return decl, err
}

func (ts *Types) at(id int32) (*apiservercel.DeclType, error) {
	n := &ts.tree.Nodes[id]
	if n.Parent >= 0 && ts.underRules(n.Parent) {
		parent, err := ts.At(n.Parent)
		if err != nil {
			return nil, err
		}
		switch n.Role {
		case schema.RoleItems, schema.RoleAdditionalProperties:
			if parent == nil {
				return nil, ErrPanics
			}
			return parent.ElemType, nil
		case schema.RoleProperty:
			if name, ok := apiservercel.Escape(n.Name); ok {
				if parent == nil {
					return nil, ErrPanics
				}
				if f, ok := parent.Fields[name]; ok {
					return f.Type, nil
				}
			}
		}
	}
	decl := common.SchemaDeclType(view{n.Schema}, n.Parent < 0 || n.XEmbeddedResource)
	if decl == nil {
		return nil, ErrNoType
	}
	return decl, nil
}

// underRules reports whether the node or one above it has rules.
func (ts *Types) underRules(id int32) bool {
	for ; id >= 0; id = ts.tree.Nodes[id].Parent {
		if len(ts.tree.Nodes[id].XValidations) > 0 {
			return true
		}
	}
	return false
}

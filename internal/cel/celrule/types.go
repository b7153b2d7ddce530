package celrule

import (
	"errors"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/common"
)

// The errors of Types.Self. The first two have the words of the server's error at x-kubernetes-validations.
var (
	// ErrNoType means that CEL has no type for a schema: a schema without a type that preserves unknown fields, or a
	// list or map of such values.
	ErrNoType = errors.New("internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations")
	// ErrNoDecl means that a schema has items or additionalProperties but another type.
	ErrNoDecl = errors.New("failed to convert to declType for CEL validation rules")
	// ErrPanics means that the server's code panics while it determines the type, so that the connection closes without
	// an answer.
	ErrPanics = errors.New("kube-apiserver panics on the type of the schema")
)

// Types determines the CEL types of the nodes of a structural schema, each at its first use. It is not safe for
// concurrent use.
//
// It mirrors CELSchemaContext of pkg/apis/apiextensions/validation: below a node with rules, a type is looked up in the
// parent's type; elsewhere it is made from the schema. The difference shows where the parent's type lacks a field, as
// the type of a resource lacks most of its metadata.
type Types struct {
	compiler *Compiler
	tree     *schematree.Tree
	found    map[int32]typed
	shapes   map[*apiservercel.DeclType]shape
}

type typed struct {
	decl *apiservercel.DeclType
	err  error
}

// Types returns the types of a structural schema.
func (c *Compiler) Types(t *schematree.Tree) *Types {
	return &Types{compiler: c, tree: t, found: map[int32]typed{}, shapes: map[*apiservercel.DeclType]shape{}}
}

// Self is the type of self in the rules of a node.
type Self struct {
	Decl  *apiservercel.DeclType
	shape shape
}

// Self returns the type of self in the rules of a node that has rules.
func (ts *Types) Self(id int32) (Self, error) {
	decl, err := ts.decl(id)
	if err == nil && decl == nil {
		err = ErrNoDecl
	}
	if err != nil {
		return Self{}, err
	}
	ts.compiler.mu.Lock()
	defer ts.compiler.mu.Unlock()
	return Self{decl, ts.compiler.shapes.of(decl, ts.shapes)}, nil
}

// decl returns the type of a node with rules, or below one with rules. It returns nil without an error if the node is
// items or additionalProperties that the parent's type does not have.
func (ts *Types) decl(id int32) (*apiservercel.DeclType, error) {
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
		parent, err := ts.decl(n.Parent)
		if err != nil {
			return nil, err
		}
		switch n.Role {
		case schematree.RoleItems, schematree.RoleAdditionalProperties:
			if parent == nil {
				return nil, ErrPanics
			}
			return parent.ElemType, nil
		case schematree.RoleProperty:
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
	decl := common.SchemaDeclType(newView(n.Schema, viewer{sizes: ts.compiler.of.Sizes}), n.Parent < 0 || n.XEmbeddedResource)
	if decl == nil {
		return nil, ErrNoType
	}
	return decl, nil
}

// underRules reports whether the node or one above it has rules.
func (ts *Types) underRules(id int32) bool {
	for ; id >= 0; id = ts.tree.Nodes[id].Parent {
		if len(ts.tree.Nodes[id].XValidations()) > 0 {
			return true
		}
	}
	return false
}

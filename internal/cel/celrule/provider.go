package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// selfTypeName is the name of the type of self if it is an object, and the prefix of the names of nested types. The
// server generates a new name each time, selfType and a number without a leading zero. No rule can use the name here.
const selfTypeName = "selfType00"

// provider resolves types by name. It uses the server's names, which appear in error messages, but only names the types
// that a rule touches. The server names all types below a node each time.
//
// It mirrors DeclTypeProvider and DeclType.MaybeAssignTypeName of k8s.io/apiserver/pkg/cel.
type provider struct {
	*apiservercel.DeclTypeProvider // has the types without fields
	named                          map[string]namedType
	// keywordFields accepts self.namespace for self.__namespace__.
	keywordFields bool
	checker       behaviour.Checker
}

type namedType struct {
	name string
	decl *apiservercel.DeclType
}

func newProvider(base types.Provider, keywordFields bool, c behaviour.Checker) (*provider, error) {
	p, err := apiservercel.NewDeclTypeProvider().WithTypeProvider(base)
	if err != nil {
		return nil, err
	}
	return &provider{DeclTypeProvider: p, named: map[string]namedType{}, keywordFields: keywordFields, checker: c}, nil
}

// setSelf sets the type of self. It returns the type with its names in the environment.
func (p *provider) setSelf(decl *apiservercel.DeclType) *types.Type {
	if decl.IsList() || decl.IsMap() {
		p.named[decl.TypeName()] = namedType{selfTypeName, decl}
	}
	return p.name(selfTypeName, decl)
}

// name names the type of a place in the schema, and records it.
func (p *provider) name(name string, decl *apiservercel.DeclType) *types.Type {
	switch {
	case decl.IsObject():
		if _, ok := p.named[name]; !ok {
			p.named[name] = namedType{name, decl}
		}
		return cel.ObjectType(name)
	case decl.IsList():
		if elem := p.name(name+".@idx", decl.ElemType); elem != decl.ElemType.CelType() {
			return cel.ListType(elem)
		}
	case decl.IsMap():
		if elem := p.name(name+".@elem", decl.ElemType); elem != decl.ElemType.CelType() {
			return cel.MapType(decl.KeyType.CelType(), elem)
		}
	}
	return decl.CelType()
}

// FindIdent implements types.Provider.
func (p *provider) FindIdent(name string) (ref.Val, bool) {
	if !p.checker.OptionalType && name == types.OptionalType.TypeName() {
		return nil, false
	}
	return p.DeclTypeProvider.FindIdent(name)
}

// FindStructType implements types.Provider.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if t, ok := p.named[name]; ok {
		return types.NewTypeTypeWithParam(p.name(t.name, t.decl)), true
	}
	if !p.checker.OptionalType && name == types.OptionalType.TypeName() {
		return nil, false
	}
	if !p.checker.TypesByName && (name == apiservercel.DurationType.TypeName() || name == apiservercel.TimestampType.TypeName()) {
		decl, ok := p.FindDeclType(name) // cel-go knows the others
		return decl.CelType(), ok
	}
	return p.DeclTypeProvider.FindStructType(name)
}

// FindStructFieldType implements types.Provider.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	t, ok := p.named[name]
	if !ok {
		return p.DeclTypeProvider.FindStructFieldType(name, field)
	}
	f, ok := t.decl.Fields[field]
	if !ok && p.keywordFields {
		if escaped, _ := apiservercel.Escape(field); escaped == "__"+field+"__" {
			field = escaped
			f, ok = t.decl.Fields[field]
		}
	}
	switch {
	case ok:
		return &types.FieldType{Type: p.name(t.name+"."+field, f.Type)}, true
	case t.decl.IsMap():
		return &types.FieldType{Type: p.name(t.name+".@elem", t.decl.ElemType)}, true
	}
	return nil, false
}

// NativeToValue implements types.Adapter.
func (p *provider) NativeToValue(value any) ref.Val { return p.DeclTypeProvider.NativeToValue(value) }

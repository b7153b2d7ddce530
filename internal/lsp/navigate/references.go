package navigate

import (
	"cmp"
	"context"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// References returns the places that name what is named at an offset: in the CRD, and in the objects of the project.
// The declarations are among them if they are wanted.
func (n *Navigator) References(ctx context.Context, p *workspace.Project, doc *workspace.Document, offset int, declarations bool) ([]Place, error) {
	s := n.subject(p, doc, offset)
	if s == nil {
		return nil, nil
	}
	var all []Place
	switch {
	case s.field != nil:
		found, err := n.fieldMentions(ctx, p, s.field)
		if err != nil {
			return nil, err
		}
		for i := range found {
			if declarations || !found[i].IsDeclaration {
				all = append(all, found[i].Place)
			}
		}
	case s.kind != nil:
		objects, err := objectsOf(ctx, p, s.kind)
		if err != nil {
			return nil, err
		}
		for i := range objects {
			all = append(all, objects[i].Place)
		}
		if declarations {
			all = append(all, s.kindPlace())
		}
	}
	return sorted(all), nil
}

func sorted(places []Place) []Place {
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return slices.Compact(places)
}

// fieldMentions returns all places that name a field.
func (n *Navigator) fieldMentions(ctx context.Context, p *workspace.Project, f *field) ([]Mention, error) {
	versions := f.versions()
	var all []Mention
	for _, i := range versions {
		all = append(all, f.mentionsIn(i, n.CEL(p))...)
	}
	uses, err := f.objectUses(ctx, p, versions)
	return append(all, uses...), err
}

// An Object is an object of a CRD in a file of the project.
type Object struct {
	Place // of its kind
	Name  string
}

// objectsOf returns the objects of a CRD.
func objectsOf(ctx context.Context, p *workspace.Project, def *definition) ([]Object, error) {
	group, kind := def.crd.Spec.Group, def.crd.Spec.Names.Kind
	var all []Object
	if kind == "" {
		return nil, nil
	}
	err := eachFile(ctx, p, []string{kind, group}, func(file *source.File) []Object {
		var found []Object
		eachObject(file, group, kind, func(doc *source.Document, object *yamlnode.Node, _ string) {
			at := source.Field(object, "kind")
			if at == nil || at.Line() == 0 {
				at = object
			}
			name, _ := source.String(source.Field(source.Field(object, "metadata"), "name"))
			found = append(found, Object{placeOf(doc, at), name})
		})
		return found
	}, func(found []Object) { all = append(all, found...) })
	return all, err
}

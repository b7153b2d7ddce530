package resource

import (
	"slices"
	"strconv"
	"strings"
)

// A Document is one in parts, for writing one after the other: a document is hundreds of
// times as large as short CRDs are.
type Document struct {
	// Rest is the document, in JSON, with nothing but PathHole where the paths are and
	// SchemaHole where the schemas are, both of them empty objects.
	Rest []byte
	// Paths and Schemas are sorted by name.
	Paths, Schemas []Part
}

// The names of what stands for paths and schemas.
const (
	PathHole   = "/"
	SchemaHole = "_"
)

// A Part is a path or a schema.
type Part struct {
	Name string
	// Alike is the same for parts that differ in nothing but the Forms of their resources,
	// in all documents of a server.
	Alike string
	// Of is the resource that it is of; nil for what documents have in common.
	Of *Resource
	of *Maker
}

// A Maker makes the parts of one kind.
type Maker struct {
	// Name is that of a resource's part.
	Name func(*Resource) string
	// JSON writes it.
	JSON func(*Resource) ([]byte, error)
}

// JSON is the part in JSON, without its name.
func (p *Part) JSON() ([]byte, error) { return p.of.JSON(p.Of) }

// As is the part that another resource has in the place of this one.
func (p *Part) As(r *Resource) Part { return Part{p.of.Name(r), p.Alike, r, p.of} }

// Shared is a part of all documents.
func Shared(name string, json func() ([]byte, error)) Part {
	return Part{Name: name, Alike: "shared " + name, of: &Maker{JSON: func(*Resource) ([]byte, error) { return json() }}}
}

// Makers make the parts of resources.
type Makers struct {
	Model, List Maker
	alike       *Alike
	paths       map[string]*Maker // by kind of place
}

// NewMakers returns those of resources of one server. path, model and list write, in JSON, a
// path, the schema of a resource and that of its lists.
func NewMakers(path func(*Path, *Resource) ([]byte, error), model, list func(*Resource) ([]byte, error)) *Makers {
	m := &Makers{Model: Maker{(*Resource).Model, model}, List: Maker{(*Resource).ListModel, list}, alike: NewAlike(), paths: map[string]*Maker{}}
	for _, kind := range [...]string{everywhere, collection, object, status, scale} {
		m.paths[kind] = &Maker{
			Name: func(r *Resource) string { return r.place(kind).Path },
			JSON: func(r *Resource) ([]byte, error) {
				p := r.At(r.place(kind))
				return path(&p, r)
			},
		}
	}
	return m
}

// Add adds the parts of a resource to a document.
func (m *Makers) Add(to *Document, r *Resource) {
	naming := ""
	if r.Forms() != nil {
		naming = r.Naming()
	}
	alike := func(what string) string {
		if naming == "" {
			return ""
		}
		return what + naming
	}
	scope := strconv.FormatBool(r.Namespaced)
	for _, p := range r.Places() {
		to.Paths = append(to.Paths, Part{p.Path, alike(p.Kind + " " + scope), r, m.paths[p.Kind]})
	}
	of := m.alike.Of(r)
	to.Schemas = append(to.Schemas,
		Part{r.Model(), alike("model " + m.alike.Schema(r) + " " + of), r, &m.Model},
		Part{r.ListModel(), alike("list " + of), r, &m.List})
}

// LastScaled is the place of the last resource with a scale subresource, behind which a
// document has the schemas of those; -1 if there is none.
func LastScaled(all []Resource) int {
	for i, r := range slices.Backward(all) {
		if r.Scale {
			return i
		}
	}
	return -1
}

// Sort puts the parts in order. Of several with one name the one that was added last stays.
func (d *Document) Sort() {
	d.Paths, d.Schemas = sorted(d.Paths), sorted(d.Schemas)
}

func sorted(parts []Part) []Part {
	slices.Reverse(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(parts, func(a, b Part) bool { return a.Name == b.Name })
}

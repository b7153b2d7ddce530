package navigate

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// A goChange says what a rename does in Go code.
type goChange struct {
	generated bool  // the CRD is generated
	err       error // why the code does not change; nil if it does
}

func (c goChange) text() string {
	switch {
	case !c.generated:
		return ""
	case c.err != nil:
		return fmt.Sprintf(" The Go code stays as it is, and its generator brings the old name back: %v.", c.err)
	}
	return " The JSON tag and the markers in Go change, too."
}

// goCode renames the field in the Go code that the CRD is generated from: in its JSON tag, and in the markers with its
// rules, columns, keys and defaults. It changes all of them, or none.
func (r *renaming) goCode() {
	def := r.definitions[0]
	g, ok := origin.GeneratedIn(def.doc)
	if !ok {
		return
	}
	types := r.p.Finder.Types(g)
	if types == nil {
		return
	}
	of := goRenaming{r, types, map[string][]edit.Edit{}, map[place]bool{}}
	r.inGo = goChange{true, of.all()}
	if r.inGo.err != nil {
		return
	}
	for file, edits := range of.edits {
		r.edits[file] = append(r.edits[file], edits...)
	}
}

// A place is that of a tag in Go.
type place struct {
	file string
	line int
}

type goRenaming struct {
	*renaming
	types *gotypes.CRD
	edits map[string][]edit.Edit
	// declared are the fields in Go.
	declared map[place]bool
}

func (g *goRenaming) all() error {
	for i := range g.mentions {
		if err := g.mention(&g.mentions[i]); err != nil {
			return err
		}
	}
	return g.unshared()
}

func (g *goRenaming) mention(m *Mention) error {
	path := m.path.Segments()
	if len(path) > 1 && path[len(path)-2].Name == "required" {
		return nil // it follows from the tag
	}
	offset := -1
	if m.form == celForm {
		offset = m.from
	}
	pos, ok := g.types.At(path, offset)
	if !ok || pos.Elsewhere || pos.Unread || m.form != scalarForm && pos.Marker == "" {
		return errors.New("not all places in it are known")
	}
	text, err := g.text(pos.File)
	if err != nil {
		return err
	}
	l := lines.Of(text)
	start := l.Character(pos.Line, pos.Column)
	end := l.Character(pos.Line, pos.Column+pos.Length)
	if m.form == celForm {
		end = min(start+m.to-m.from, len(text))
		return g.replace(pos.File, text, start, end, m.form)
	}
	if pos.Marker == "" {
		g.declared[place{pos.File, pos.Line}] = true
		if start, end, ok = tagName(text, start, g.field.name()); !ok {
			return errors.New("the field has no JSON tag with the name")
		}
		return g.replace(pos.File, text, start, end, pathForm)
	}
	word := regexp.MustCompile(`(?:^|[^\w-])(` + regexp.QuoteMeta(g.field.name()) + `)(?:$|[^\w-])`)
	found := word.FindAllSubmatchIndex(text[start:end], -1)
	if len(found) != 1 {
		return fmt.Errorf("the marker %s names the field in another form", pos.Marker)
	}
	return g.replace(pos.File, text, start+found[0][2], start+found[0][3], pathForm)
}

func (g *goRenaming) replace(file string, text []byte, start, end int, as form) error {
	now, ok := g.written(string(text[start:end]), as)
	if !ok {
		return errors.New("a marker has the name in another form")
	}
	g.edits[file] = append(g.edits[file], edit.Edit{Start: start, End: end, Text: now})
	return nil
}

// tagName returns the place of a name in the JSON tag of the field at an offset.
func tagName(text []byte, offset int, name string) (start, end int, ok bool) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		f, isField := n.(*ast.Field)
		if !isField || f.Tag == nil {
			return true
		}
		from, to := set.Position(f.Pos()).Offset, set.Position(f.End()).Offset
		tag := set.Position(f.Tag.Pos()).Offset
		if offset < from || offset > to {
			return true
		}
		const key = `json:"`
		at := strings.Index(f.Tag.Value, key+name)
		if at < 0 {
			return true
		}
		start, end = tag+at+len(key), tag+at+len(key)+len(name)
		ok = text[end] == ',' || text[end] == '"'
		return true
	})
	return start, end, ok
}

// unshared returns an error if the Go field is the origin of other fields, too: of this CRD or of another one.
func (g *goRenaming) unshared() error {
	renamed := map[string]bool{}
	for i := range g.mentions {
		renamed[g.mentions[i].path.File()] = true
	}
	for _, file := range g.p.CRDFiles(g.doc) {
		for _, d := range file.Documents {
			of, ok := origin.GeneratedIn(d)
			if !ok || !strings.Contains(string(file.Text), g.field.name()) {
				continue
			}
			def := newDefinition(d)
			isSame := of.Group == g.field.def.crd.Spec.Group && of.Kind == g.field.def.crd.Spec.Names.Kind
			if other := g.sharing(def, g.p.Finder.Types(of), func(path string) bool { return isSame && renamed[path] }); other != "" {
				return fmt.Errorf("%s of %s has the same Go field", other, def.crd.Metadata.Name)
			}
		}
	}
	return nil
}

// sharing returns the steps to a property that has the same Go field; "" if there is none.
func (g *goRenaming) sharing(def *definition, types *gotypes.CRD, skip func(path string) bool) string {
	if types == nil {
		return ""
	}
	for i := range def.versions {
		tree := def.versions[i].tree
		for id := range tree.Nodes {
			n := &tree.Nodes[id]
			if n.Role != schematree.RoleProperty || n.Name != g.field.name() || n.Nested {
				continue
			}
			path := tree.Path(int32(id))
			if skip(path.File()) {
				continue
			}
			if pos, ok := types.At(path.Segments(), -1); ok && g.declared[place{pos.File, pos.Line}] {
				steps, _ := stepsOf(tree, int32(id))
				return shown(steps)
			}
		}
	}
	return ""
}

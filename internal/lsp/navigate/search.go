package navigate

import (
	"context"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// maxFound limits the answers to a search in the workspace. Editors search again when more is typed.
const maxFound = 500

// Search returns the CRDs and custom objects of a project whose kind or name has the characters of a query in its order.
func Search(ctx context.Context, p *workspace.Project, query string) ([]Symbol, error) {
	query = strings.ToLower(query)
	var all []Symbol
	err := eachFile(ctx, p, []string{"apiVersion"}, func(file *source.File) []Symbol {
		var found []Symbol
		for _, d := range file.Documents {
			apiVersion, kind := d.TypeMeta()
			if d.DerivedFrom != nil || d.Line() == 0 || isBuiltIn(apiVersion, kind) {
				continue
			}
			name, _ := source.String(source.Field(source.Field(d.Root, "metadata"), "name"))
			s := Symbol{Name: title(kind, name), Detail: apiVersion, Kind: ObjectSymbol, Place: placeOf(d, d.Root)}
			if d.IsCRD() {
				s.Kind = CRDSymbol
			}
			if matches(strings.ToLower(s.Name), query) {
				found = append(found, s)
			}
		}
		return found
	}, func(found []Symbol) {
		all = append(all, found[:min(len(found), maxFound-len(all))]...)
	})
	return all, err
}

// matches reports whether a name has the characters of a query in its order.
func matches(name, query string) bool {
	for _, r := range query {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+len(string(r)):]
	}
	return true
}

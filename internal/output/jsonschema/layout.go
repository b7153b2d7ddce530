package jsonschema

import (
	"fmt"
	"strings"
)

// Layout says how files are named.
type Layout string

// The layouts. All names are in lower case.
const (
	// Kubeconform is that of the CRDs-catalog that kubeconform's documentation
	// points to: a folder for each group, and in it KIND_VERSION.json.
	Kubeconform Layout = "kubeconform"
	// Kubeval is where kubeval looked and kubeconform looks unless it is told
	// otherwise: KIND-GROUP-VERSION.json, where of the group only the part before
	// the first dot is left.
	Kubeval Layout = "kubeval"
	// Flat is KIND-GROUP-VERSION.json with the whole group, so that no two
	// schemas share a name.
	Flat Layout = "flat"
)

// Layouts are all layouts.
var Layouts = []Layout{Kubeconform, Kubeval, Flat}

// Path is the name of a document's file, with slashes.
func (l Layout) Path(d *Document) string {
	var name string
	switch l {
	case Kubeval:
		first, _, _ := strings.Cut(d.Group, ".")
		name = d.Kind + "-" + first + "-" + d.Version
	case Flat:
		name = d.Kind + "-" + d.Group + "-" + d.Version
	default:
		name = d.Group + "/" + d.Kind + "_" + d.Version
	}
	return strings.ToLower(name) + ".json"
}

// Template is what kubeconform takes as -schema-location to find the files in a
// folder.
func (l Layout) Template(dir string) string {
	switch l {
	case Kubeval:
		return dir + "/{{.ResourceKind}}{{.KindSuffix}}.json"
	case Flat:
		return dir + "/{{.ResourceKind}}-{{.Group}}-{{.ResourceAPIVersion}}.json"
	default:
		return dir + "/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json"
	}
}

// Paths names the files of documents. It fails if two share a name, which groups
// that begin alike do in the layout Kubeval.
func (l Layout) Paths(docs []Document) ([]string, error) {
	paths := make([]string, len(docs))
	first := map[string]*Document{}
	for i := range docs {
		d := &docs[i]
		p := l.Path(d)
		if other := first[p]; other != nil {
			return nil, fmt.Errorf("%s of %s/%s and of %s/%s would both be in %q; choose the layout %q",
				d.Kind, other.Group, other.Version, d.Group, d.Version, p, Kubeconform)
		}
		first[p] = d
		paths[i] = p
	}
	return paths, nil
}

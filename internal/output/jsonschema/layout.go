package jsonschema

import (
	"fmt"
	"strings"
)

// A Layout is a scheme of file names.
type Layout string

// The layouts. All names are in lower case.
const (
	// Kubeconform is the layout of the CRDs-catalog that kubeconform's documentation refers to: a folder for each
	// group, and in it KIND_VERSION.json.
	Kubeconform Layout = "kubeconform"
	// Kubeval is the layout of kubeval and the default of kubeconform: KIND-GROUP-VERSION.json with only the first
	// label of the group.
	Kubeval Layout = "kubeval"
	// Flat is KIND-GROUP-VERSION.json with the whole group, so names are unique.
	Flat Layout = "flat"
)

// Layouts are all layouts.
var Layouts = []Layout{Kubeconform, Kubeval, Flat}

// Path returns the name of a document's file, with slashes.
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

// Template returns kubeconform's -schema-location for the files in a folder.
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

// Paths returns the names of the files of documents. It fails if two share a name, as groups with the same first
// label do in the layout Kubeval, and if a group has the name of the file of ByKind.
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
		if strings.HasPrefix(p, ByKindPath+"/") {
			return nil, fmt.Errorf("the folder of the group %s and the schema of all kinds would both be %q; choose the layout %q", d.Group, ByKindPath, Flat)
		}
		first[p] = d
		paths[i] = p
	}
	return paths, nil
}

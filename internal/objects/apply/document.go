package apply

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// identity is what tells objects apart.
type identity struct{ group, kind, namespace, name string }

// splitAPIVersion splits "group/version"; that of the core group has no slash.
func splitAPIVersion(apiVersion string) (group, version string) {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		return "", group
	}
	return group, version
}

// text returns a field that is a string, or "".
func text(n *yamlnode.Node, name string) string {
	s, _ := source.String(source.Field(n, name))
	return s
}

// names returns the namespace and name of an object; an object without a name
// has its generateName.
func names(doc *source.Document) (namespace, name string) {
	metadata := source.Field(doc.Root, "metadata")
	namespace, name = text(metadata, "namespace"), text(metadata, "name")
	if name == "" {
		name = text(metadata, "generateName")
	}
	return namespace, name
}

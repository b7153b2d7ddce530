package apply

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// An identity identifies an object in a cluster.
type identity struct{ group, kind, namespace, name string }

// splitAPIVersion splits "group/version"; the apiVersion of the core group has no slash.
func splitAPIVersion(apiVersion string) (group, version string) {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		return "", group
	}
	return group, version
}

// text returns the value of a field if it is a string, or "".
func text(n *yamlnode.Node, name string) string {
	s, _ := source.String(source.Field(n, name))
	return s
}

// names returns the namespace and the name of an object; without a name, its generateName.
func names(doc *source.Document) (namespace, name string) {
	metadata := source.Field(doc.Root, "metadata")
	namespace, name = text(metadata, "namespace"), text(metadata, "name")
	if name == "" {
		name = text(metadata, "generateName")
	}
	return namespace, name
}

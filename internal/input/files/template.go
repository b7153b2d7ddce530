package files

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// IsTemplate reports whether a file has a CRD with a placeholder for another program, such as a name ${NAME}.
func IsTemplate(f *source.File) bool {
	for _, d := range f.Documents {
		if d.MeantAsCRD() && (isTemplate(d.Root) || hasPlaceholders(d.Root)) {
			return true
		}
	}
	return false
}

// isTemplate reports whether a CRD has a placeholder in its metadata or in the service of its conversion webhook.
// Descriptions may have such text.
func isTemplate(root *yamlnode.Node) bool {
	service := field(root, "spec", "conversion", "webhook", "clientConfig", "service")
	metadata := source.Field(root, "metadata")
	return braced(service) || braced(metadata) || braced(source.Field(metadata, "labels")) || braced(source.Field(metadata, "annotations"))
}

// braced reports whether a value of a mapping has a placeholder in braces.
func braced(mapping *yamlnode.Node) bool {
	for e := range source.Entries(mapping) {
		if s, ok := source.String(e.Value); ok && strings.Contains(s, "{{") {
			return true
		}
	}
	return false
}

// placeholder matches placeholders of templates: ${NAME}, $NAME, $(NAME), {{ .Name }}, [[ .Name ]], <name>,
// @NAME@, %NAME%.
var placeholder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$[{(]|\$[A-Za-z_]|\{\{|\[\[|(^|[./-])<[A-Za-z][\w .-]*>|@[A-Za-z_]\w*@|%[A-Za-z_]\w*%`)
})

// hasPlaceholders reports whether a placeholder is where a CRD can have none: in its names, labels, group and
// scope, in the name or a boolean of a version, instead of a whole schema, or in the certificates of a webhook. A
// pattern, a description, a default or a rule may have such text.
func hasPlaceholders(root *yamlnode.Node) bool {
	spec := source.Field(root, "spec")
	values := []*yamlnode.Node{field(root, "metadata", "name"), source.Field(spec, "group"), source.Field(spec, "scope"), field(spec, "conversion", "strategy")}
	for e := range source.Entries(field(root, "metadata", "labels")) {
		values = append(values, e.Value)
	}
	for e := range source.Entries(source.Field(spec, "names")) {
		values = append(values, e.Value)
		if list := source.Resolve(e.Value); list != nil && list.Kind == yamlnode.Sequence {
			values = append(values, list.Content...)
		}
	}
	if versions := source.Field(spec, "versions"); versions != nil && versions.Kind == yamlnode.Sequence {
		for _, v := range versions.Content {
			values = append(values, v, source.Field(v, "name"), source.Field(v, "served"), source.Field(v, "storage"), source.Field(v, "schema"), field(v, "schema", "openAPIV3Schema"))
		}
	} else {
		values = append(values, versions)
	}
	for _, v := range values {
		if isPlaceholder(v) {
			return true
		}
	}
	bundle := field(spec, "conversion", "webhook", "clientConfig", "caBundle")
	return isPlaceholder(bundle) && !isBase64(bundle)
}

func isPlaceholder(n *yamlnode.Node) bool {
	n = source.Resolve(n)
	return n != nil && n.Kind == yamlnode.Scalar && placeholder().MatchString(n.Value)
}

func isBase64(n *yamlnode.Node) bool {
	_, err := base64.StdEncoding.DecodeString(n.Value)
	return err == nil
}

// field returns the value at a path of names, or nil.
func field(n *yamlnode.Node, names ...string) *yamlnode.Node {
	for _, name := range names {
		n = source.Field(n, name)
	}
	return n
}

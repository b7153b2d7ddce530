package gotypes

import "slices"

// Types whose schemas controller-gen has itself, because their Go code does not show how
// they are written as JSON.
const (
	metaPath         = "k8s.io/apimachinery/pkg/apis/meta/v1"
	resourcePath     = "k8s.io/apimachinery/pkg/api/resource"
	runtimePath      = "k8s.io/apimachinery/pkg/runtime"
	unstructuredPath = "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	intstrPath       = "k8s.io/apimachinery/pkg/util/intstr"
	extensionsPath   = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/"
	corePath         = "k8s.io/api/core/v1"
)

const quantityPattern = `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`

// knownTypes are those types, by the paths of their packages.
var knownTypes = map[string][]string{
	metaPath:                   {"ObjectMeta", "Time", "MicroTime", "Duration", "Fields"},
	resourcePath:               {"Quantity"},
	runtimePath:                {"RawExtension"},
	unstructuredPath:           {"Unstructured"},
	intstrPath:                 {"IntOrString"},
	extensionsPath + "v1":      {"JSON"},
	extensionsPath + "v1beta1": {"JSON"},
}

func isKnown(path, name string) bool { return slices.Contains(knownTypes[path], name) }

// keywordsOfKnown are the keywords of their schemas.
var keywordsOfKnown = map[string][]word{
	"ObjectMeta":   {{keyword: "type", value: "object"}},
	"Unstructured": {{keyword: "type", value: "object"}},
	"Time":         {{keyword: "type", value: "string"}, {keyword: "format", value: "date-time"}},
	"MicroTime":    {{keyword: "type", value: "string"}, {keyword: "format", value: "date-time"}},
	"Duration":     {{keyword: "type", value: "string"}},
	"Fields":       {{keyword: "type", value: "object"}},
	"Quantity":     {{keyword: "x-kubernetes-int-or-string", value: true}, {keyword: "pattern", value: quantityPattern}},
	"IntOrString":  {{keyword: "x-kubernetes-int-or-string", value: true}},
	"RawExtension": {{keyword: "type", value: "object"}, {keyword: preserve, value: true}},
	"JSON":         {{keyword: preserve, value: true}},
}

// withKeywords returns a schema with keywords that have no place.
func withKeywords(words ...word) *raw { return &raw{words: words, said: slices.Clone(words)} }

// known is the schema of such a type; nil of all others. Where it is used is where it
// comes from.
func (g *generator) known(to *ref) *raw {
	path, name := to.p.importPath(), to.t.spec.Name.Name
	if path == corePath && name == "Protocol" && g.minor < 16 {
		return withKeywords(word{keyword: "type", value: "string"}, word{keyword: "default", value: "TCP"})
	}
	if !isKnown(path, name) {
		return nil
	}
	s := withKeywords(slices.Clone(keywordsOfKnown[name])...)
	switch name {
	case "ObjectMeta":
		objectMeta(s)
	case "Fields":
		s.anyValue = true
	case "Quantity", "IntOrString":
		for _, typ := range []string{"integer", "string"} {
			s.anyOf = append(s.anyOf, withKeywords(word{keyword: "type", value: typ}))
		}
	case "RawExtension":
		if g.minor < 10 {
			s.drop(preserve)
			s.said = s.words
		}
	}
	return s
}

// objectMeta adds the fields of metadata that is not that of the root, which are written
// with the option generateEmbeddedObjectMeta.
func objectMeta(s *raw) {
	text := func() *raw { return withKeywords(word{keyword: "type", value: "string"}) }
	list, texts := withKeywords(word{keyword: "type", value: "array"}), func() *raw {
		m := withKeywords(word{keyword: "type", value: "object"})
		m.values = text()
		return m
	}
	list.items = text()
	s.perhaps = true
	s.names = []string{"annotations", "finalizers", "labels", "name", "namespace"}
	s.props = map[string]*raw{"annotations": texts(), "finalizers": list, "labels": texts(), "name": text(), "namespace": text()}
}

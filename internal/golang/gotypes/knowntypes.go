package gotypes

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

func knownPackage(path string) bool {
	switch path {
	case metaPath, resourcePath, runtimePath, unstructuredPath, intstrPath, extensionsPath + "v1", extensionsPath + "v1beta1":
		return true
	}
	return false
}

func isKnown(path, name string) bool {
	switch path {
	case metaPath:
		switch name {
		case "ObjectMeta", "Time", "MicroTime", "Duration", "Fields":
			return true
		}
	case resourcePath:
		return name == "Quantity"
	case runtimePath:
		return name == "RawExtension"
	case unstructuredPath:
		return name == "Unstructured"
	case intstrPath:
		return name == "IntOrString"
	case extensionsPath + "v1", extensionsPath + "v1beta1":
		return name == "JSON"
	}
	return false
}

// known is the schema of such a type; nil of all others. Where it is used is where it
// comes from.
func (g *generator) known(to *ref) *raw {
	path, name := to.p.importPath(), to.t.spec.Name.Name
	if path == corePath && name == "Protocol" && g.minor < 16 {
		s := &raw{}
		s.set("type", "string", place{})
		s.set("default", "TCP", place{})
		return s
	}
	if !isKnown(path, name) {
		return nil
	}
	s := &raw{}
	switch name {
	case "ObjectMeta":
		s.set("type", "object", place{})
		objectMeta(s)
	case "Unstructured":
		s.set("type", "object", place{})
	case "Time", "MicroTime":
		s.set("type", "string", place{})
		s.set("format", "date-time", place{})
	case "Duration":
		s.set("type", "string", place{})
	case "Fields":
		s.set("type", "object", place{})
		s.anyValue = true
	case "Quantity", "IntOrString":
		s.set("x-kubernetes-int-or-string", true, place{})
		for _, typ := range []string{"integer", "string"} {
			b := &raw{}
			b.set("type", typ, place{})
			s.anyOf = append(s.anyOf, b)
		}
		if name == "Quantity" {
			s.set("pattern", quantityPattern, place{})
		}
	case "RawExtension":
		s.set("type", "object", place{})
		if g.minor >= 10 {
			s.set("x-kubernetes-preserve-unknown-fields", true, place{})
		}
	case "JSON":
		s.set("x-kubernetes-preserve-unknown-fields", true, place{})
	}
	return s
}

// objectMeta are the fields of metadata that is not that of the root, which are written
// with the option generateEmbeddedObjectMeta.
func objectMeta(s *raw) {
	s.perhaps = true
	s.props = map[string]*raw{}
	text := func() *raw {
		t := &raw{}
		t.set("type", "string", place{})
		return t
	}
	for _, name := range []string{"annotations", "finalizers", "labels", "name", "namespace"} {
		p := &raw{}
		switch name {
		case "name", "namespace":
			p = text()
		case "finalizers":
			p.set("type", "array", place{})
			p.items = text()
		default:
			p.set("type", "object", place{})
			p.values = text()
		}
		s.props[name] = p
		s.names = append(s.names, name)
	}
}

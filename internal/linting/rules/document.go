package rules

import (
	"regexp"
	"strings"
)

// Document makes complete CRDs of an example. Only the example has findings. An example has one CRD, or several
// separated by a line ---. Each is one of
//   - a document: it begins with apiVersion;
//   - fields of the CRD's spec: it begins with names, conversion or versions;
//   - the schema of the object: it begins with type;
//   - properties of the object: it begins with spec or status;
//   - properties of the object's spec: anything else.
func Document(example string) string {
	var documents []string
	for one := range strings.SplitSeq(strings.Trim(example, "\n")+"\n", "---\n") {
		documents = append(documents, document(one))
	}
	return strings.Join(documents, "---\n")
}

func document(example string) string {
	first, _, _ := strings.Cut(example, ":")
	switch first {
	case "apiVersion":
		return example
	case "names", "conversion", "versions":
	case "type":
		example = oneVersion + indent(example, 6)
	case "spec", "status":
		example = oneVersion + "      type: object\n      properties:\n" + indent(example, 8)
	default:
		example = oneVersion + objectHead + indent(example, 12)
	}
	plural := "widgets"
	if m := regexp.MustCompile(`plural: ([a-z]+)`).FindStringSubmatch(example); m != nil {
		plural = m[1]
	} else {
		example = "names:\n  plural: widgets\n  singular: widget\n  kind: Widget\n  listKind: WidgetList\n" + example
	}
	if !strings.Contains(example, "versions:\n") {
		example += oneVersion + "      type: object\n"
	}
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: " + plural + ".example.com\n" +
		"spec:\n  group: example.com\n  scope: Namespaced\n" + indent(example, 2)
}

const oneVersion = `versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
`

const objectHead = `      description: a widget
      type: object
      properties:
        apiVersion:
          type: string
        kind:
          type: string
        metadata:
          type: object
        spec:
          description: what is wanted
          type: object
          properties:
`

func indent(text string, by int) string {
	blanks := strings.Repeat(" ", by)
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			lines[i] = blanks + line
		}
	}
	return strings.Join(lines, "")
}

// GoDocument makes a Go file of an example, with the kind Widget, whose spec is a WidgetSpec.
func GoDocument(types string) string {
	return goHead + types + goKind
}

const goHead = `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

`

const goKind = `
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec              *WidgetSpec       ` + "`json:\"spec\"`" + `
}
`

// GeneratedDocument is a CRD that is generated from the Go file of an example. Its schema has none of the fields.
const GeneratedDocument = generatedHead + " {type: object}\n"

// generatedHead is a CRD of controller-gen up to its schema.
const generatedHead = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations: {controller-gen.kubebuilder.io/version: v0.19.0}
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:`

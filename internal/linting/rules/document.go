package rules

import "strings"

// Document makes a whole CRD of an example, in which apart from the example
// nothing is to be found. An example is one of
//   - a document, or several: it begins with apiVersion;
//   - the versions: it begins with versions;
//   - the schema of the object: it begins with type;
//   - properties of the spec: anything else.
func Document(example string) string {
	example = strings.Trim(example, "\n") + "\n"
	first, _, _ := strings.Cut(example, ":")
	switch first {
	case "apiVersion":
		return example
	case "versions":
		return crdHead + indent(example, 2)
	case "type":
		return crdHead + versionHead + indent(example, 8)
	}
	return crdHead + versionHead + objectHead + indent(example, 14)
}

const crdHead = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    singular: widget
    kind: Widget
    listKind: WidgetList
`

const versionHead = `  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
`

const objectHead = `        description: a widget
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

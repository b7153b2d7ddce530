package jsonschema

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
)

// ByKindPath is the name of the file of ByKind: that of the schema of all kinds of Kubernetes in
// yannh/kubernetes-json-schema, which yaml-language-server reads.
const ByKindPath = "all.json"

// ByKind is a schema that applies the schema of its apiVersion and kind to an object, and accepts all other values.
type ByKind struct {
	Dialect string `json:"$schema"`
	// Properties are apiVersion and kind with examples, which editors complete.
	Properties map[string]*Schema `json:"properties"`
	AllOf      []ofKind           `json:"allOf"`
}

type ofKind struct {
	If   *Schema `json:"if"`
	Then *Schema `json:"then"`
}

// NewByKind returns the schema of documents that are written to these paths, which are relative to its own file.
func NewByKind(docs []Document, paths []string) *ByKind {
	apiVersions, kinds := &Schema{}, &Schema{}
	out := &ByKind{Draft07, map[string]*Schema{"apiVersion": apiVersions, "kind": kinds}, make([]ofKind, len(docs))}
	for i := range docs {
		d := &docs[i]
		apiVersion := d.Group + "/" + d.Version
		apiVersions.addExample(apiVersion)
		kinds.addExample(d.Kind)
		// Without the type, a value that is no object would satisfy the condition.
		condition := &Schema{Type: Types{"object"}}
		condition.identify(apiVersion, d.Kind)
		file := url.URL{Path: paths[i]}
		out.AllOf[i] = ofKind{condition, &Schema{Ref: file.String()}}
	}
	return out
}

func (s *Schema) addExample(text string) {
	if !slices.Contains(s.Examples, any(text)) {
		s.Examples = append(s.Examples, text)
	}
}

// MarshalJSON writes the schema as that of a document is written.
func (a *ByKind) MarshalJSON() ([]byte, error) {
	type plain ByKind // without this method
	return marshal((*plain)(a))
}

// marshal writes JSON. Descriptions are for people, so < is not escaped.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

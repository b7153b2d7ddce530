package dryrun

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Object is a custom object as a client sends it. It is immutable and safe for concurrent use.
type Object struct {
	value any
	// text is the JSON of the request's body; if nil, it is encoded from value when needed.
	text []byte
	// repeated are the decoder's errors about repeated fields.
	repeated []string
	doc      *source.Document
	// stored reports that the object has the version at which it is stored. The object of a file may have another
	// version.
	stored bool
}

// FromDocument returns an object from a file. kubectl sends YAML as JSON, but it finds repeated fields in the YAML, and
// reports them in the words of its YAML decoder.
func FromDocument(doc *source.Document) Object {
	o := Object{value: source.Value(doc.Root), doc: doc}
	if !repeats(doc.Root) {
		return o
	}
	if doc.JSON() {
		if text, err := source.ToJSON(doc.Root); err == nil {
			if p, err := FromJSON(text); err == nil {
				p.doc = doc
				return p
			}
		}
		return o
	}
	if len(doc.Text) > 0 {
		if _, err := sigsyaml.YAMLToJSONStrict(doc.Text); err != nil {
			o.repeated = []string{err.Error()}
		}
	}
	return o
}

// repeatsKey reports whether a mapping has a repeated key.
func repeatsKey(n *yamlnode.Node) bool {
	seen := make(map[string]bool, len(n.Content)/2)
	for e := range source.Entries(n) {
		if !e.Merged && seen[e.Key] {
			return true
		}
		seen[e.Key] = seen[e.Key] || !e.Merged
	}
	return false
}

// repeatedInYAML returns the YAML decoder's errors about repeated keys.
func (o *Object) repeatedInYAML() []string {
	if len(o.repeated) == 0 || o.doc == nil || !o.doc.JSON() {
		return o.repeated
	}
	text, err := source.ToJSON(o.doc.Root)
	if err != nil {
		return o.repeated
	}
	if _, err := sigsyaml.YAMLToJSONStrict(text); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// FromStore returns an object from the store of a simulated cluster, at the version at which it is stored.
func FromStore(object map[string]any) Object { return Object{value: object, stored: true} }

// FromJSON returns an object from the JSON of a request's body. It returns an error if the text is no JSON object.
func FromJSON(text []byte) (Object, error) {
	m := map[string]any{}
	flaws, err := kjson.UnmarshalStrict(text, &m)
	if err != nil {
		return Object{}, err
	}
	o := Object{value: m, text: text}
	for _, f := range flaws {
		o.repeated = append(o.repeated, f.Error())
	}
	return o, nil
}

// FromValue returns an object from Go values: JSON values with whole numbers as int64 and other numbers as float64.
func FromValue(object map[string]any) Object { return Object{value: object} }

// At returns the object with positions in the document from which it was made.
func (o Object) At(doc *source.Document) Object {
	o.doc = doc
	return o
}

// Value returns the fields of the object, which must not be changed; nil if it is no JSON object.
func (o *Object) Value() map[string]any {
	m, _ := o.value.(map[string]any)
	return m
}

// Repeats reports whether the object's text has a repeated field.
func (o *Object) Repeats() bool { return len(o.repeated) > 0 }

// copy returns a copy of the object's fields.
func (o *Object) copy() (map[string]any, bool) {
	m, ok := o.value.(map[string]any)
	if !ok {
		return nil, false
	}
	return runtime.DeepCopyJSON(m), true
}

// json returns the body of the request.
func (o *Object) json() []byte {
	if o.text != nil {
		return o.text
	}
	text, err := json.Marshal(o.value)
	if err != nil {
		return nil // all JSON values can be encoded
	}
	return text
}

// size is the length of the body of the request. kubectl ends it with a line break.
func (o *Object) size() int {
	if o.text != nil {
		return len(o.text)
	}
	return jsonsize.Value(o.value) + len("\n")
}

// repeats reports whether a mapping in a document has a repeated key.
func repeats(n *yamlnode.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == yamlnode.Mapping && repeatsKey(n) {
		return true
	}
	for _, c := range n.Content { // an alias has no content: its anchor is visited elsewhere
		if repeats(c) {
			return true
		}
	}
	return false
}

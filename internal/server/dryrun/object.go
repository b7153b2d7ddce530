package dryrun

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Object is a custom object as a client sends it. It is not changed by what is
// done with it, and may be used by several goroutines.
type Object struct {
	value any
	// text is the JSON that is sent, made when it is needed if it is nil.
	text []byte
	// repeated are the decoder's errors about fields that occur twice.
	repeated []string
	doc      *source.Document
	// stored says that the object has the version at which the store has it. The version of a file
	// may be another one.
	stored bool
}

// FromDocument takes an object from a file. Its YAML is sent as kubectl sends
// it, as JSON, but that fields occur twice is found in the YAML, and in the words
// of the decoder that reads YAML.
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

// repeatsKey reports whether a mapping names a field twice.
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

// repeatedInYAML returns the errors of a YAML decoder about repeated keys.
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

// FromStore takes an object as it stands in the store of a simulated cluster, at the
// version at which it was written there.
func FromStore(object map[string]any) Object { return Object{value: object, stored: true} }

// FromJSON takes an object as it is sent to the server. The error is for what is
// no JSON object.
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

// FromValue takes an object as a program holds it: JSON values, whole numbers as
// int64 and all others as float64.
func FromValue(object map[string]any) Object { return Object{value: object} }

// At returns the object with the places of the document that it was made of.
func (o Object) At(doc *source.Document) Object {
	o.doc = doc
	return o
}

// Value returns the fields of the object, which nobody may change; nil if it is no JSON object.
func (o *Object) Value() map[string]any {
	m, _ := o.value.(map[string]any)
	return m
}

// Repeats reports whether a field occurs twice in the object's text.
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
		return nil // JSON values have a text
	}
	return text
}

// repeats reports whether a mapping in a document names a field twice.
func repeats(n *yamlnode.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == yamlnode.Mapping && repeatsKey(n) {
		return true
	}
	for _, c := range n.Content { // an alias has none: its node is looked at where it stands
		if repeats(c) {
			return true
		}
	}
	return false
}

package golden

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
)

// A BuiltinCase is an object of a built-in kind, and the message with which a release refuses to decode it.
type BuiltinCase struct {
	// Object is the index of the object in objects.jsonl.gz.
	Object int           `json:"object"`
	Edits  []BuiltinEdit `json:"edits,omitempty"`
	// Message is "" if the object can be decoded. While cases are recorded, it is nil if the release has no such type.
	Message *string `json:"message"`
}

// A BuiltinEdit damages an object: the value at the path is replaced, or its key is renamed.
type BuiltinEdit struct {
	// Path has the keys and indexes that lead to the value.
	Path  []any  `json:"path"`
	Key   string `json:"key,omitempty"`
	Value any    `json:"value,omitempty"`
}

// Apply returns the object with the edits. Whole numbers are int64.
func (c *BuiltinCase) Apply(object json.RawMessage) (map[string]any, error) {
	var fields map[string]any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(object, &fields); err != nil {
		return nil, err
	}
	for _, e := range c.Edits {
		if err := e.apply(fields); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func (e *BuiltinEdit) apply(in any) error {
	for i, step := range e.Path {
		last := i == len(e.Path)-1
		switch parent := in.(type) {
		case map[string]any:
			key, _ := step.(string)
			in = parent[key]
			switch {
			case last && e.Key != "":
				delete(parent, key)
				parent[e.Key] = in
			case last:
				parent[key] = runtime.DeepCopyJSONValue(e.Value)
			}
		case []any:
			index, ok := step.(int64)
			if !ok || index < 0 || index >= int64(len(parent)) {
				return fmt.Errorf("%v leads to no item", e.Path)
			}
			if in = parent[index]; last {
				parent[index] = runtime.DeepCopyJSONValue(e.Value)
			}
		default:
			return fmt.Errorf("%v leads to nothing", e.Path)
		}
	}
	return nil
}

// BuiltinObjects returns the objects in a folder of recorded cases.
func BuiltinObjects(folder string) ([]json.RawMessage, error) {
	return readLines[json.RawMessage](filepath.Join(folder, "objects.jsonl.gz"), json.Unmarshal)
}

// BuiltinCases returns the cases of a minor version. Whole numbers in them are int64.
func BuiltinCases(folder string, minor int) ([]BuiltinCase, error) {
	return readLines[BuiltinCase](filepath.Join(folder, fmt.Sprintf("1.%d.jsonl.gz", minor)), kjson.UnmarshalCaseSensitivePreserveInts)
}

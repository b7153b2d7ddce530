package diffrun

import (
	"encoding/json"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestTypesOfFields: of a field that is gone, the type is said as it stands there.
func TestTypesOfFields(t *testing.T) {
	read := func(field string) *source.Document {
		return source.Read("a", []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {b: {type: string}`+field+"}}}}\n")).Documents[0]
	}
	for field, want := range map[string]string{
		"{type: integer, format: int32}":      `{"type":"integer"}`,
		"{type: string, type: object}":        `{"type":"object"}`,
		"{format: int32}":                     `{"type":null}`,
		"{type: null}":                        `{"type":null}`,
		"{type: [string, {a: 1}]}":            `{"type":["string",{"a":1}]}`,
		"{type: object, properties: {c: {}}}": `{"type":"object"}`,
	} {
		out := New(kube.Latest, Options{NoWitnesses: true}).Compare(read(", a: "+field), read(""))
		found := false
		for i := range out.Changes {
			if c := &out.Changes[i]; c.Keyword == "properties" {
				found = true
				if got, _ := json.Marshal(c.Before); string(got) != want {
					t.Errorf("%s: %s, want %s", field, got, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no field is gone", field)
		}
	}
}

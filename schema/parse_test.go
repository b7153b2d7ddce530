package schema_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func TestParse(t *testing.T) {
	s, err := schema.Parse([]byte("type: object\nproperties:\n  size: {type: integer, maximum: 5}\n"))
	if err != nil || *s.Property("size").Maximum != 5 {
		t.Errorf("%v, %+v", err, s)
	}
	s, err = schema.FromValue(map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "maxItems": 3.0})
	if err != nil || s.ItemSchema().Type != "string" || *s.MaxItems != 3 {
		t.Errorf("%v, %+v", err, s)
	}
	for text, want := range map[string]string{
		"type: object\nproprties: {}":    `line 2: unknown keyword "proprties"`,
		"type: object\ntype: string":     `line 2: keyword "type" is written twice`,
		"maxItems: many":                 "line 1: not of type int64",
		"type: a\nitems: {type: 1}":      "line 2: not of type string",
		"[]":                             "line 1: not of type v1.JSONSchemaProps",
		"":                               "one document",
		"type: a\n---\ntype: b":          "one document",
		"type: [":                        "line 1: not valid YAML: did not find expected node content",
		`{"type": "object", "items": 3}`: "",
	} {
		s, err := schema.Parse([]byte(text))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %+v, error %v, want %q", text, s, err, want)
		}
	}
	if _, err := schema.FromValue(func() {}); err == nil || !strings.HasPrefix(err.Error(), "json: unsupported type") {
		t.Errorf("a function is a schema: %v", err)
	}
}

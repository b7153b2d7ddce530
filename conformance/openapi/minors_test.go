package openapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// What is changed makes the other document, and the first stays as it was.
func TestChanges(t *testing.T) {
	for _, test := range []struct {
		from, to string
		want     int
	}{
		{`{"a":1}`, `{"a":1}`, 0},
		{`{"a":1}`, `{"a":1.0}`, 0},
		{`{"a":{"b":[1,{"c":2}]}}`, `{"a":{"b":[1,{"c":3}]}}`, 1},
		{`{"a":[1]}`, `{"a":[1,2]}`, 1},
		{`{"a":{"x":1},"b":2}`, `{"c":"y"}`, 3},
		{`{"a":{"x":1}}`, `{"a":[]}`, 1},
		{`{"/a~1":{"x":1,"":2}}`, `{"/a~1":{"x":2}}`, 2},
	} {
		read := func(s string) Document {
			doc, err := decode(strings.NewReader(s))
			if err != nil {
				t.Fatal(err)
			}
			return doc
		}
		from, to := read(test.from), read(test.to)
		list := Changes(from, to)
		if len(list) != test.want {
			t.Errorf("%s, %s: %d changes, want %d", test.from, test.to, len(list), test.want)
		}
		values := Values{}
		packed, err := values.Pack(list)
		if err != nil {
			t.Fatal(err)
		}
		again, err := values.Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(from, again)
		if err != nil {
			t.Fatal(err)
		}
		if d := Differences(to, read(string(mustJSON(t, got)))); d != nil {
			t.Errorf("%s, %s: made %v", test.from, test.to, got)
		}
		if !reflect.DeepEqual(from, read(test.from)) {
			t.Errorf("%s became %v", test.from, from)
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

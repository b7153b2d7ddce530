package record

import "testing"

func TestWithResourceVersion(t *testing.T) {
	for _, test := range []struct {
		name, text string
		json       bool
		want       string // empty for an error
	}{
		{name: "YAML", text: "kind: A\nmetadata:\n  name: a\n", want: "kind: A\nmetadata:\n  resourceVersion: \"7\"\n  name: a\n"},
		{name: "JSON", json: true, text: `{"metadata": {"name": "a"}}`, want: `{"metadata": {"resourceVersion": "7", "name": "a"}}`},
		{name: "given", text: "metadata:\n  resourceVersion: \"1\"\n", want: "metadata:\n  resourceVersion: \"1\"\n"},
		{name: "no place", text: "kind: A\n"},
		{name: "two places", text: "a:\nmetadata:\n b: 1\nmetadata:\n c: 1\n"},
	} {
		got, err := withResourceVersion([]byte(test.text), test.json, "7")
		if string(got) != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: got %q, %v", test.name, got, err)
		}
	}
}

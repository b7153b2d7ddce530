package openapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

func TestCorpus(t *testing.T) {
	corpus := sweep.Corpus()
	var out bytes.Buffer
	ok, err := Compare(corpus, false, &out)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	if !ok {
		t.Error("crdtool and kube-apiserver differ")
	}
}

// A comparison that finds nothing must be able to find something.
func TestDiff(t *testing.T) {
	read := func(text string) document {
		d, err := decode(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := read(`{"a": {"b/c": [1, {"d": "x"}]}, "n": 1.0, "gone": true, "l": [1]}`)
	got := read(`{"a": {"b/c": [1, {"d": "y"}]}, "n": 1, "more": null, "l": [1, 2]}`)
	lines := diff("", want, got)
	if !slices.Equal(lines, []string{
		`/a/b~1c/1/d: want "x", got "y"`,
		`/gone: missing, want true`,
		`/l: want [1], got [1,2]`,
		`/more: not wanted, got null`,
	}) {
		t.Error(strings.Join(lines, "\n"))
	}
	if lines := diff("", want, want); lines != nil {
		t.Error(lines)
	}
}

func TestOnly(t *testing.T) {
	doc, err := decode(strings.NewReader(`{
		"paths": {"/mine": {"$ref": "#/parameters/p"}, "/other": {"$ref": "#/definitions/other"}},
		"parameters": {"p": {"schema": {"$ref": "#/definitions/a"}}},
		"definitions": {"a": {"properties": {"$ref": {"type": "string"}, "self": {"$ref": "#/definitions/a"}}}, "other": {}}}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(only(doc, func(path string) bool { return path == "/mine" }))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"definitions":{"a":{"properties":{"$ref":{"type":"string"},"self":{"$ref":"#/definitions/a"}}}},"parameters":{"p":{"schema":{"$ref":"#/definitions/a"}}},"paths":{"/mine":{"$ref":"#/parameters/p"}}}`; string(text) != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
}

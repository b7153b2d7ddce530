package fieldpath

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func TestFollow(t *testing.T) {
	s, err := schema.Parse([]byte(`
properties:
  "": {type: empty}
  a:
    type: object
    properties:
      b: {type: string}
      "c d": {type: string}
      "e'f": {type: quote}
      "g.h": {type: dots}
      "i[j]": {type: brackets}
      "k\\": {type: backslash}
      "l\al": {type: bell}
      "m\tm": {type: tab}
  map:
    additionalProperties: {type: integer, properties: {v: {type: string}}}
  open: {additionalProperties: true}
  none: {type: string}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path  string
		names string // joined; a message if it is an error, "brackets" if only with brackets
		typ   string // "-" for none
	}{
		{"", "", ""},
		{".", "unexpected end of JSON path", ""},
		{".a", ".a", "object"},
		{".a.b", ".a.b", "string"},
		{".a..b", "does not refer", ""},
		{".a.", "unexpected end of JSON path", ""},
		{"a", "expected [ or . but got: a", ""},
		{".a]", "expected [ or . but got: ]", ""},
		{".x", "does not refer", ""},
		{".none.x", "does not refer", ""},
		{".map", ".map", ""},
		{".map.x", ".map[x]", "integer"},
		{".map.x.v", ".map[x].v", "string"},
		{".map.x.w", "does not refer", ""},
		{".open.x", ".open[x]", "-"},
		{".open.x.y", "panics", ""},
	} {
		for _, brackets := range []bool{false, true} {
			follow(t, s, test.path, brackets, test.names, test.typ)
		}
	}
	// Both ways to write a name lead to the same place.
	const quoted = "not a quoted name in brackets"
	for _, test := range []struct{ path, names, typ string }{
		{"['a']", ".a", "object"},
		{"['a'].b", ".a.b", "string"},
		{"['a']['b']", ".a.b", "string"},
		{".a['c d']", ".a.c d", "string"},
		{`.a['e\'f']`, ".a.e'f", "quote"},
		{".a['g.h']", ".a.g.h", "dots"},
		{".a['i[j]']", ".a.i[j]", "brackets"},
		{`.a['k\\']`, quoted, ""}, // the quote after a backslash ends nothing
		{`.a['k\\'`, quoted, ""},
		{`.a['l\al']`, ".a.l\al", "bell"},
		{`.a['m\tm']`, ".a.m\tm", "tab"},
		{".map['x y'].v", ".map[x y].v", "string"},
		{"['']", ".", "empty"},
		{"[", quoted, ""}, {"[]", quoted, ""}, {"[']", quoted, ""}, {"['", quoted, ""}, {"[''", quoted, ""},
		{"[a]", quoted, ""}, {"['a]", quoted, ""}, {"[a']", quoted, ""}, {"['a'", quoted, ""}, {"['a'x]", quoted, ""}, {"['a'.]", quoted, ""},
		{`.a['\q']`, quoted, ""},
		{`['a\'`, "does not refer", ""}, // a lone backslash stands for itself
		{"['x']", "does not refer", ""},
		{".none['x']", "does not refer", ""},
		{".open['x']['y']", "panics", ""},
	} {
		follow(t, s, test.path, true, test.names, test.typ)
		if _, _, err := Follow(test.path, s, false); err == nil || err.Error() != "array notation is not allowed" {
			t.Errorf("%s without brackets: %v", test.path, err)
		}
	}
}

func follow(t *testing.T, s *schema.Schema, path string, brackets bool, want, typ string) {
	t.Helper()
	names, at, err := Follow(path, s, brackets)
	switch got := strings.Join(names, ""); {
	case err != nil:
		if !strings.Contains(err.Error(), want) || got != "" || want == "" || at != nil {
			t.Errorf("%s (brackets %t): %v, at %q, want %q", path, brackets, err, got, want)
		}
	case got != want || (at == nil) != (typ == "-") || at != nil && at.Type != typ && path != "":
		t.Errorf("%s (brackets %t): leads to %q, %+v, want %q", path, brackets, got, at, want)
	}
}

func TestUnquote(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", `a\`: `a\`, `\a\b\f\n\r\t\v\'\\`: "\a\b\f\n\r\t\v'\\", `a\nb`: "a\nb", "ä": "ä",
	} {
		if got, ok := unquote(text); got != want || !ok {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
	for _, text := range []string{`\q`, `\"`, `\x41`, `a\ `} {
		if got, ok := unquote(text); ok {
			t.Errorf("%q: %q, though there is no such escape", text, got)
		}
	}
}

func TestTokenize(t *testing.T) {
	for path, want := range map[string]string{
		"": "", ".a.b": ".|a|.|b", "a[b]c": "a|[|b|]|c", "..": ".|.", "['a.b']": "[|'a.b'|]", "['a": "[|'a", `'a\'b'c`: `'a\'b'|c`, "''a": "''|a", "'": "'", "a'b.c'": "a'b|.|c'",
	} {
		if got := strings.Join(tokenize(path), "|"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

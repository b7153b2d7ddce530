package cursor

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var roleNames = []string{"nowhere", "key", "value", "item", "start", "dash", "comment"}

// TestAt has places that people type at, with the cursor at "|": the role, the path, the text before the cursor, and the
// keys that are there already.
func TestAt(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"|", `key <nil> ""`},
		{"ki|", `start <nil> "ki" scalar ki@2`},
		{"apiVersion: v1\nki|\n", `key <nil> "ki" apiVersion`},
		{"ki|\nspec: {}\n", `key <nil> "ki" spec`},
		{"kind: |", `value kind ""`},
		{"kind:|", `value kind "" space`},
		{"kind: Wid|get\n", `value kind "Wid" scalar Widget@3`},
		{"spec:\n  |\n", `start spec ""`},
		{"spec:\n  na|\n", `start spec "na" scalar na@2`},
		{"spec:\n  a: 1\n  |\n", `key spec "" a`},
		{"spec:\n  a: 1\n|\n", `key <nil> "" spec`},
		{"spec:\n  a:\n  |\n", `key spec "" a or spec.a[0]`},
		{"spec:\n  a: 1\n  |\n  b: 2\nstatus: {}\n", `key spec "" a b`},
		{"spec:\n  a:\n    b: 1\n  |\n", `key spec "" a`},
		{"spec:\n  a:\n    b: 1\n    |\n", `key spec.a "" b`},
		{"spec:\n  |\n  a: 1\n", `key spec "" a`},
		{"spec:\n    a: 1\n  |\n", `key spec "" a`},
		{"names:\n  ca|\n  - a\n  - b\n  kind: x\n", `key names "ca" kind`},
		{"ports:\n- na|\n  port: 1\n", `key ports[0] "na" port`},
		{"ports:\n- |\n  port: 1\n", `key ports[0] "" port`},
		{"ports:\n- |", `item ports[0] ""`},
		{"ports:\n-|", `item ports[0] "" space`},
		{"ports:\n- name: x\n  |", `key ports[0] "" name`},
		{"ports:\n  - name: x\n  |", `dash ports[1] ""`},
		{"ports:\n- name: x\n|", `key <nil> "" ports or ports[1]`},
		{"- - a\n  - |", `item [0][1] ""`},
		{"a: {b: 1, |}\n", `key a "" b`},
		{"a: {b: 1, c|}\n", `key a "c" b`},
		{"a: {b: |", `value a.b ""`},
		{"a: [x, |]\n", `item a[1] ""`},
		{"a: [x, y|, z]\n", `item a[1] "y" scalar y@1`},
		{"a: [|\nb: 1\n", `item a[0] ""`},
		{`{"a": {"b|": 1, "c": 2}}`, `key a "b" c`},
		{`{"a": "b|`, `value a "b" scalar b@1`},
		{"{\n  \"a\": 1,\n  |\n  \"b\": 2\n}", `key <nil> "" a b`},
		{"{\n  \"a\": |\n  \"b\": 2\n}", `value a ""`},
		{"a: |\n  b: 1\n", `value a ""`},
		{"a: 'it''s |ok'\n", `value a "it''s " scalar it's ok@5`},
		{"a: \"x\\ty|z\n", `value a "x\\ty" scalar x	yz@3`},
		{"a: \"open|\nb: 1\n", `value a "open" scalar open@4`},
		{"a: >\n  one\n  tw|o\n\n  three\nb: 1\n", "value a \"\" scalar one two\nthree\n@6"},
		{"a: !x\n  |\n", `start a ""`},
		{"a: |\n", `value a ""`},
		{"x: 1 # com|ment\n", `comment x ""`},
		{"a:\n  # com|ment\n  b: 1\n", `comment a ""`},
		{"a: 1\n---\nb: |\n---\nc: 1\n", `value b ""`},
		{"---|\na: 1\n", `nowhere <nil> ""`},
		{"a: 1\r\nb|\r\n", `key <nil> "b" a`},
		{"a:\n\tb|\n", `start a "b" scalar b@1`},
		{"? a\n: b|\n", `value a "b" scalar b@1`},
		{"x: &m {k: 1}\nz:\n  <<: *m\n  |\n", `key z "" k`},
		{"kind: List\nitems:\n- kind: A\n  spec:\n    |\n", `start spec "" kind A`},
		{"sp|\n  a: 1\n", `key <nil> "sp"`},
	} {
		offset := strings.LastIndexByte(test.text, '|')
		text := test.text[:offset] + test.text[offset+1:]
		p := At([]byte(text), offset)
		got := fmt.Sprintf("%s %s %q", roleNames[p.Role], printed(p.Path), p.Typed)
		if p.NeedsSpace {
			got += " space"
		}
		if p.Scalar != nil {
			got += fmt.Sprintf(" scalar %s@%d", p.Scalar.Value, p.Scalar.Offset)
		}
		if p.Role == Key {
			if keys := p.Present(); len(keys) > 0 {
				got += " " + strings.Join(keys, " ")
			}
		}
		if p.Item != nil {
			got += " or " + printed(p.Item)
		}
		if p.Kind != "" && p.Kind != "Widget" {
			got += " kind " + p.Kind
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestHostileText damages texts of testdata and asks for the place at each edit.
func TestHostileText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const marks = "{}[]\"':-#|>&*!?\n\t, \\\r\x00%"
	tried := 0
	for _, text := range texts(t) {
		if len(text) > 20_000 || len(text) == 0 {
			continue
		}
		for range 20 {
			damaged := append([]byte(nil), text...)
			at := 0
			for range 1 + r.IntN(6) {
				at = r.IntN(len(damaged))
				switch r.IntN(3) {
				case 0:
					damaged[at] = marks[r.IntN(len(marks))]
				case 1:
					damaged = append(damaged[:at], damaged[min(len(damaged), at+r.IntN(30)):]...)
				default:
					damaged = append(damaged[:at:at], append([]byte{marks[r.IntN(len(marks))]}, damaged[at:]...)...)
				}
				if len(damaged) == 0 {
					damaged = []byte{'x'}
				}
			}
			tried++
			p := At(damaged, min(at, len(damaged)))
			p.Object()
			p.Present()
			if p.Token.Start > p.Offset || p.Token.End < p.Offset || p.Token.End > len(damaged) {
				t.Fatalf("token %v of offset %d in %q", p.Token, p.Offset, damaged)
			}
		}
	}
	if tried < 100 {
		t.Fatalf("only %d texts were tried", tried)
	}
}

// TestSpeed reads texts that could take long.
func TestSpeed(t *testing.T) {
	for name, text := range map[string]string{
		"json line":        `{"a":[` + strings.Repeat(`{"b":"c","d":[1,2]},`, 40_000),
		"quotes":           strings.Repeat("a: \"x\n", 100_000),
		"flow quotes":      "a: [" + strings.Repeat("'x\n,", 100_000),
		"brackets":         strings.Repeat("[", 100_000),
		"dashes":           strings.Repeat("- ", 100_000),
		"steps":            steps(1500),
		"words":            strings.Repeat("word\n", 100_000),
		"words deeper":     "a: b\n" + strings.Repeat("  word\n", 100_000),
		"wrong indents":    "a:\n" + strings.Repeat("    b: 1\n  c: 1\n", 50_000),
		"unclosed flows":   strings.Repeat("a: {b: [\n", 100_000),
		"comments":         strings.Repeat("a\n#\n", 100_000),
		"blank lines":      "a: b" + strings.Repeat("\n", 500_000) + "c",
		"plain with tail":  strings.Repeat("a: b\n\n\n  c\n", 50_000),
		"carriage returns": strings.Repeat("a: b\r", 100_000),
	} {
		start := time.Now()
		At([]byte(text), len(text)/2).Present() // what is quadratic runs into the time limit of the test
		t.Logf("%s: %v", name, time.Since(start).Round(time.Millisecond))
	}
}

// steps returns a mapping in a mapping, and so on.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func BenchmarkAt(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 600_000; i++ {
		fmt.Fprintf(&text, "a%d:\n  description: |-\n    Some text of a line.\n    Another line.\n  type: string\n  items:\n  - a\n  - name: b\n", i)
	}
	doc := []byte(text.String())
	for b.Loop() {
		At(doc, len(doc)/2).Present()
	}
}

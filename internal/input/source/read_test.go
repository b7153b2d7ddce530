package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/code"
)

// summary is what a file holds, one document a line: index, line, the type if
// it has one, JSON.
func summary(f *File) string {
	var b strings.Builder
	for _, d := range f.Documents {
		json, err := ToJSON(d.Root)
		apiVersion, kind := d.TypeMeta()
		fmt.Fprintf(&b, "%d:%d ", d.Index, d.Line())
		if apiVersion != "" || kind != "" {
			fmt.Fprintf(&b, "%s/%s ", apiVersion, kind)
		}
		if d.JSON() {
			b.WriteString("json ")
		}
		fmt.Fprintf(&b, "%s\n", json)
		if err != nil {
			fmt.Fprintln(&b, err)
		}
	}
	for _, p := range f.Problems {
		fmt.Fprintf(&b, "%d: %s\n", p.Pos.Line, p.Code)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", "\n  \n", ""},
		{"comments", "# a\n---\n# b\n", ""},
		{"null", "~\n---\nnull\n---\na: 1\n", "0:5 {\"a\":1}\n"},
		{"one", "a: 1\n", "0:1 {\"a\":1}\n"},
		{"several", "---\n# c\na: 1\n--- # d\nb: 2\n---\n---\nc: 3\n", "0:3 {\"a\":1}\n1:5 {\"b\":2}\n2:8 {\"c\":3}\n"},
		{"no line end", "a: 1\n---\nb: 2", "0:1 {\"a\":1}\n1:3 {\"b\":2}\n"},
		{"crlf", "a: 1\r\n---\r\nb: 2\r\n", "0:1 {\"a\":1}\n1:3 {\"b\":2}\n"},
		{"a bad one between", "a: 1\n---\nb: [\n---\nc: 3\n", "0:1 {\"a\":1}\n2:5 {\"c\":3}\n3: yaml-syntax\n"},
		{"end mark", "a: 1\n...\n# c\n---\nb: 2\n", "0:1 {\"a\":1}\n1:5 {\"b\":2}\n"},
		{"dashes in text", "a: |\n  ---\n  x\n", "0:1 {\"a\":\"---\\nx\\n\"}\n"},
		{"scalar", "hello world\n", "0:1 \"hello world\"\n"},
		{"sequence", "- a: 1\n", "0:1 [{\"a\":1}]\n"},
		{"json", "{\"b\": 1.0, \"a\": [true, null]}", "0:1 json {\"b\":1.0,\"a\":[true,null]}\n"},
		{"jsons", " {\"a\":1}{\"b\":2}\n\n{\"c\":3}\n", "0:1 json {\"a\":1}\n1:1 json {\"b\":2}\n2:3 json {\"c\":3}\n"},
		{"json array", "[1, 2]", "0:1 json [1,2]\n"},
		{"flow yaml", "{a: b, c: 1.0}\n", "0:1 {\"a\":\"b\",\"c\":1}\n"},
		{"json, then yaml", "{\"a\": 1.0}\n---\nb: 1.0\n", "0:1 json {\"a\":1.0}\n1:3 {\"b\":1}\n"},
		{"json behind a byte order mark", "\xef\xbb\xbf{\"a\": 1.0}\n", "0:1 {\"a\":1}\n"},
		{"yaml 1.1", "n: yes\n1.0: 010\n", "0:1 {\"1\":8,\"false\":true}\n"},
		{"repeated keys", "a: 1\na: 2\n", "0:1 {\"a\":2}\n"},
		{"merge", "a: &x {b: 1, c: 2}\nd: {c: 0, <<: *x, b: 3}\n", "0:1 {\"a\":{\"b\":1,\"c\":2},\"d\":{\"b\":3,\"c\":2}}\n"},
		{"merge list", "a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne: {<<: [*x, *y]}\n", "0:1 {\"a\":{\"b\":1},\"c\":{\"b\":2,\"d\":3},\"e\":{\"b\":1,\"d\":3}}\n"},
		{"list", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: A\n- {apiVersion: v2, kind: B}\n---\na: 1\n",
			"0:4 v1/A {\"apiVersion\":\"v1\",\"kind\":\"A\"}\n1:6 v2/B {\"apiVersion\":\"v2\",\"kind\":\"B\"}\n2:8 {\"a\":1}\n"},
		{"list in list", "kind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - {apiVersion: v1, kind: A}\n", "0:6 v1/A {\"apiVersion\":\"v1\",\"kind\":\"A\"}\n"},
		{"typed list", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n- spec: {}\n- kind: X\n  spec: {}\n",
			"0:4 apiextensions.k8s.io/v1/CustomResourceDefinition {\"spec\":{}}\n1:5 /X {\"kind\":\"X\",\"spec\":{}}\n"},
		{"json list", "{\"kind\":\"List\",\"items\":[{\"apiVersion\":\"v1\",\n\"kind\":\"A\"}]}", "0:1 v1/A json {\"apiVersion\":\"v1\",\"kind\":\"A\"}\n"},
		{"empty list", "kind: List\nitems: []\n---\na: 1\n", "0:4 {\"a\":1}\n"},
		{"list of anything", "kind: List\nitems: [{a: 1},\nnull,\n3, [], x]\n", "0:2 {\"a\":1}\n3: wrong-type\n"},
		{"list of the same", "x: &a 3\nkind: List\nitems: [*a]\n", "3: wrong-type\n"},
		{"no list", "kind: AllowList\nitems: [a, b]\n", "0:1 /AllowList {\"items\":[\"a\",\"b\"],\"kind\":\"AllowList\"}\n"},
		{"alias as item", "x: &a {apiVersion: v1, kind: A}\nkind: List\nitems: [*a]\n", "0:1 v1/A {\"apiVersion\":\"v1\",\"kind\":\"A\"}\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := summary(Read("f", []byte(test.text))); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 20; i++ {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 8), ", "))
	}
	var chain strings.Builder
	chain.WriteString("a0: &a0 x\n")
	for i := 1; i < 20; i++ {
		fmt.Fprintf(&chain, "a%d: &a%d %s*a%d%s\n", i, i, strings.Repeat("[", 90), i-1, strings.Repeat("]", 90))
	}
	for _, test := range []struct {
		name, text, message string
	}{
		{"deep", "a: " + nested(maxDepth-1), ""},
		{"too deep", "a: " + nested(maxDepth+1), "nested more than 1000 levels"},
		{"far too deep", "a: " + nested(20000), "nested more than 1000 levels"},
		{"too deep JSON", "{\"a\": " + nested(maxDepth+1) + "}", "nested more than 1000 levels"},
		{"too deep by aliases", chain.String(), "nested more than 1000 levels"},
		{"bomb", bomb.String(), "excessive aliasing"},
		{"problems", strings.Repeat("--- x\n", maxProblems+2), "more than 1000 problems"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && len(test.text) > 200_000 {
				t.Skip("slow")
			}
			f := Read("f", []byte(test.text))
			var got string
			for _, p := range f.Problems {
				if p.Code == code.Limits {
					got += p.Message
				}
			}
			if (test.message == "") != (got == "") || !strings.Contains(got, test.message) || strings.Count(got, "more than") > 1 {
				t.Errorf("got %q, want %q", got, test.message)
			}
		})
	}
}

package gotypes

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// What was asked for before goes on to answer when the code begins anew, and what is asked
// for after it gives the same answers.
func TestCodeBeginsAnew(t *testing.T) {
	m, before := app(t)
	was := m.code
	m.code.parsed = mostParsed + 1
	after, ok := m.Origin("app.example.com", "v1", "App", "v0.23.0")
	if !ok || m.code == was || m.code.parsed == 0 {
		t.Fatalf("the code did not begin anew: %t, %d bytes parsed", ok, m.code.parsed)
	}
	for _, path := range []string{"", "properties spec", "properties spec properties replicas maximum", "properties spec properties list items properties a minLength",
		"properties spec properties ports minItems", "properties spec properties mode enum", "properties spec properties names items", "properties metadata type"} {
		var segments []finding.Segment
		for name := range strings.FieldsSeq(path) {
			segments = append(segments, finding.Segment{Name: name})
		}
		a, _ := before.At(segments)
		b, found := after.At(segments)
		if !found || a != b {
			t.Errorf("%v was at %+v and is at %+v", path, a, b)
		}
	}
	edited := m.Edited(nil)
	edited.code.parsed = mostParsed + 1
	if now := edited.code; edited.latest() != now {
		t.Error("an edited module forgets its texts")
	}
}

// A kind is found however its type is declared.
func TestDeclaring(t *testing.T) {
	const meta = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n"
	root := "struct {\n\t\tmetav1.TypeMeta `json:\",inline\"`\n\t\tmetav1.ObjectMeta `json:\"metadata\"`\n\t}\n"
	dir := tree(t, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.24\n",
		"vendor/k8s.io/apimachinery/pkg/apis/meta/v1/types.go": metaStub,
		"a/v1/doc.go":     "// +groupName=a.example.com\npackage v1\n",
		"a/v1/alone.go":   "package v1\n\n" + meta + "type Alone " + root,
		"a/v1/group.go":   "package v1\n\n" + meta + "type (\n\tOther struct{}\n\n\tGrouped " + root + ")\n",
		"a/v1/b/v1/x.go":  "// +groupName=b.example.com\npackage v1\n\n" + meta + "type Alone " + root,
		"a/v1/comment.go": "package v1\n\n" + meta + "// type Described struct{}\n// of TypeMeta\ntype described struct{}\n",
	})
	m, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{"a.example.com/Alone": "a/v1/alone.go", "a.example.com/Grouped": "a/v1/group.go", "b.example.com/Alone": "a/v1/b/v1/x.go", "a.example.com/Other": "", "a.example.com/Described": ""} {
		group, name := kind[:13], kind[14:]
		m.Base(dir)
		got := ""
		if r, ok := m.Origin(group, "v1", name, ""); ok {
			got = r.Type().File
		}
		if got != want {
			t.Errorf("%s is declared in %q, want %q", kind, got, want)
		}
	}
}

// Markers of a package stand at the start of a line.
func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		"// +groupName=a": true, "package a\n//+groupName=a": true, "//  \t+groupName=a\n": true,
		"\t// +groupName=a": false, "x // +groupName=a": false, "// x +groupName": false, "// groupName": false,
		"\t// +groupName=a\n// +groupName=b": true,
	} {
		if got := marked([]byte(text), "+other", "+groupName"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

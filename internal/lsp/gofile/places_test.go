package gofile

import (
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// Each byte of a quoted text leads to its place in the file and back, and the text is the one that Go reads.
func TestQuotedOffsets(t *testing.T) {
	for _, literal := range []string{`"self == 'a'"`, `"a \"b\" ü \u00fc \x41 \\ c"`, "`self.matches('^\\d+$')`", `"unfinished`, "`unfinished", `self.a`, `""`, `"bad \q escape"`, `"\`} {
		const at = 100
		q := unquote(literal, at)
		if want, err := strconv.Unquote(literal); err == nil && q.Text != want {
			t.Errorf("%s is read as %q", literal, q.Text)
		}
		if len(q.offsets) != len(q.Text)+1 {
			t.Fatalf("%s has %d offsets for %d bytes", literal, len(q.offsets), len(q.Text))
		}
		for i := range q.Text {
			in := q.InFile(i)
			if back := q.InText(in); back > i || q.InFile(back) != in {
				t.Errorf("%s: byte %d is at %d, and that is byte %d", literal, i, in, back)
			}
			if c := literal[in-at]; c != q.Text[i] && c != '\\' {
				t.Errorf("%s: byte %d (%q) is at %q", literal, i, q.Text[i], c)
			}
		}
		if end := q.InFile(len(q.Text)) - at; end > len(literal) || strings.Trim(literal[end:], "\"` ") != "" {
			t.Errorf("%s ends at %d", literal, end)
		}
	}
}

// What is before and behind a change stays where it is.
func TestMoved(t *testing.T) {
	from, to := []byte("one two three"), []byte("one 2 three")
	for i := range from {
		at, ok := changeOf(from, to).moved(i)
		isInside := i >= 4 && i < 7
		if ok == isInside || ok && to[at] != from[i] {
			t.Errorf("byte %d is at %d, %v", i, at, ok)
		}
	}
}

// Each marker and each argument is described.
func TestMarkersAreDescribed(t *testing.T) {
	names := map[string]bool{}
	for _, k := range append(gotypes.Markers(), objectRoot) {
		names[k.Name], names[k.Name[strings.LastIndexByte(k.Name, ':')+1:]] = true, true
		if docOf(&k) == "" {
			t.Errorf("+%s is not described", k.Name)
		}
		for _, a := range k.Arguments {
			if argumentDocs[a] == "" {
				t.Errorf("the argument %s of +%s is not described", a, k.Name)
			}
		}
	}
	for name := range markerDocs {
		if !names[name] {
			t.Errorf("%s is described, and no marker", name)
		}
	}
}

// At a place of a marker, what fits comes first.
func TestComplete(t *testing.T) {
	const name = "\t// name is that of the target.\n"
	const bucket = "\t// bucket is where objects are written.\n"
	const targets = "\t// targets are where backups are stored.\n"
	const kind = "// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status"
	for _, c := range []struct {
		above, line string // the cursor is at the end, or at |
		first       string // the labels that come first
		not         string // a label that is not there
	}{
		{bucket, "\t// +kubebuilder:validation:MaxL", "kubebuilder:validation:MaxLength", "kubebuilder:validation:MaxItems"},
		{name, "\t// +maxl", "", "kubebuilder:validation:MaxLength"}, // it is there
		{name, "\t// +minl", "kubebuilder:validation:MinLength", ""},
		{name, "\t// +pattern", "kubebuilder:validation:Pattern", ""},
		{name, "\t// +kubebuilder:validation:MinLenght", "kubebuilder:validation:MinLength", ""},
		{name, "\t// +kubebuilder:validation:Format=date", "date-time date", "int32"},
		{name, "\t// +kubebuilder:validation:XValidation:", "rule message", ""},
		{name, "\t// +kubebuilder:validation:XValidation:rule=\"self != ''\",mess", "message messageExpression", "scope"},
		{name, "\t// +kubebuilder:validation:XValidation:rule=\"self != ''\",reason=", "FieldValueInvalid", ""},
		{targets, "\t// +kubebuilder:validation:MinI", "kubebuilder:validation:MinItems", "kubebuilder:validation:MinLength"},
		{targets, "\t// +listType=", "atomic set map", ""},
		{targets, "\t// +listMapKey=", "bucket name paused", ""},
		{kind, "// +kubebuilder:resource:scope=", "Namespaced Cluster", ""},
		{kind, "// +kubebuilder:printcolumn:name=A,type=", "string integer number boolean date", ""},
		{kind, "// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.status", ".status.phase", ""},
		{kind, "// +kubebuilder:printcolumn:name=A,type=\"st", "string", ""},
		{kind, "// +kubebuilder:printcolumn:name=A,type=string,JSONPath=\".st", ".status.phase", ""},
		{kind, "// +kubebuilder:pr", "kubebuilder:printcolumn", "listMapKey"},
		{name, "\t// +", "", "kubebuilder:printcolumn"},
		{kind, "// +", "kubebuilder:printcolumn kubebuilder:resource", ""},
		{targets, "\t// +listType:=", "atomic set map", ""},
		{kind, "// +kubebuilder:printcolumn:name=Age,type=", "date", ""},
		{kind, "// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=", ".metadata.creationTimestamp", ""},
	} {
		x := openExample(t)
		text := x.set(t, c.above, c.line+"\n"+c.above)
		at := strings.Index(text, c.line+"\n"+c.above) + len(c.line)
		found := x.code.Complete(x.file, at, x.docs)
		var labels []string
		for _, f := range found {
			labels = append(labels, f.Label)
			if f.Label == c.not {
				t.Errorf("%q: %s is offered", c.line, f.Label)
			}
			if typed := text[min(f.From, at):at]; strings.ContainsAny(typed[:min(1, len(typed))], "\"`") && !strings.HasPrefix(f.Filter, typed[:1]) {
				t.Errorf("%q: %s is filtered by %q", c.line, f.Label, f.Filter)
			}
			if f.From > at || f.To < at || f.Text == "" {
				t.Errorf("%q: %s replaces %d to %d at %d", c.line, f.Label, f.From, f.To, at)
			}
		}
		want := strings.Fields(c.first)
		for _, w := range want {
			i := 0
			for i < len(labels) && labels[i] != w {
				i++
			}
			if i > len(want)+1 || i == len(labels) {
				t.Errorf("%q: %s is not among the first: %q", c.line, w, labels[:min(len(labels), 8)])
			}
		}
	}
}

// TestCompleteRoot: the marker that makes a type a kind is offered where it is not, also while the kind is known from before.
func TestCompleteRoot(t *testing.T) {
	const kind = "// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status"
	for line, want := range map[string]bool{"// +obj\n// +kubebuilder:subresource:status": true, "// +obj\n" + kind: false} {
		x := openExample(t)
		text := x.set(t, kind, line)
		found := x.code.Complete(x.file, strings.Index(text, line)+len("// +obj"), x.docs)
		if got := len(found) > 0 && found[0].Label == "kubebuilder:object:root"; got != want {
			t.Errorf("%q: %+v", line, found)
		}
	}
}

// From each field the definition leads to the key of its schema in the CRD, and from each marker to what it sets.
func TestDefinitionOfEachField(t *testing.T) {
	x := openExample(t)
	crd := string(x.docs[0].File.Text)
	lines := strings.Split(crd, "\n")
	n := 0
	crds, _ := x.code.CRDsOf(x.file, x.docs)
	for _, l := range crds {
		for _, o := range l.Origins {
			if o.Type || o.Marker || isKeyword(o.Path) || len(o.Path) < 2 || o.Path[len(o.Path)-2].Name != "properties" {
				continue
			}
			n++
			found := false
			for _, target := range x.code.Definition(x.file, o.From, x.docs) {
				found = found || strings.HasPrefix(strings.TrimSpace(lines[target.Pos.Line-1]), o.Path[len(o.Path)-1].Name+":")
			}
			if !found {
				t.Errorf("%v: no definition", o.Path)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d fields", n)
	}
	at := strings.Index(x.text, "+kubebuilder:validation:MaxItems=8")
	targets := x.code.Definition(x.file, at+5, x.docs)
	if len(targets) == 0 || strings.TrimSpace(lines[targets[0].Pos.Line-1]) != "maxItems: 8" {
		t.Errorf("the marker leads to %+v", targets)
	}
	for marker, line := range map[string]string{"+kubebuilder:subresource:status": "status: {}", "+kubebuilder:storageversion": "storage: true"} {
		targets := x.code.Definition(x.file, strings.Index(x.text, marker)+5, x.docs)
		if len(targets) != 1 || strings.TrimSpace(lines[targets[0].Pos.Line-1]) != line {
			t.Errorf("%s leads to %+v", marker, targets)
		}
	}
}

// A rule has the schema of the field that it is about.
func TestExpressionOfRule(t *testing.T) {
	x := openExample(t)
	const rule = `oldSelf.hasValue() ? self >= oldSelf.value() : self >= 10`
	at := strings.Index(x.text, rule)
	e, ok := x.code.Expression(x.file, at+3, x.docs)
	if !ok || e.Text != rule || e.InText(at+3) != 3 || !e.OptionalOldSelf || e.IsMessage || len(e.Schemas) != 2 {
		t.Fatalf("%v %+v", ok, e)
	}
	for _, s := range e.Schemas {
		if y := s.CRD.at(s.Version, s.Path); y["type"] != "integer" {
			t.Errorf("%v is %v", s.Path, y)
		}
	}
	if n := len(Expressions([]byte(x.text))); n != strings.Count(x.text, "rule=") {
		t.Errorf("%d expressions", n)
	}
	if _, ok := x.code.Expression(x.file, at-10, x.docs); ok {
		t.Error("the name of the argument is in an expression")
	}
	text := x.set(t, "\t// name is that of the target.\n", "\t// +kubebuilder:validation:XValidation:rule=\"self.\n\t// name is that of the target.\n")
	at = strings.Index(text, "rule=\"self.\n") + len("rule=\"self.")
	if e, ok := x.code.Expression(x.file, at, x.docs); !ok || e.Text != "self." || len(e.Schemas) == 0 {
		t.Errorf("unfinished: %v %+v", ok, e)
	}
}

// Hover names the paths of a field, its bounds and the rules that are about it.
func TestHover(t *testing.T) {
	x := openExample(t)
	for _, c := range []struct{ at, want string }{
		{"Engine string", "`Backup v1 .spec.engine`"},
		{"Engine string", "- rule: `self == oldSelf`"},
		{"Engine string", "`string, required`"},
		{"RetentionDays int32", "- maximum: `365`"},
		{"+kubebuilder:validation:MaxItems=8", "Sets `maxItems` in the CRD."},
		{"optionalOldSelf=true", "oldSelf is an optional value"},
		{"BackupStatus struct", "`Backup v1 .status`"},
	} {
		h, ok := x.code.Hover(x.file, strings.Index(x.text, c.at)+1, x.docs)
		if !ok || !strings.Contains(h.Text, c.want) {
			t.Errorf("%s: %v %q", c.at, ok, h.Text)
		}
	}
}

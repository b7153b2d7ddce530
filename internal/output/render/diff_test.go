package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// diffed is a report with something of everything: a change in two versions, one in many
// places of which one has a witness, one that is accepted, one in an alpha version, a CRD
// that is new and one that is gone, and text that every format has to escape.
func diffed() *report.Diff {
	place := func(file string, line int, text string) *report.Place {
		return &report.Place{File: file, Line: line, Column: 15, EndLine: line, EndColumn: 40, Text: text}
	}
	old, new := "old/things.yaml", "new/a:b,c.yaml"
	refused := &report.DiffWitness{
		Operation: "create", Version: "v1", Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "example"},
			"spec": map[string]any{"mode": "legacy", "list": []any{"```", "@someone <b>", "\x1b[31m"}}},
		OldAnswer: report.DiffAnswer{Accepted: true}, NewAnswer: report.DiffAnswer{Message: "Thing \"example\" is invalid:\n<b>no</b> ```"},
	}
	refused.Old = refused.Object
	c := func(code, class string, f func(c *report.Change)) report.Change {
		out := report.Change{Code: code, Class: class, Severity: finding.Info, Version: "v1"}
		f(&out)
		if out.Breaking {
			out.Severity = finding.Error
		}
		return out
	}
	pattern := func(field string, line int, version string) report.Change {
		return c("bounds-tightened", "unproven", func(c *report.Change) {
			c.Severity, c.May, c.Version, c.Field, c.Keyword = finding.Warning, true, version, field, "pattern"
			c.Path, c.After = "spec.versions[0].schema.openAPIV3Schema.properties."+field, "^[a-z|]+$"
			c.Message = "pattern of " + field + " is new: ^[a-z|]+$"
			c.Effect = "manifests with such a value are refused; stored objects with one can be updated until " + field + " changes (before Kubernetes 1.30 not at all)"
			c.Help = "make sure that no object has such a value"
			c.Old, c.New = place(old, line-2, "              value:"), place(new, line, "                pattern: ^[a-z|]+$")
		})
	}
	d := &report.Diff{SchemaVersion: 1, CRDs: []report.CRDDiff{
		{Name: "gone.example.com", Kind: "Gone", Verdict: "major", OldFile: old, Changes: []report.Change{
			c("crd-removed", "stored", func(c *report.Change) {
				c.Breaking, c.Version, c.Path, c.Message, c.Effect = true, "", "metadata.name", "the CRD is gone", "deleting it deletes all of its objects"
				c.Old = place(old, 90, "  name: gone.example.com")
			}),
		}},
		{Name: "others.example.com", Kind: "Other", Verdict: "minor", NewFile: new, Changes: []report.Change{
			c("crd-added", "compatible", func(c *report.Change) {
				c.Version, c.Path, c.Message, c.New = "", "metadata.name", "the CRD is new", place(new, 200, "  name: others.example.com")
			}),
		}},
		{Name: "quiet.example.com", Kind: "Quiet", Verdict: "patch", OldFile: old, NewFile: new, Changes: []report.Change{
			c("description-changed", "documentation", func(c *report.Change) {
				c.Field, c.Keyword, c.Before, c.After = "spec.name", "description", "A name.", "Deprecated: use title."
				c.Message, c.Path = "description of spec.name is another", "spec.versions[0].schema"
				c.Old, c.New = place(old, 300, "description: A name."), place(new, 310, "description: |-")
			}),
		}},
		{Name: "things.example.com", Kind: "Thing", Verdict: "major", OldFile: old, NewFile: new, Changes: []report.Change{
			pattern("spec.one.value", 12, "v1beta1"), pattern("spec.one.value", 42, "v1"), pattern("spec.two.value", 14, "v1beta1"), pattern("spec.two.value", 44, "v1"),
			c("enum-narrowed", "stored", func(c *report.Change) {
				c.Breaking, c.Field, c.Keyword, c.Before, c.After = true, "spec.mode", "enum", []any{"fast", "legacy"}, []any{"fast"}
				c.Message, c.Path, c.Witness = `spec.mode no longer accepts "<script>*legacy*|`+"`\x1b[31m", "spec.versions[0].schema", refused
				c.Old, c.New = place(old, 20, "              enum:"), place(new, 22, "              enum:")
			}),
			c("short-name-removed", "readers", func(c *report.Change) {
				c.Breaking, c.Version, c.Accepted, c.Message, c.Path = true, "", "nobody has it @someone", `the short name "th" is removed`, "spec.names.shortNames"
				c.Old, c.New = place(old, 8, "    shortNames: [th]"), place(new, 8, "    kind: Thing")
			}),
			c("rule-added", "stored", func(c *report.Change) {
				c.Severity, c.Version, c.Field, c.Keyword, c.After = finding.Warning, "v1alpha1", "spec", "x-kubernetes-validations", "self.a > 1"
				c.Message, c.Effect, c.Path = "spec has a new CEL rule: self.a > 1", "manifests with such a value are refused", "spec.versions[2].schema"
				c.Old, c.New = place(old, 60, "          spec:"), place(new, 62, "            - rule: self.a > 1")
			}),
			c("field-added", "compatible", func(c *report.Change) {
				c.Field, c.Keyword, c.Message, c.Path = "spec.title", "properties", "spec.title is new", "spec.versions[0].schema"
				c.New, c.After = place(new, 70, "              title: {type: string}"), map[string]any{"type": "string"}
			}),
		}},
	}}
	for i := range d.CRDs {
		d.Summary.Add(&d.CRDs[i])
	}
	d.Summary.Add(&report.CRDDiff{Name: "same.example.com", OldFile: old, NewFile: new})
	return d
}

func aboutDiff(t *testing.T) *About {
	about := aboutTest(t)
	about.Command, about.Changes, about.Unread, about.Rules = "diff", true, nil, nil
	return about
}

func TestDiffGolden(t *testing.T) {
	d := diffed()
	for name, write := range map[string]func(io.Writer) error{
		"text.txt":     diffText(d, func(*DiffText) {}),
		"verbose.txt":  diffText(d, func(t *DiffText) { t.All, t.Witnesses, t.Most = true, true, 0 }),
		"stat.txt":     func(w io.Writer) error { return DiffStat(w, d) },
		"markdown.md":  func(w io.Writer) error { return DiffMarkdown(w, d, aboutDiff(t)) },
		"changelog.md": func(w io.Writer) error { return DiffChangelog(w, d, aboutDiff(t)) },
		"github.txt":   diffFormat(t, d, GitHub, true),
		"html.html":    diffFormat(t, d, HTML, true),
		"junit.xml":    diffFormat(t, d, JUnit, true),
		"gitlab.json":  diffFormat(t, d, GitLab, false),
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Errorf("%s has what a terminal acts on", name)
		}
		checkGolden(t, "diff-"+name, b.Bytes())
	}
}

// The old files of a revision of git are on no disk: a program finds no place there.
func TestDiffAgainstRevision(t *testing.T) {
	d := diffed()
	for i := range d.CRDs {
		c := &d.CRDs[i]
		if c.OldFile != "" {
			c.OldFile = "main:" + c.OldFile
		}
		for j := range c.Changes {
			if p := c.Changes[j].Old; p != nil {
				p.File = "main:" + p.File
			}
		}
	}
	about := aboutDiff(t)
	about.Revision = "main"
	found, _ := DiffFindings(d, about, true, false, func(c *report.Change) bool { return false })
	for _, f := range found.Findings {
		if strings.HasPrefix(f.File, "main:") || len(f.Related) > 0 {
			t.Errorf("%s is placed in %s, with %v", f.Rule, f.File, f.Related)
		}
		if f.Rule == "enum-narrowed" && !strings.HasSuffix(f.Message, "\nbefore: main:old/things.yaml:20: enum: [fast, legacy]") {
			t.Errorf("%q does not say what there was", f.Message)
		}
	}
	var b bytes.Buffer
	if err := DiffMarkdown(&b, d, about); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "--- main:internal/output/render/old/things.yaml:20\n") {
		t.Errorf("the old file is not named as git does:\n%s", b.String())
	}
}

func TestDiffSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := diffFormat(t, diffed(), SARIF, false)(&b); err != nil {
		t.Fatal(err)
	}
	checkSARIF(t, "diff-sarif.json", b.Bytes(), len(upgrade.Kinds()))
}

func diffText(d *report.Diff, set func(*DiffText)) func(io.Writer) error {
	return func(w io.Writer) error {
		text := NewDiffText(false)
		text.Most = MaxFindings
		set(text)
		for i := range d.CRDs {
			if err := text.CRD(w, &d.CRDs[i]); err != nil {
				return err
			}
		}
		return text.End(w, &d.Summary)
	}
}

func diffFormat(t *testing.T, d *report.Diff, write Writer, folding bool) func(io.Writer) error {
	return func(w io.Writer) error {
		about := aboutDiff(t)
		found, fails := DiffFindings(d, about, false, folding, func(c *report.Change) bool { return c.Breaking && c.Accepted == "" })
		about.Fails = fails
		return write(w, found, about)
	}
}

// Every field that is written is described.
func TestDiffJSONValidatesAgainstItsSchema(t *testing.T) {
	schema := outputSchema(t, "diff-output.schema.json")
	for name, d := range map[string]*report.Diff{"something of everything": diffed(), "nothing": {SchemaVersion: 1, CRDs: []report.CRDDiff{}}} {
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %#v\n%s", name, err, text)
		}
	}
}

// docs/changes.md is what the kinds say, with a place for each that reports link to.
func TestChangesArePublished(t *testing.T) {
	var b bytes.Buffer
	if err := ChangesMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, filepath.Join("..", "..", "..", "..", "docs", "changes.md"), b.Bytes())
	for _, k := range upgrade.Kinds() {
		if !strings.Contains(b.String(), "\n### "+k.ID+"\n") {
			t.Errorf("%s is not documented", k.ID)
		}
		var page, markdown, object bytes.Buffer
		if err := errors.Join(ChangePage(&page, k), ChangeMarkdown(&markdown, k), ChangeJSON(&object, k)); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{page.String(), markdown.String()} {
			if !strings.Contains(text, k.ID) || !strings.Contains(strings.ToLower(text), strings.ToLower(k.Title)) {
				t.Errorf("%s: its page is\n%s", k.ID, text)
			}
		}
		if !json.Valid(object.Bytes()) {
			t.Errorf("%s: %s", k.ID, object.Bytes())
		}
	}
}

// There are words for each class, and reports have the same classes.
func TestClassesHaveWords(t *testing.T) {
	for i, c := range upgrade.Classes() {
		if classTitles[c] == "" || report.Classes()[i] != string(c) {
			t.Errorf("%s has no words, or is another class in reports", c)
		}
	}
}

// GitHub refuses a comment that is too long, so that nobody would see anything.
func TestDiffMarkdownFitsAComment(t *testing.T) {
	long := strings.Repeat("very.long.é", 200)
	for _, c := range []struct {
		crds, changes int
		left          bool
	}{{1, 2000, false}, {60, 30, true}, {500, 1, true}, {3, 3, false}} {
		d := &report.Diff{}
		for i := range c.crds {
			crd := report.CRDDiff{Name: fmt.Sprintf("things%d.example.com", i), Verdict: "major", OldFile: "a", NewFile: "b"}
			for j := range c.changes {
				crd.Changes = append(crd.Changes, report.Change{
					Class: "stored", Code: "field-removed", Breaking: true, Version: "v1", Field: fmt.Sprintf("spec.f%d", j), Keyword: "properties",
					Message: fmt.Sprintf("spec.f%d is removed %s", j, long), Effect: long, Help: long,
					Old: &report.Place{File: "a", Line: 1, Text: long}, New: &report.Place{File: "b", Line: 1, Text: long},
					Witness: &report.DiffWitness{Operation: "create", Object: map[string]any{"spec": map[string]any{"f": long}}},
				})
			}
			d.CRDs = append(d.CRDs, crd)
			d.Summary.Add(&crd)
		}
		var b bytes.Buffer
		if err := DiffMarkdown(&b, d, aboutDiff(t)); err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCount(b.Bytes()); n > 65_536 {
			t.Errorf("%d CRDs with %d changes each: %d characters", c.crds, c.changes, n)
		}
		if got := strings.Contains(b.String(), "left out here"); got != c.left {
			t.Errorf("%d CRDs with %d changes each: CRDs are left out: %t", c.crds, c.changes, got)
		}
		if opened, closed := strings.Count(b.String(), "<details>"), strings.Count(b.String(), "</details>"); opened != closed {
			t.Errorf("%d CRDs with %d changes each: <details> is opened %d times and closed %d times", c.crds, c.changes, opened, closed)
		}
	}
}

// What is the same in many places is one thing to read, and nothing else is put with it.
func TestFoldDiff(t *testing.T) {
	change := func(code, keyword, field, message, version string, after any) report.Change {
		return report.Change{Code: code, Class: "stored", Breaking: true, Keyword: keyword, Field: field, Message: message, Version: version, After: after}
	}
	for _, c := range []struct {
		name    string
		changes []report.Change
		want    []string
	}{
		{"two versions", []report.Change{
			change("field-removed", "properties", "spec.a", "spec.a is removed", "v1", nil), change("field-removed", "properties", "spec.a", "spec.a is removed", "v2", nil),
		}, []string{"spec.a is removed (v1 and v2)"}},
		{"a field in two places", []report.Change{
			change("field-removed", "properties", "spec.one.a", "spec.one.a is removed", "v1", nil), change("field-removed", "properties", "spec.two.a", "spec.two.a is removed", "v1", nil),
		}, []string{"spec.one.a is removed, and so in 1 other place (v1)"}},
		{"two fields", []report.Change{
			change("field-removed", "properties", "spec.a", "spec.a is removed", "v1", nil), change("field-removed", "properties", "spec.b", "spec.b is removed", "v1", nil),
		}, []string{"spec.a is removed (v1)", "spec.b is removed (v1)"}},
		{"a bound of two fields", []report.Change{
			change("bounds-tightened", "minLength", "spec.a", "minLength of spec.a is new: 1", "v1", 1), change("bounds-tightened", "minLength", "spec.b", "minLength of spec.b is new: 1", "v1", 1),
			change("bounds-tightened", "minLength", "spec.c", "minLength of spec.c is new: 2", "v1", 2),
		}, []string{"minLength of spec.a is new: 1, and so in 1 other place (v1)", "minLength of spec.c is new: 2 (v1)"}},
		{"versions that differ", []report.Change{
			change("bounds-tightened", "minLength", "spec.a", "minLength of spec.a is new: 1", "v1", 1), change("bounds-tightened", "minLength", "spec.b", "minLength of spec.b is new: 1", "v2", 1),
		}, []string{"minLength of spec.a is new: 1 (v1)", "minLength of spec.b is new: 1 (v2)"}},
		{"the version is in the message", []report.Change{change("version-removed", "", "", "version v1 is removed", "v1", nil)}, []string{"version v1 is removed"}},
	} {
		var got []string
		for _, g := range fold(c.changes) {
			got = append(got, g.headline())
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestDiffOfManyAlike: of the same change in many CRDs the first is told, some are listed,
// and the others counted; all with --max-findings 0 and with objects.
func TestDiffOfManyAlike(t *testing.T) {
	const crds = 20
	write := func(change func(*DiffText)) string {
		text := NewDiffText(false)
		text.Most = 1000
		change(text)
		var b bytes.Buffer
		for i := range crds {
			c := report.CRDDiff{Name: fmt.Sprintf("crd%02d", i), Verdict: "major", OldFile: "a", NewFile: "b", Changes: []report.Change{
				{Code: "default-changed", Class: "writers", Version: "v1", Field: "spec.a", Message: "the default of spec.a changed", Effect: "another object", Breaking: true},
			}}
			if i == 0 {
				refused := report.Change{Code: "refused", Class: "install", Version: "v1", Message: "the rule is refused"}
				c.Changes = append(c.Changes, refused, refused)
			}
			if i == crds-1 {
				c.Changes = append(c.Changes, report.Change{Code: "default-removed", Class: "writers", Version: "v1", Field: "spec.b", Message: "the default of spec.b is gone", Breaking: true})
			}
			if err := text.CRD(&b, &c); err != nil {
				t.Fatal(err)
			}
		}
		if err := text.End(&b, &report.DiffSummary{CRDs: crds}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	short := write(func(*DiffText) {})
	for part, want := range map[string]int{
		"another object":                     1,
		"the rule is refused (v1) [refused]": 2,
		"the default of spec.a changed (v1), as in crd00 [default-changed]": mostPlaces,
		"major, 1 breaking; as in crd00\n":                                  crds - 1 - mostPlaces - 1,
		"the default of spec.b is gone (v1) [default-removed]":              1,
		"\n1 change as in crd00\n":                                          1,
		"(--max-findings 0 lists what is as in other CRDs)":                 1,
	} {
		if n := strings.Count(short, part); n != want {
			t.Errorf("%q is there %d times, not %d:\n%s", part, n, want, short)
		}
	}
	wide := strings.Count(write(func(d *DiffText) { d.Most = 0 }), "another object")
	all := strings.Count(write(func(d *DiffText) { d.Witnesses = true }), "another object")
	if wide != crds || all != crds {
		t.Errorf("of %d are listed %d and %d", crds, wide, all)
	}
}

// TestCommon: what is said of one place only is left out.
func TestCommon(t *testing.T) {
	for _, c := range [][3]string{
		{"until a changes, then not", "until b changes, then not", "until that place changes, then not"},
		{"until that value changes", "until spec.a changes", "until that place changes"},
		{"until that place changes", "until that value changes", "until that place changes"},
		{"a", "a", "a"}, {"a b", "c b", "a b"},
	} {
		if got := common(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q, not %q", c[0], c[1], got, c[2])
		}
	}
}

func TestSomeNames(t *testing.T) {
	for want, names := range map[string][]string{
		"a": {"a"}, "a, b, c and d": {"a", "b", "c", "d"}, "a, b, c and 2 others": {"a", "b", "c", "d", "e"},
	} {
		if got := someNames(names); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestStoredOtherwise(t *testing.T) {
	o := func(spec any) map[string]any { return map[string]any{"kind": "Thing", "spec": spec} }
	for _, c := range []struct {
		field    string
		old, new map[string]any
		want     string
	}{
		{"spec.b", o(map[string]any{"c": "x"}), o(map[string]any{"a": true, "b": false, "c": "x"}), "spec.b: absent before, false now"},
		{"spec.b", o(map[string]any{"c": "x"}), o(map[string]any{"a": true, "c": "x"}), ""},
		{"spec", o(map[string]any{"c": "x"}), o(map[string]any{"a": true, "c": "x"}), "spec.a: absent before, true now"},
		{"spec.a[*]", o(map[string]any{"a": []any{"x", "y"}}), o(map[string]any{"a": []any{"x", "z z"}}), `spec.a[1]: "y" before, "z z" now`},
		{"spec.a[*].b", o(map[string]any{"a": []any{"x"}}), o(map[string]any{"a": []any{}}), "spec.a: [x] before, [] now"},
		{"", o(nil), o(map[string]any{}), "spec: null before, {} now"},
		{"spec", o(nil), nil, ""},
		{"spec", o(nil), o(nil), ""},
	} {
		if got := storedOtherwise(&report.Change{Field: c.field, Witness: &report.DiffWitness{Old: c.old, New: c.new, NewAnswer: report.DiffAnswer{Accepted: c.new != nil}}}); got != c.want {
			t.Errorf("%s: %q, want %q", c.field, got, c.want)
		}
	}
}

func TestFlow(t *testing.T) {
	long := make([]any, 40)
	for i := range long {
		long[i] = int64(i)
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{map[string]any{"b": "x y", "a": []any{"v1", "true", "No", "1", ""}, "c": nil}, `{a: [v1, "true", "No", "1", ""], b: "x y", c: null}`},
		{long, "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … 40 items]"},
		{strings.Repeat("é", 500), `"éééééééééééééééééééé…" (500 characters)`},
		{1.5, "1.5"},
	} {
		if got := flow(c.value); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestTwoApplies has all formats for people show both objects of a witness by two managers.
func TestTwoApplies(t *testing.T) {
	object := func(field string) map[string]any {
		return map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "example"}, "spec": map[string]any{field: "x"}}
	}
	for _, force := range []bool{false, true} {
		w := &report.DiffWitness{
			Operation: "apply-status", Version: "v1", Applied: object("one"), Object: object("two"), Old: object("both"), Force: force,
			OldAnswer: report.DiffAnswer{Accepted: true}, NewAnswer: report.DiffAnswer{Message: "Apply failed with 1 conflict"},
		}
		c := &report.Change{Code: "list-type-changed", Class: "writers", Breaking: true, Version: "v1", Witness: w}
		var short, whole strings.Builder
		(&DiffText{}).witness(&short, c)
		(&DiffText{Witnesses: true}).witness(&whole, c)
		by := "on apply-status by b: "
		command := "apply-status by b (kubectl apply --server-side --field-manager=b --subresource=status"
		if force {
			by = "on apply-status by b with force: "
			command += " --force-conflicts"
		}
		markdown := strings.Join(strings.Fields(strings.ReplaceAll(diffWitness(c), "# ", "")), " ")
		for _, want := range []struct{ in, text string }{
			{short.String(), "accepted before, refused now, " + by + "spec: {two: x}"},
			{short.String(), "after a has applied spec: {one: x}"},
			{whole.String(), "# apply-status by a (kubectl apply --server-side --field-manager=a --subresource=status)"},
			{whole.String(), "# " + command + ") is accepted before, and refused now: Apply failed with 1 conflict"},
			{whole.String(), "# stored by the old CRD"},
			{markdown, "apply-status by a ("},
			{markdown, command + "): Apply failed with 1 conflict"},
		} {
			if !strings.Contains(want.in, want.text) {
				t.Errorf("no %q in:\n%s", want.text, want.in)
			}
		}
	}
}

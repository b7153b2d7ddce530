package edit

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// FuzzPlan makes every kind of change at every place of a text: what is offered
// has the value that is asked for, and nothing makes it fail.
func FuzzPlan(f *testing.F) {
	for _, text := range changedTexts(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(holdPlans)
}

func TestSeedsPlan(t *testing.T) {
	texts := steer.NewTexts(changedTexts(t), "- ", ": ", "{", "}", "[", "]", ",", "{a: b}", "[a, b]", "\n", "\n  ", "\n- ", "# c\n", " # c", "|\n  a\n", ">-\n", "\"a\"", "'a'", "''", "~", "null", "&x ", "*x", "<<: *x\n", "!!str ", "? ", "---\n", "...\n", "\r\n", "\r", "  ", "a", "a: b\n", "- a\n", "\t")
	steer.Seeds(t, 200, func(t *testing.T, seed uint64) { holdPlans(t, []byte(texts.Any(seed))) })
}

// What is wrong with one change is not hidden by another that is proved with it.
func TestPlansHoldByThemselves(t *testing.T) {
	for _, text := range []string{
		"a:\n-  |+\n  text\n\n",                        // what is put before the blank line ends the text above
		"{\n  \"b\": [iy\"],\n  \"c\": {}\n}\narray\n", // without the item it is JSON, in which there are two documents
	} {
		holdPlans(t, []byte(text))
	}
}

// changedTexts are those of the cases.
func changedTexts(t testing.TB) (texts []string) {
	names, _ := filepath.Glob("../../../testdata/fix/*.txtar")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		a := golden.Parse(text)
		for _, section := range a.Files {
			if section.Name != "change" {
				texts = append(texts, string(formOf(t, a.Comment)(section.Data)))
			}
		}
	}
	return texts
}

func holdPlans(t *testing.T, text []byte) {
	if len(text) > 2000 {
		return
	}
	file := source.Read("fuzz.yaml", text)
	var requests []Request
	for _, d := range file.Documents {
		for _, c := range changesOf(d) {
			requests = append(requests, Request{d, []finding.Change{c}})
		}
	}
	if len(requests) > 300 {
		return
	}
	for i, plan := range Plan(file, requests) {
		if plan != nil {
			holds(t, file, requests[i], plan)
		}
	}
}

// holds is a second look at a plan, which unlike the proof is made of each by
// itself.
func holds(t testing.TB, file *source.File, r Request, plan []Edit) {
	t.Helper()
	want := newTree(r.Doc)
	for i := range r.Changes {
		if !want.change(&r.Changes[i]) {
			t.Fatalf("%+v makes no sense, but is planned", r.Changes[i])
		}
	}
	edited := Reread(file, Apply(file.Text, plan))
	if len(edited.Documents) != len(file.Documents) {
		t.Fatalf("%v of\n%s\nmakes\n%s\nof %d documents there are %d left", r.Changes, file.Text, edited.Text, len(file.Documents), len(edited.Documents))
	}
	for i, d := range file.Documents {
		expected := source.Value(d.Root)
		if d == r.Doc {
			expected = plain(compact(want.root))
		}
		if got := source.Value(edited.Documents[i].Root); !reflect.DeepEqual(got, expected) {
			t.Fatalf("%s %v\n%q\n%q\nhas %v\nwant %v", r.Changes[0].Path.File(), r.Changes, file.Text, edited.Text, got, expected)
		}
	}
}

// plain is a tree without nodes.
func plain(v any) any {
	switch v := v.(type) {
	case *yamlnode.Node:
		return source.Value(v)
	case map[string]any:
		for k, e := range v {
			v[k] = plain(e)
		}
	case []any:
		for i, e := range v {
			v[i] = plain(e)
		}
	}
	return v
}

// changesOf lists changes at every node of a document.
func changesOf(d *source.Document) []finding.Change {
	var all []finding.Change
	var walk func(n *yamlnode.Node, at *finding.Path, depth int)
	walk = func(n *yamlnode.Node, at *finding.Path, depth int) {
		if depth > 20 || len(all) > 300 {
			return
		}
		if at != nil {
			all = append(all,
				finding.Change{Path: at},
				finding.Change{Op: finding.Replace, Path: at, Value: "on"},
				finding.Change{Op: finding.Rename, Path: at, Value: "it's"},
				finding.Change{Op: finding.RemoveRepeated, Path: at})
		}
		switch n.Kind {
		case yamlnode.Mapping:
			all = append(all,
				finding.Change{Op: finding.Add, Path: at.Child("b b"), Value: []string{"x", "~"}},
				finding.Change{Op: finding.Add, Path: at.Child("~"), Value: int64(-1)},
				finding.Change{Op: finding.Add, Path: at.Child("m"), Value: map[string]any{"a": []any{map[string]any{"on": "a: b", "c": int64(1)}, "x\ny", 1.5}, "z": map[string]any{}}},
				finding.Change{Op: finding.Add, Path: at.Child("n"), Value: []any{map[string]any{"a": nil, "b": []any{}}}})
			for i := range entries(n) {
				if name, ok := source.Key(n.Content[2*i]); ok {
					walk(n.Content[2*i+1], at.Child(name), depth+1)
				}
			}
		case yamlnode.Sequence:
			for i, c := range n.Content {
				walk(c, at.Index(i), depth+1)
			}
		}
	}
	walk(d.Root, nil, 0)
	return all
}

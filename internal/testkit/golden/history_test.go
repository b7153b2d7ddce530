package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestHistory(t *testing.T) {
	h := NewHistory()
	set := func(id, request string, minor int, answer any) {
		if err := h.Set(id, request, minor, answer); err != nil {
			t.Fatal(err)
		}
	}
	set("b", "1", 37, "new")
	set("b", "1", 25, "old")
	set("b", "1", 30, "new")
	set("a", "1", 30, "a<b")
	set("gone", "1", 30, true)
	h.Keep(func(id string) bool { return id != "gone" })

	const want = `{"minors":[37,30,25]}
{"id":"a","request":"1","answers":{"25":null,"30":"a<b"}}
{"id":"b","request":"1","answers":{"25":"old","37":"new"}}
`
	text, err := h.Format()
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}

	for _, name := range []string{"h.jsonl", "h.jsonl.gz"} {
		path := filepath.Join(t.TempDir(), name)
		if err := h.Write(path); err != nil {
			t.Fatal(err)
		}
		read, err := ReadHistory(path)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(read.IDs(), []string{"a", "b"}) || !slices.Equal(read.Minors(), []int{37, 30, 25}) {
			t.Errorf("%s: read %v of %v", name, read.IDs(), read.Minors())
		}
		for _, test := range []struct {
			id, request string
			minor       int
			want        string // empty if none is recorded
		}{
			{"b", "1", 37, `"new"`},
			{"b", "1", 30, `"new"`},
			{"b", "1", 25, `"old"`},
			{"b", "1", 26, ""},
			{"b", "2", 37, ""},
			{"a", "1", 30, `"a<b"`},
			{"a", "1", 37, ""},
			{"a", "1", 25, ""},
			{"gone", "1", 30, ""},
		} {
			got, ok := read.Answer(test.id, test.request, test.minor)
			if string(got) != test.want || ok != (test.want != "") {
				t.Errorf("%s: %s %s at %d: %s, %v; want %q", name, test.id, test.request, test.minor, got, ok, test.want)
			}
		}
	}
}

// An answer to a request that has changed is no answer to the new one.
func TestHistoryOfChangedRequest(t *testing.T) {
	h := NewHistory(37, 25)
	for _, minor := range []int{37, 25} {
		if err := h.Set("a", "1", minor, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Set("a", "2", 37, 2); err != nil {
		t.Fatal(err)
	}
	if got, ok := h.Answer("a", "2", 25); ok {
		t.Errorf("1.25 answers %s to what it was not asked", got)
	}
}

// What is written again without a change leaves its file alone.
func TestHistoryWritesOnlyChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.jsonl.gz")
	h := NewHistory()
	if err := h.Set("a", "1", 37, 1); err != nil {
		t.Fatal(err)
	}
	if err := h.Write(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Write(path); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !before.ModTime().Equal(after.ModTime()) {
		t.Error("the file was written again")
	}
}

// The newest version's recorded answers are those in the cases.
func TestMinorsHaveTheAnswersOfCases(t *testing.T) {
	h, err := ReadHistory("../../../testdata/minors/cases.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Cases("../../../testdata/crd")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, minor := range h.Minors() {
			text, ok := h.Answer(c.Name, c.Hash(), minor)
			if !ok {
				t.Errorf("%s: no answer of 1.%d is recorded; run: make record-minors MINORS= SETS=cases ONLY=%s", c.Name, minor, c.Name)
				continue
			}
			if minor != h.Minors()[0] {
				continue
			}
			var a Answer
			if err := json.Unmarshal(text, &a); err != nil {
				t.Fatal(err)
			}
			for _, d := range c.Answer.Canonical().Diff(a.Canonical()) {
				t.Errorf("%s: 1.%d answers another way than the case has it: %s", c.Name, minor, d)
			}
		}
	}
}

package golden

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// What is another in each run is nowhere in an answer.
func TestStepAnswerIsStable(t *testing.T) {
	object := func(uid, version, time, first, second string) []byte {
		entry := func(manager string) string {
			return `{"manager":"` + manager + `","operation":"Update","apiVersion":"v1","time":"` + time + `","fieldsV1":{}}`
		}
		return []byte(`{"kind":"A","metadata":{"name":"a","uid":"` + uid + `","resourceVersion":"` + version + `","creationTimestamp":"` + time +
			`","deletionTimestamp":"` + time + `","generation":2,"managedFields":[` + entry(first) + `,` + entry(second) + `]}}`)
	}
	refusal := func(uid, version, time string) []byte {
		return []byte(`{"kind":"Status","code":409,"reason":"Conflict","message":"UID in precondition: ` + uid + `, ResourceVersion in object meta: ` + version +
			`, ResourceVersion in record (` + version + `), since ` + time + `: {\"resourceVersion\":\"` + version + `\"}"}`)
	}
	const one, other = "0a0b0c0d-0000-4000-8000-000000000001", "ffffffff-0000-4000-8000-000000000002"
	for _, pair := range [][2]Response{
		{{Code: 200, Body: object(one, "5", "2026-11-22T21:00:00Z", "x", "y")}, {Code: 200, Body: object(other, "77", "2001-01-01T00:00:07Z", "y", "x")}},
		{{Code: 409, Body: refusal(one, "5", "2026-11-22T21:00:00Z")}, {Code: 409, Body: refusal(other, "77", "2001-01-01 00:00:07 +0000 UTC")}},
		// The order of errors that are found by ranging over a map.
		{{Code: 500, Body: []byte(`{"message":"(/a; v1): errors:\n  .a: x\n  .b: y"}`)}, {Code: 500, Body: []byte(`{"message":"(/a; v1): errors:\n  .b: y\n  .a: x"}`)}},
	} {
		a, live := pair[0].answer()
		b, _ := pair[1].answer()
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%+v\nis not\n%+v", a, b)
		}
		if pair[0].Code == 200 && (live.UID != one || live.ResourceVersion != "5") {
			t.Errorf("for later steps: %+v", live)
		}
	}
}

// Differences that matter show.
func TestStepAnswerDiff(t *testing.T) {
	want := StepAnswer{Code: 200, Reason: "r", Message: "m", Warnings: []string{"w"}, Object: map[string]any{"spec": map[string]any{"a": "1", "b": "2"}}}
	if diff := want.Diff(want); len(diff) > 0 {
		t.Errorf("an answer differs from itself: %q", diff)
	}
	got := StepAnswer{Code: 409, Message: "n", Causes: []Cause{{"r", "f", "m"}}, Object: map[string]any{"spec": map[string]any{"a": "3", "c": "2"}}}
	if diff := want.Diff(got); len(diff) != 7 {
		t.Errorf("code, message, causes, warnings and three fields differ; listed are %q", diff)
	}
	if diff := want.Diff(StepAnswer{Code: 200, Message: "m", Warnings: []string{"w"}}); len(diff) != 1 {
		t.Errorf("the object differs; listed are %q", diff)
	}
}

// Of the errors in an object with a field that no schema has, the server finds some.
func TestSameMistakes(t *testing.T) {
	const all = "failed (/a; v1): errors:\n  .a: field not declared in schema\n  .b: expected string"
	for message, want := range map[string]bool{
		"failed (/a; v1): .a: field not declared in schema":                                           true,
		"failed (/a; v1): errors:\n  .b: expected string\n  .a: field not declared in schema":         true,
		"failed (/a; v1): .c: field not declared in schema":                                           false,
		"failed (/b; v1): .a: field not declared in schema":                                           false,
		"failed (/a; v1): errors:\n  .a: field not declared in schema\n  .c: expected something":      false,
		"failed (/a; v1): .b: expected string":                                                        false,
		"failed (/a; v1): errors:\n  .a: field not declared in schema\n  .b: expected other things\n": false,
	} {
		if got := sameMistakes(all, message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}

	// Without what is before them, as of an object that the server converts to another version.
	const bare = "errors:\n  .a: field not declared in schema\n  .b: field not declared in schema"
	for message, want := range map[string]bool{
		".b: field not declared in schema":                               true,
		".c: field not declared in schema":                               false,
		"a: field not declared in schema":                                false,
		"failed (/a; v1): .a: field not declared in schema":              false,
		"failed (/a; v1): errors:\n  .a: field not declared in schema\n": false,
	} {
		if got := sameMistakes(bare, message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
	if got := allMistakes(".b: field not declared in schema", ".a: field not declared in schema"); got != bare {
		t.Errorf("all are %q", got)
	}
}

// What stands for values of the live object is replaced by them.
func TestPlayFillsIn(t *testing.T) {
	var sent []string
	bodies := []string{
		`{"metadata":{"name":"a","uid":"u1","resourceVersion":"7"}}`,
		`{"metadata":{"name":"a","uid":"u1","resourceVersion":"8"}}`,
		`{"kind":"Status"}`,
	}
	step := func(verb string) Step {
		return Step{Verb: verb, Name: "a", Body: CurrentVersion + " " + StaleVersion + " " + LiveUID}
	}
	steps := []Step{step("create"), step("update"), step("update"), {Verb: "get", Name: "b", Body: CurrentVersion}}
	_, err := Play(steps, func(s Step) (Response, error) {
		sent = append(sent, s.Body)
		return Response{Code: 200, Body: []byte(bodies[min(len(sent), len(bodies))-1])}, nil
	})
	want := []string{"999999998 999999999 00000000-0000-4000-8000-000000000000", "7 999999999 u1", "8 7 u1", "999999998"}
	if err != nil || !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %q, want %q; %v", sent, want, err)
	}
}

func TestSequencesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl.gz")
	crd := []byte(`{"a":1}`)
	all := []*Sequence{
		{ID: "a", CRDs: [][]byte{crd}, Steps: []Step{{Verb: "get", Name: "x"}}, Answers: []StepAnswer{{Code: 404, Reason: "NotFound"}}},
		{ID: "b", CRDs: [][]byte{crd, []byte(`{"b":2}`)}, Steps: []Step{{Verb: "create", Body: "{}"}}, Answers: []StepAnswer{{Code: 201, Object: map[string]any{"kind": "A"}}}},
	}
	if err := WriteSequences(path, all); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSequences(path)
	if err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("read %+v, %v", got, err)
	}
	if all[0].Hash() == all[1].Hash() {
		t.Error("different sequences have one hash")
	}
}

// The sequences that people have written are those that are recorded.
func TestSequencesAreRecorded(t *testing.T) {
	const folder = "../../../testdata/sequences"
	source, err := SequenceSources(filepath.Join(folder, "src"))
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := ReadSequences(filepath.Join(folder, "chosen.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*Sequence{}
	for _, s := range recorded {
		known[s.ID] = s
	}
	for _, s := range source {
		r := known[s.ID]
		if r == nil || r.Hash() != s.Hash() || len(r.Answers) != len(s.Steps) {
			t.Errorf("%s is not recorded as it is written: cd conformance && go run . record-sequences", s.ID)
		}
		delete(known, s.ID)
	}
	for id := range known {
		t.Errorf("%s is recorded, and not written", id)
	}
}

func TestSequenceSourceErrors(t *testing.T) {
	for text, want := range map[string]string{
		"about: x\nsteps: []":                                                        "needs a name",
		"name: x\nabout: x\nnonsense: x":                                             "unknown field",
		"name: x\nabout: x\nsteps: [{get: , delete: }]":                              "both",
		"name: x\nabout: x\nsteps: [{by: x}]":                                        "no verb",
		"name: x\nabout: x\nsteps: [{get: , whom: x}]":                               "unknown field",
		"name: x\nabout: x\nsteps: [{get: , of: 1}]":                                 "no CRD",
		"name: x\nabout: x\nsteps: [{crd: {}}]":                                      "list of operations",
		"name: x\nabout: x\nsteps: [{crd: [{op: replace, path: /a/b/c, value: 1}]}]": "/a/b/c",
		"name: x\nabout: x\ncrd: nowhere\nsteps: []":                                 "nowhere",
		"name: x\nabout: x\nsteps: []\n---\nname: x\nabout: x\n":                     "of its own",
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "crds"), 0o755); err != nil {
			t.Fatal(err)
		}
		crd, err := os.ReadFile("../../../testdata/sequences/src/crds/widgets.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string]string{"a.yaml": text, "crds/widgets.yaml": string(crd)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := SequenceSources(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

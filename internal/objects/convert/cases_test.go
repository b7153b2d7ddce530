package convert

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

var update = flag.Bool("update", false, "write the texts that conversion makes into the cases")

const cases = "../../../testdata/convert"

// each calls f for the cases that have a file of one of some names.
func each(t *testing.T, f func(t *testing.T, a *golden.Archive, text []byte, path string), names ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cases, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	found := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a := golden.Parse(text)
		for _, name := range names {
			if text, ok := a.Get(name); ok {
				found++
				t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { f(t, a, text, path) })
			}
		}
	}
	if found == 0 {
		t.Fatalf("no case has any of %q", names)
	}
}

// found is what is reported of a conversion, a line each.
func found(all []report.Finding) string {
	var b strings.Builder
	for i := range all {
		f := &all[i]
		pos, _ := json.Marshal([]int{f.Line, f.Column})
		b.WriteString(string(pos) + " " + f.Severity.String() + " " + string(f.Code) + ": " + f.Message + "\n    " + f.Help + "\n")
	}
	return b.String()
}

// The texts that come out are those of the cases, what is stored of them is what a server
// of 1.21 stored of the old ones, and to convert them once more changes nothing.
func TestCases(t *testing.T) {
	linter := lint.New(kube.Latest)
	each(t, func(t *testing.T, a *golden.Archive, before []byte, path string) {
		check := func(name string, got []byte) {
			want, _ := a.Get(name)
			if bytes.Equal(want, got) {
				return
			}
			if *update {
				a.Set(name, got)
				return
			}
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
		for _, unknown := range []Unknown{Undecided, Keep, Prune} {
			file := source.Read("crd.yaml", bytes.Clone(before))
			r := File(file, unknown, nil)
			if len(r.Made) != 1 || len(r.Stuck) > 0 {
				t.Fatalf("%d documents are converted, and %v are not", len(r.Made), r.Stuck)
			}
			suffix := ""
			if unknown != Undecided {
				suffix = "-" + string(unknown)
			}
			check("after"+suffix, r.Text)
			said := r.Report(file, linter, 0)
			check("found"+suffix, []byte(found(said.Findings)))
			again := source.Read("crd.yaml", bytes.Clone(r.Text))
			if once := File(again, unknown, nil); !bytes.Equal(once.Text, r.Text) {
				t.Errorf("converting it once more makes\n%s", once.Text)
			}
			open := r.Open(file, &said)
			if got := linter.File(again, lint.Options{}); got.Documents[0].APIServer.Accepted != !open[0] && len(both(file.Documents[0])) == 0 {
				t.Errorf("%s: it is said to be open: %v, the server's answer is %q", unknown, open[0], got.Documents[0].APIServer.Message)
			}
			if stored, ok := a.Get("stored.json"); ok && unknown == Undecided {
				var want any
				if err := json.Unmarshal(stored, &want); err != nil {
					t.Fatal(err)
				}
				got := essence(t, again.Documents[0])
				if want = bare(want); !reflect.DeepEqual(got, want) {
					t.Errorf("is stored as\n%v\nwant\n%v", got, want)
				}
			}
		}
		if *update {
			if err := os.WriteFile(path, a.Format(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}, "before.yaml", "before.json")
}

// essence is what the server stores of a CRD of v1, without what is empty.
func essence(t *testing.T, doc *source.Document) any {
	t.Helper()
	text, err := source.ToJSON(doc.Root)
	if err != nil {
		t.Fatal(err)
	}
	var crd map[string]any
	if err := json.Unmarshal(text, &crd); err != nil {
		t.Fatal(err)
	}
	delete(crd, "status")
	spec := crd["spec"].(map[string]any)
	names := spec["names"].(map[string]any)
	if names["singular"] == nil {
		names["singular"] = strings.ToLower(names["kind"].(string))
	}
	if names["listKind"] == nil {
		names["listKind"] = names["kind"].(string) + "List"
	}
	if spec["conversion"] == nil {
		spec["conversion"] = map[string]any{"strategy": "None"}
	}
	if webhook, ok := spec["conversion"].(map[string]any)["webhook"].(map[string]any); ok {
		if service, ok := webhook["clientConfig"].(map[string]any)["service"].(map[string]any); ok && service["port"] == nil {
			service["port"] = float64(443)
		}
	}
	return bare(crd)
}

// bare drops values that Go's types leave out when they are empty.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			switch w := bare(v[k]).(type) {
			case nil:
				delete(v, k)
			case bool:
				if !w {
					delete(v, k)
				}
			case []any:
				if len(w) == 0 {
					delete(v, k)
				}
			default:
				v[k] = w
			}
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
	}
	return v
}

// A conversion is what a GET at the other version gives on a real server.
func TestObjectsAreAsServersGiveThem(t *testing.T) {
	compared := 0
	each(t, func(t *testing.T, a *golden.Archive, object []byte, path string) {
		crd, _ := a.Get("crd.yaml")
		crds := apply.NewCRDs(kube.Latest, false)
		crds.Add(source.Read("crd.yaml", crd))
		for _, f := range a.Files {
			version, ok := strings.CutPrefix(strings.TrimSuffix(f.Name, ".json"), "get-")
			if !ok {
				continue
			}
			file := source.Read("object.yaml", bytes.Clone(object))
			apiVersion, _ := file.Documents[0].TypeMeta()
			got := To(file, crds, "", version, nil)
			if strings.HasSuffix(apiVersion, "/"+version) {
				if len(got.Made) > 0 || !bytes.Equal(got.Text, object) {
					t.Errorf("it is of %s, and changed", version)
				}
				continue
			}
			var want map[string]any
			if err := json.Unmarshal(f.Data, &want); err != nil {
				t.Fatal(err)
			}
			metadata := got.Objects[0]["metadata"].(map[string]any)
			metadata["namespace"] = "default" // as kubectl sends it
			text, err := json.Marshal(got.Objects[0])
			if err != nil {
				t.Fatal(err)
			}
			var read map[string]any
			if err := json.Unmarshal(text, &read); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(read, want) {
				t.Errorf("at %s it is\n%v\nwant\n%v", version, read, want)
			}
			compared++
			// What is written is what the server gives, but for defaults.
			written := To(source.Read("object.yaml", bytes.Clone(got.Text)), crds, "", version, nil)
			if len(written.Made) > 0 || len(written.Findings) > 0 {
				t.Errorf("what is written is converted once more, with %v", written.Findings)
			}
			if slices.Contains(strings.Fields(string(a.Comment)), version) {
				if want, _ := a.Get("after"); *update {
					a.Set("after", got.Text)
					a.Set("found", []byte(found(got.Findings)))
				} else if lost, _ := a.Get("found"); !bytes.Equal(want, got.Text) || string(lost) != found(got.Findings) {
					t.Errorf("after is\n%s\n%s\nwant\n%s\n%s", got.Text, found(got.Findings), want, lost)
				}
			}
		}
		if *update {
			if err := os.WriteFile(path, a.Format(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}, "object.yaml")
	if compared < 10 {
		t.Errorf("%d answers are compared", compared)
	}
}

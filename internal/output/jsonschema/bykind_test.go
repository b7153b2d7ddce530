package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// byKind compiles the schema of all kinds with the files that it refers to.
func byKind(t *testing.T, layout jsonschema.Layout, docs []jsonschema.Document) *validator.Schema {
	t.Helper()
	paths, err := layout.Paths(docs)
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	c.LoadURL = nil // nothing is to be fetched
	file := &url.URL{Scheme: "file", Path: "/schemas/" + jsonschema.ByKindPath}
	add := func(ref string, v json.Marshaler) {
		text, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(ref, err)
		}
		at, err := file.Parse(ref)
		if err != nil {
			t.Fatal(ref, err)
		}
		if err := c.AddResource(at.String(), bytes.NewReader(text)); err != nil {
			t.Fatal(ref, err)
		}
	}
	s := jsonschema.NewByKind(docs, paths)
	add(jsonschema.ByKindPath, s)
	for i := range docs {
		add(s.AllOf[i].Then.Ref, &docs[i])
	}
	all, err := c.Compile(file.String())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The schema of all kinds judges an object as the schema of its kind does, in each layout.
func TestByKindOfExamples(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	docs := export(t, jsonschema.Options{}, files)
	var single []*validator.Schema
	for i := range docs {
		single = append(single, compile(t, docs[i].Schema))
	}
	for _, layout := range jsonschema.Layouts {
		all := byKind(t, layout, docs)
		accepted, refused := 0, 0
		for i := range docs {
			for _, more := range []string{``, `, "spec": {}`, `, "spec": {"image": "web:1"}`, `, "spec": 1`, `, "odd": 1`, `, "metadata": {"name": 1}`, `, "metadata": {"name": "a"}`} {
				object := decoded(t, `{"apiVersion": "`+docs[i].Group+`/`+docs[i].Version+`", "kind": "`+docs[i].Kind+`"`+more+`}`)
				want := single[i].Validate(object) == nil
				if got := all.Validate(object) == nil; got != want {
					t.Errorf("%s: %s with %s: accepted is %v, of its own schema %v", layout, docs[i].Kind, more, got, want)
				}
				if want {
					accepted++
				} else {
					refused++
				}
			}
		}
		if accepted < 3 || refused < 3 {
			t.Errorf("%d objects are accepted and %d refused; want some of both", accepted, refused)
		}
	}
}

// Values of other kinds are accepted, whatever they are.
func TestByKindAcceptsOthers(t *testing.T) {
	docs := export(t, jsonschema.Options{}, []string{"../../../examples/widgets.yaml"})
	all := byKind(t, jsonschema.Kubeconform, docs)
	for _, text := range []string{
		`{"apiVersion": "apps/v1", "kind": "Deployment", "spec": 1}`,
		`{"apiVersion": "example.com/v2", "kind": "Widget", "spec": 1}`,
		`{"apiVersion": "other.example.com/v1", "kind": "Widget", "spec": 1}`,
		`{"apiVersion": "example.com/v1", "spec": 1}`, `{"kind": "Widget", "spec": 1}`, `{"apiVersion": 1, "kind": ["Widget"]}`,
		`{}`, `null`, `1`, `"Widget"`, `["Widget"]`, `true`,
	} {
		if err := all.Validate(decoded(t, text)); err != nil {
			t.Errorf("%s: %#v", text, err)
		}
	}
	if all.Validate(decoded(t, `{"apiVersion": "example.com/v1", "kind": "Widget", "spec": 1}`)) == nil {
		t.Error("a Widget with a faulty spec is accepted")
	}
}

// A reference leads to the file, whatever characters its name has.
func TestByKindEscapesReferences(t *testing.T) {
	for group, want := range map[string]string{
		"example.com":  "example.com/widget_v1.json",
		"a b":          "a%20b/widget_v1.json",
		"50%25":        "50%2525/widget_v1.json",
		"a#/x?y":       "a%23/x%3Fy/widget_v1.json",
		"file:":        "./file:/widget_v1.json",
		"größe":        "gr%C3%B6%C3%9Fe/widget_v1.json",
		`a\b"<c>`:      "a%5Cb%22%3Cc%3E/widget_v1.json",
		"[2001:db8::]": "./%5B2001:db8::%5D/widget_v1.json",
	} {
		docs := []jsonschema.Document{{Group: group, Version: "v1", Kind: "Widget", Schema: &jsonschema.Schema{Dialect: jsonschema.Draft07, Required: []string{"spec"}}}}
		paths, err := jsonschema.Kubeconform.Paths(docs)
		if err != nil {
			t.Fatal(err)
		}
		if got := jsonschema.NewByKind(docs, paths).AllOf[0].Then.Ref; got != want {
			t.Errorf("group %q: the reference is %q, want %q", group, got, want)
		}
		all := byKind(t, jsonschema.Kubeconform, docs)
		object := map[string]any{"apiVersion": group + "/v1", "kind": "Widget"}
		if all.Validate(object) == nil {
			t.Errorf("group %q: an object without spec is accepted", group)
		}
		object["spec"] = "a"
		if err := all.Validate(object); err != nil {
			t.Errorf("group %q: %#v", group, err)
		}
	}
}

// Recorded objects of public projects get the verdict of the schema of their kind.
func TestByKindOfCorpus(t *testing.T) {
	objects, single := recordedObjects(t), schemas(t, false)
	dirs, err := filepath.Glob(filepath.Join(corpus(t), "*", "crds"))
	if err != nil || len(dirs) == 0 {
		t.Fatal("no CRDs", err)
	}
	verdicts := map[bool]int{}
	for _, dir := range dirs {
		project := filepath.Base(filepath.Dir(dir))
		files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		docs := export(t, jsonschema.Options{}, sweep.Part(6, files))
		all := byKind(t, jsonschema.Kubeconform, docs)
		for _, object := range objects[project] {
			want := true // of a kind without a schema
			if own := single[fmt.Sprint(project, " ", object["apiVersion"], " ", object["kind"])]; own != nil {
				want = own.Validate(object) == nil
				verdicts[want]++
			}
			if got := all.Validate(object) == nil; got != want {
				t.Errorf("%s: %v %v: accepted is %v, of its own schema %v", project, object["apiVersion"], object["kind"], got, want)
			}
		}
	}
	t.Logf("of objects with a schema, %d are accepted, %d refused", verdicts[true], verdicts[false])
	if verdicts[true] == 0 || verdicts[false] == 0 {
		t.Error("want some of both")
	}
}

// recordedObjects returns the objects and the damaged objects of the corpus by their project.
func recordedObjects(t *testing.T) map[string][]map[string]any {
	t.Helper()
	objects := map[string][]map[string]any{}
	for _, name := range []string{"truth-objects.jsonl", "truth-mutants.jsonl"} {
		lines(t, filepath.Join(corpus(t), name), func(line []byte) {
			var truth struct {
				Repo         string
				Sent, Object json.RawMessage
			}
			if err := json.Unmarshal(line, &truth); err != nil {
				t.Fatal(err)
			}
			for _, text := range []json.RawMessage{truth.Sent, truth.Object} {
				if text == nil {
					continue
				}
				if object, ok := decoded(t, string(text)).(map[string]any); ok {
					objects[truth.Repo] = append(objects[truth.Repo], object)
				}
			}
		})
	}
	return objects
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(text, err)
	}
	return v
}

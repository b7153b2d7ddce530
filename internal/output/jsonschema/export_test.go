package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// corpus is the folder of the CRDs and objects of public projects.
func corpus(t *testing.T) string {
	t.Helper()
	dir := sweep.Corpus()
	dir = filepath.Join(dir, "dev")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	return dir
}

// export exports all CRDs of files, of which there have to be some.
func export(t *testing.T, o jsonschema.Options, files []string) []jsonschema.Document {
	t.Helper()
	if len(files) == 0 {
		t.Fatal("no files")
	}
	var crds []*crd.CustomResourceDefinition
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range source.Read(name, text).Documents {
			if _, kind := doc.TypeMeta(); kind == "CustomResourceDefinition" {
				c, _ := crd.Decode(doc)
				crds = append(crds, c)
			}
		}
	}
	docs, err := jsonschema.Export(crds, o)
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// compile checks a schema against the metaschema of its draft and makes it ready
// to validate.
func compile(t *testing.T, s *jsonschema.Schema) *validator.Schema {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var declared struct {
		Schema string `json:"$schema"`
	}
	if err := json.Unmarshal(text, &declared); err != nil || declared.Schema != jsonschema.Draft07 {
		t.Fatal(declared.Schema, err)
	}
	c := validator.NewCompiler()
	c.LoadURL = nil // nothing is to be fetched
	if err := c.AddResource("schema.json", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// compiled are the schemas that follow their draft, by whether they are open and
// then by project, apiVersion and kind. They are made once for all tests.
var compiled = map[bool]map[string]*validator.Schema{}

// schemas returns those of the CRDs of the corpus.
func schemas(t *testing.T, open bool) map[string]*validator.Schema {
	t.Helper()
	if all := compiled[open]; all != nil {
		return all
	}
	dirs, err := filepath.Glob(filepath.Join(corpus(t), "*", "crds"))
	if err != nil || len(dirs) == 0 {
		t.Fatal("no CRDs", err)
	}
	all := map[string]*validator.Schema{}
	for _, dir := range dirs {
		project := filepath.Base(filepath.Dir(dir))
		files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range export(t, jsonschema.Options{AdditionalProperties: open}, sweep.Part(6, files)) {
			all[project+" "+d.Group+"/"+d.Version+" "+d.Kind] = compile(t, d.Schema)
		}
	}
	compiled[open] = all
	return all
}

func TestSchemasFollowTheirDraft(t *testing.T) {
	t.Logf("%d closed schemas, %d open ones", len(schemas(t, false)), len(schemas(t, true)))
}

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	docs := export(t, jsonschema.Options{}, files)
	for _, d := range docs {
		compile(t, d.Schema)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/api/filters/patchstrategicmerge"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// custom is a CRD without lists.
const custom = `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
"spec": {"group": "example.com", "scope": "Namespaced", "names": {"kind": "Thing", "plural": "things"},
"versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}`

func TestBuiltInIsRecorded(t *testing.T) {
	want, err := builtInText()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(builtIn); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not as kustomize has it: run make record-kustomize; %v", builtIn, err)
	}
}

// TestBuiltInKindsMergeAsBefore merges random patches of random objects of all kinds of kustomize's schema, once by that
// and once by the schema of crdtool. Without the kinds in it, most are merged differently.
func TestBuiltInKindsMergeAsBefore(t *testing.T) {
	openapi.ResetOpenAPI()
	full := openapi.Schema().Definitions
	var cases [][2]string
	for _, name := range slices.Sorted(maps.Keys(full)) {
		d := full[name]
		if !isKind(&d) {
			continue // a list, whose objects kustomize merges one by one, or no object
		}
		for seed := range int64(10) {
			m := maker{full, rand.New(rand.NewSource(seed)), 0}
			cases = append(cases, [2]string{m.text(t, &d, false), m.text(t, &d, true)})
		}
	}
	want := mergeAll(t, nil, cases)
	document, err := schemaOf(custom)
	if err != nil {
		t.Fatal(err)
	}
	got := mergeAll(t, document, cases)
	without := mergeAll(t, []byte(`{"swagger": "2.0", "definitions": {}}`), cases)
	changed := 0
	for i := range cases {
		if got[i] != want[i] {
			t.Fatalf("object %s\npatch %s\ngot\n%swant\n%s", cases[i][0], cases[i][1], got[i], want[i])
		}
		if without[i] != want[i] {
			changed++
		}
	}
	t.Logf("%d patches; %d are merged differently without the kinds", len(cases), changed)
	if changed < len(cases)/2 {
		t.Errorf("only %d of %d patches depend on the kinds", changed, len(cases))
	}
}

// mergeAll merges objects and patches by a schema, as kustomize build does; nil is kustomize's own.
func mergeAll(t *testing.T, document []byte, cases [][2]string) []string {
	t.Helper()
	openapi.ResetOpenAPI()
	if err := openapi.SetSchema(nil, document, true); err != nil {
		t.Fatal(err)
	}
	results := make([]string, len(cases))
	for i, c := range cases {
		merged, err := patchstrategicmerge.Filter{Patch: yaml.MustParse(c[1])}.Filter([]*yaml.RNode{yaml.MustParse(c[0])})
		if err != nil {
			results[i] = err.Error() + "\n"
		}
		for _, node := range merged {
			results[i] += node.MustString()
		}
	}
	return results
}

// maker makes objects of kustomize's schema. Their values are from a small set, so that a patch has entries with the
// keys of entries of the object, and others.
type maker struct {
	all    spec.Definitions
	random *rand.Rand
	fields int
}

// text returns an object, or a patch that may have directives of strategic merge patches.
func (m *maker) text(t *testing.T, d *spec.Schema, patch bool) string {
	t.Helper()
	m.fields = 0
	object := m.value(d, patch).(map[string]any)
	kind := d.Extensions[kinds].([]any)[0].(map[string]any)
	object["apiVersion"], object["kind"] = strings.TrimPrefix(fmt.Sprintf("%v/%v", kind["group"], kind["version"]), "/"), kind["kind"]
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (m *maker) value(s *spec.Schema, patch bool) any {
	m.fields++
	if ref := s.Ref.String(); ref != "" {
		d := m.all[strings.TrimPrefix(ref, refPrefix)]
		s = &d
	}
	switch {
	case s.Type.Contains("array"):
		list := []any{}
		for range m.random.Intn(4) {
			list = append(list, m.value(s.Items.Schema, patch))
		}
		return list
	case holdsAnyObject(s):
		return m.anyObject()
	case s.Type.Contains("object"):
		return m.object(s, patch)
	case s.Type.Contains("boolean"):
		return m.random.Intn(2) == 0
	case s.Type.Contains("integer") || s.Type.Contains("number"):
		return 80 + m.random.Intn(3)
	}
	return string(rune('a' + m.random.Intn(3)))
}

func (m *maker) object(s *spec.Schema, patch bool) any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[name]
		if m.fields > 500 || m.random.Intn(4) == 0 {
			continue
		}
		out[name] = m.value(&property, patch)
	}
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		out[string(rune('a'+m.random.Intn(3)))] = m.value(a.Schema, patch)
	}
	if patch && m.random.Intn(30) == 0 {
		out["$patch"] = []string{"delete", "replace", "merge"}[m.random.Intn(3)]
	}
	return out
}

// anyObject returns a Deployment, whose containers kustomize merges by name where it has no schema of a field.
func (m *maker) anyObject() any {
	container := map[string]any{"name": string(rune('a' + m.random.Intn(3))), "image": string(rune('a' + m.random.Intn(3)))}
	return map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "spec": map[string]any{
		"template": map[string]any{"spec": map[string]any{"containers": []any{container}}},
	}}
}

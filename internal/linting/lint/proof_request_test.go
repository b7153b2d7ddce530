package lint

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

// How the place of a finding becomes a request.

var step = regexp.MustCompile(`\.?([^.\[\]]+)|\[([^\]]*)\]`)

func keywords(path string) []string {
	_, path, _ = strings.Cut(path, "openAPIV3Schema")
	var steps []string
	for _, m := range step.FindAllStringSubmatch(path, -1) {
		steps = append(steps, m[1]+m[2])
	}
	return steps
}

// field cuts the path before the first junctor, or the keyword at its end: it
// leads to a field of the object.
func (s subject) field() []string {
	for i := 0; i < len(s.path); i++ {
		switch s.path[i] {
		case "properties":
			i++
		case "items", "additionalProperties":
		default:
			return s.path[:i]
		}
	}
	return s.path
}

// meant is the field that a path speaks of, also inside of junctors.
func meant(path []string) []string {
	var field []string
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case "properties":
			field = append(field, path[i:i+2]...)
			i++
		case "items", "additionalProperties":
			field = append(field, path[i])
		case "allOf", "anyOf", "oneOf":
			i++
		case "not":
		default:
			return field
		}
	}
	return field
}

// decoded returns the CRD as a value, and the schema of the object in it.
func (s subject) decoded(t *testing.T) (whole, object map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal(s.crd, &whole); err != nil {
		t.Fatal(err)
	}
	version := whole["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	return whole, version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
}

// resource makes a resource of a CRD that has been changed.
func resourceOf(t *testing.T, whole map[string]any) *dryrun.Resource {
	t.Helper()
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := crd.Decode(source.Read("crd.json", text).Documents[0])
	r, err := dryrun.New(c, dryrun.Server{Rules: dryrun.CEL(celrule.NewCompiler(behaviour.Of(kube.Latest).CEL))})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// at follows steps from a schema, or any other value.
func at(t *testing.T, x any, steps []string) any {
	t.Helper()
	for _, s := range steps {
		switch v := x.(type) {
		case map[string]any:
			x = v[s]
		case []any:
			i, err := strconv.Atoi(s)
			if err != nil || i >= len(v) {
				t.Fatalf("no item %s in %v", s, v)
			}
			x = v[i]
		default:
			t.Fatalf("%v: %s leads nowhere", steps, s)
		}
	}
	return x
}

// send creates an object with a value in a field, and returns what is stored
// there.
func send(r *dryrun.Resource, field []string, value any) (stored any, accepted bool) {
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "default"}}
	inside := wrap(field, value).(map[string]any)
	for k, v := range inside {
		object[k] = v
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	o, err := dryrun.FromJSON(text)
	if err != nil {
		panic(err)
	}
	result := r.Create(o, dryrun.RequestOptions{FieldValidation: dryrun.Ignore})
	if !result.APIServer.Accepted {
		return nil, false
	}
	stored, ok := unwrap(field, result.Object)
	return stored, ok
}

// wrap builds the object around the value of a field.
func wrap(field []string, value any) any {
	if len(field) == 0 {
		return value
	}
	switch field[0] {
	case "properties":
		return map[string]any{field[1]: wrap(field[2:], value)}
	case "items":
		return []any{wrap(field[1:], value)}
	default:
		return map[string]any{"key": wrap(field[1:], value)}
	}
}

// unwrap takes the value of the field out again.
func unwrap(field []string, x any) (any, bool) {
	if len(field) == 0 {
		return x, true
	}
	switch v := x.(type) {
	case map[string]any:
		name, rest := "key", field[1:]
		if field[0] == "properties" {
			name, rest = field[1], field[2:]
		}
		if e, ok := v[name]; ok {
			return unwrap(rest, e)
		}
	case []any:
		if len(v) > 0 {
			return unwrap(field[1:], v[0])
		}
	}
	return nil, false
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	i, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

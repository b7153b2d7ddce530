package shape_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func segments(path string) []finding.Segment {
	var all []finding.Segment
	for _, name := range strings.Split(path, ".") {
		if name == "*" {
			all = append(all, finding.Segment{IsIndex: true})
		} else if name != "" {
			all = append(all, finding.Segment{Name: name})
		}
	}
	return all
}

// TestShapes has the type and the first fields at places of known kinds.
func TestShapes(t *testing.T) {
	for _, test := range []struct{ apiVersion, kind, path, want string }{
		{"apps/v1", "Deployment", "", "object: apiVersion kind metadata spec status"},
		{"apps/v1", "Deployment", "metadata", "object: name namespace labels annotations"},
		{"apps/v1", "Deployment", "metadata.labels.a", "string:"},
		{"apps/v1", "Deployment", "metadata.creationTimestamp", "date-time:"},
		{"apps/v1", "Deployment", "spec.replicas", "integer:"},
		{"apps/v1", "Deployment", "spec.template.spec.containers", "[]object:"},
		{"apps/v1", "Deployment", "spec.template.spec.containers.*", "object: name image command args"},
		{"apps/v1", "Deployment", "spec.template.spec.containers.*.resources.limits", "map[string]int-or-string:"},
		{"apps/v1", "Deployment", "spec.nonsense.more", "any:"},
		{"v1", "Secret", "data", "map[string]byte:"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions.*", "object: name served storage deprecated"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions.*.schema.openAPIV3Schema", "schema: type description properties required"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions.*.schema.openAPIV3Schema.properties.a.items.anyOf.*", "schema: properties required items enum"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions.*.schema.openAPIV3Schema.properties", "map[string]schema:"},
		{"apiextensions.k8s.io/v1", "CustomResourceDefinition", "spec.versions.*.schema.openAPIV3Schema.x-kubernetes-validations.*", "object: rule message messageExpression reason"},
		{"crdtool/v1", "TestSuite", "tests.*.steps.*.create", "object: apiVersion kind metadata"},
		{"example.com/v1", "Unknown", "", "object: apiVersion kind metadata"},
	} {
		of, _ := shape.Of(shape.NewWorkspace(), kube.Latest.Minor, test.apiVersion, test.kind)
		at := of.At(segments(test.path), nil)
		got := at.TypeText() + ":"
		for i, f := range at.Fields() {
			if i < strings.Count(test.want, " ") {
				got += " " + f.Name
			}
		}
		if got != test.want {
			t.Errorf("%s %s: %s, want %s", test.kind, test.path, got, test.want)
		}
	}
}

// TestCRDSchemaHasEachField compares the fields of crd.yaml with those that the server's type has.
func TestCRDSchemaHasEachField(t *testing.T) {
	of, _ := shape.Of(shape.NewWorkspace(), kube.Latest.Minor, source.CRDAPIVersion, source.CRDKind)
	for path, known := range map[string]string{
		"spec":            "group names scope versions conversion preserveUnknownFields",
		"spec.names":      "plural singular shortNames kind listKind categories",
		"spec.versions.*": "name served storage deprecated deprecationWarning schema subresources additionalPrinterColumns selectableFields",
		"spec.versions.*.additionalPrinterColumns.*":   "name type format description priority jsonPath",
		"spec.versions.*.subresources.scale":           "specReplicasPath statusReplicasPath labelSelectorPath",
		"spec.conversion.webhook":                      "clientConfig conversionReviewVersions",
		"spec.conversion.webhook.clientConfig.service": "namespace name path port",
		"spec.conversion.webhook.clientConfig":         "url service caBundle",
	} {
		var names []string
		for _, f := range of.At(segments(path), nil).Fields() {
			names = append(names, f.Name)
			// The decoder of CRDs must know the field, too.
			doc := source.Read("", []byte(nested(path, f.Name))).Documents[0]
			if _, flaws := crd.Decode(doc); strings.Contains(fmt.Sprint(crd.UnknownFields(doc, flaws)), f.Name) {
				t.Errorf("%s: the server does not know %s", path, f.Name)
			}
		}
		want := strings.Fields(known)
		slices.Sort(want)
		slices.Sort(names)
		if !slices.Equal(names, want) {
			t.Errorf("%s has %v, want %v", path, names, want)
		}
	}
}

// nested returns a CRD with a null field at a path.
func nested(path, field string) string {
	text := "{" + field + ": null}"
	names := strings.Split(path, ".")
	slices.Reverse(names)
	for _, name := range names {
		if name == "*" {
			text = "[" + text + "]"
		} else {
			text = "{" + name + ": " + text + "}"
		}
	}
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n" + strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}") + "\n"
}

// TestKeywordsOutside asks the server's check of structural schemas whether a keyword is allowed inside of anyOf.
func TestKeywordsOutside(t *testing.T) {
	values := map[string]string{
		"object": "{}", "boolean": "true", "integer": "1", "number": "1", "string": `"x"`, "schema": "{minLength: 1}", "schemas": "[{minLength: 1}]",
		"properties": "{a: {minLength: 1}}", "names": "[a]", "mapKeys": "[a]", "values": `["x"]`, "any": "1", "format": "date",
		"docs": "{url: x}", "rules": `[{rule: "true"}]`,
	}
	for _, k := range shape.Keywords() {
		value := values[k.Value]
		if k.Enum != nil {
			value = fmt.Sprint(k.Enum[0])
		}
		s, err := schema.Parse([]byte(fmt.Sprintf("type: object\nproperties:\n  p:\n    type: object\n    properties: {a: {type: string}}\n    anyOf:\n    - %s: %s\n", k.Name, value)))
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		refused := isForbidden(s)
		if refused != k.Outside {
			t.Errorf("%s is refused inside of anyOf: %v, the table says %v", k.Name, refused, k.Outside)
		}
	}
}

// isForbidden reports whether a schema is not structural because of its anyOf.
func isForbidden(s *schema.Schema) bool {
	for _, f := range structural.CheckSchema(s) {
		if strings.Contains(f.Path.Server(), "anyOf") {
			return true
		}
	}
	return false
}

// TestWorkspace adds and removes objects of the same name.
func TestWorkspace(t *testing.T) {
	w := shape.NewWorkspace()
	object := func(namespace string) map[string]any {
		return map[string]any{
			"kind": "Secret", "metadata": map[string]any{"name": "tls", "namespace": namespace, "labels": map[string]any{"example.com/team": "a"}},
			"data": []any{map[string]any{"key": "x"}},
		}
	}
	w.AddObject(object("a"))
	w.AddObject(object("b"))
	w.RemoveObject(object("a"))
	if got := w.Names("Secret"); !slices.Equal(got, []string{"tls"}) {
		t.Errorf("names %v, want tls", got)
	}
	if got := w.Uses("Secret", "data.key"); got != 1 {
		t.Errorf("%d objects use data.key, want 1", got)
	}
	if got := w.Keys("Secret", "metadata.labels"); !slices.Equal(got, []string{"example.com/team"}) {
		t.Errorf("keys %v, want example.com/team", got)
	}
	w.RemoveObject(object("b"))
	if names, keys := w.Names("Secret"), w.Keys("Secret", "metadata.labels"); len(names)+len(keys) > 0 {
		t.Errorf("names %v and keys %v stay", names, keys)
	}
}

// TestSuiteHasEachField compares the fields of a suite with those of its published schema.
func TestSuiteHasEachField(t *testing.T) {
	text, err := os.ReadFile("../../../docs/testsuite.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]any `json:"properties"`
	}
	var published struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	of, _ := shape.Of(shape.NewWorkspace(), kube.Latest.Minor, "crdtool/v1", "TestSuite")
	// A test has steps, or the fields of its only step.
	test := maps.Clone(published.Defs["step"].Properties)
	for _, name := range []string{"name", "kubeVersions", "skip", "steps"} {
		test[name] = nil
	}
	for path, want := range map[string]map[string]any{"": published.Properties, "tests.*.steps.*": published.Defs["step"].Properties, "tests.*": test} {
		names := []string{}
		for _, f := range of.At(segments(path), nil).Fields() {
			names = append(names, f.Name)
		}
		slices.Sort(names)
		if all := slices.Sorted(maps.Keys(want)); !slices.Equal(names, all) {
			t.Errorf("%q has %v, want %v", path, names, all)
		}
	}
}

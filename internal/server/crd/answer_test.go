package crd

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// someCRD is what every CRD needs, up to the versions or more of its spec.
const someCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
`

// read decodes a CRD that has what every CRD needs, and the versions or more of its
// spec.
func read(t *testing.T, spec string) *CustomResourceDefinition {
	t.Helper()
	f := source.Read("crd.yaml", []byte(someCRD+spec))
	if len(f.Documents) != 1 {
		t.Fatalf("%+v", f.Problems)
	}
	c, flaws := Decode(f.Documents[0])
	if len(flaws) > 0 {
		t.Fatalf("flaws: %+v", flaws)
	}
	return c
}

func check(c, old *CustomResourceDefinition) Answer {
	return NewChecker(behaviour.Of(kube.Latest)).Check(c, old)
}

// told prints where in the file findings are, and their codes.
func told(list finding.List) string {
	var lines []string
	for _, f := range list {
		lines = append(lines, at(f.Path)+" "+string(f.Code))
	}
	return strings.Join(lines, "\n")
}

func at(p *finding.Path) string {
	var parts []string
	for _, s := range p.Segments() {
		if s.IsIndex {
			parts = append(parts, fmt.Sprint(s.Index))
		} else {
			parts = append(parts, s.Name)
		}
	}
	return strings.Join(parts, ".")
}

// v is a version of a schema, which more may follow.
func v(name string, storage bool, schema string) string {
	return fmt.Sprintf("  - name: %s\n    served: true\n    storage: %t\n    schema: {openAPIV3Schema: %s}\n", name, storage, schema)
}

// TestPlaces has findings whose place in the file is not that in the message, or
// that only one of several versions has.
func TestPlaces(t *testing.T) {
	const object = "{type: object}"
	none := ""
	for _, test := range []struct{ name, spec, want string }{
		{"one version", "  versions:\n" + v("v1", true, object), none},
		{"a shared schema", "  versions:\n" + v("v1", true, "{}") + v("v2", false, "{}"), "spec.versions.0.schema.openAPIV3Schema.type " + string(code.TypeRequired)},
		{"the schema of the second version", "  versions:\n" + v("v1", true, object) + v("v2", false, "{}"), "spec.versions.1.schema.openAPIV3Schema.type " + string(code.TypeRequired)},
		{"a name of the first version", "  versions:\n" + v("V1", true, object),
			"spec.versions.0.name " + string(code.VersionNameForm) + "\nspec.versions.0.name " + string(code.VersionNameForm)},
		{"a name of the second version", "  versions:\n" + v("v1", true, object) + v("V2", false, object), "spec.versions.1.name " + string(code.VersionNameForm)},
		{"two of three names", "  versions:\n" + v("v1", true, object) + v("v1", false, object) + v("v2", false, object), "spec.versions " + string(code.VersionNamesTwice)},
		{"no versions", "  versions: []\n", "spec.versions " + string(code.NoVersions) + "\nspec.versions " + string(code.StoredVersionsNone)},
		{"no storage version", "  versions:\n" + v("v1", false, object) + v("v2", false, object), "spec.versions " + string(code.StorageVersionNone) + "\nspec.versions " + string(code.StoredVersionsNone)},
		{"one version that is not stored", "  versions:\n" + v("v1", false, object), "spec.versions " + string(code.StorageVersionNone) + "\nspec.versions " + string(code.StoredVersionsNone)},
		{"two storage versions", "  versions:\n" + v("v1", true, object) + v("v2", true, object),
			"spec.versions " + string(code.StorageVersionSeveral) + "\nspec.versions.1.storage " + string(code.StoredVersionsLackStorage)},
		{"scale of one version", "  versions:\n" + v("v1", true, object) + v("v2", false, object) + "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .b}}\n",
			"spec.versions.1.subresources.scale.statusReplicasPath " + string(code.ScalePathElsewhere)},
		{"scale of the first version", "  versions:\n" + v("v1", true, object) + "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .b}}\n" + v("v2", false, object),
			"spec.versions.0.subresources.scale.statusReplicasPath " + string(code.ScalePathElsewhere)},
		{"a selector that is nowhere", "  versions:\n" + v("v1", true, object) + "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.b, labelSelectorPath: .c}}\n",
			"spec.versions.0.subresources.scale.labelSelectorPath " + string(code.ScalePathElsewhere)},
		{"a selector in spec", "  versions:\n" + v("v1", true, object) + "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.b, labelSelectorPath: .spec.c}}\n", none},
		{"a column of two types", "  versions:\n" + v("v1", true, object) + "    additionalPrinterColumns: [{name: a, type: 'boolean,date', format: 'byte,date', jsonPath: .a}, {name: a, type: string, format: password, jsonPath: .a}]\n",
			"spec.versions.0.additionalPrinterColumns.0.type " + string(code.ColumnTypeUnknown) + "\nspec.versions.0.additionalPrinterColumns.0.format " + string(code.ColumnFormatUnknown)},
		{"the status of one version", "  versions:\n" + v("v1", true, "{type: object, title: a, maxProperties: 1}") + v("v2", false, "{type: object, title: b, maxProperties: 1}") + "    subresources: {status: {}}\n",
			"spec.versions.1.schema.openAPIV3Schema.maxProperties " + string(code.RootBesideStatus)},
		{"the status of the first version", "  versions:\n" + v("v1", true, "{type: object, title: a, maxProperties: 1}") + "    subresources: {status: {}}\n" + v("v2", false, "{type: object, title: b, maxProperties: 1}"),
			"spec.versions.0.schema.openAPIV3Schema.maxProperties " + string(code.RootBesideStatus)},
		{"the status of all versions", "  versions:\n" + v("v1", true, "{type: object, title: a, maxProperties: 1}") + "    subresources: {status: {}}\n" + v("v2", false, "{type: object, title: b, maxProperties: 1}") + "    subresources: {status: {}}\n",
			"spec.versions.0.schema.openAPIV3Schema.maxProperties " + string(code.RootBesideStatus) + "\nspec.versions.1.schema.openAPIV3Schema.maxProperties " + string(code.RootBesideStatus)},
		{"a field that cannot be selected", "  versions:\n" + v("v1", true, "{type: object, properties: {a: {type: object, additionalProperties: true}}}") + "    selectableFields: [{jsonPath: .a.b}, {jsonPath: .c}, {jsonPath: d}]\n",
			"spec.versions.0.selectableFields.0.jsonPath " + string(code.SelectableType) + "\nspec.versions.0.selectableFields.1.jsonPath " + string(code.SelectableUndeclared) + "\nspec.versions.0.selectableFields.2.jsonPath " + string(code.SelectablePathForm)},
		{"fields selected from no schema in the second version", "  versions:\n" + v("v1", true, object) + "  - {name: v2, served: true, storage: false, selectableFields: [{jsonPath: .a}]}\n",
			"spec.versions.1.schema.openAPIV3Schema " + string(code.SchemaRequired) + "\nspec.versions.1.selectableFields " + string(code.SelectableWithoutSchema)},
		{"a default in metadata", "  versions:\n" + v("v1", true, "{type: object, properties: {metadata: {type: object, properties: {name: {type: string, default: a}}}}}"),
			"spec.versions.0.schema.openAPIV3Schema.properties.metadata.properties.name.default " + string(code.DefaultForbidden)},
		{"a default in other metadata", "  versions:\n" + v("v1", true, "{type: object, properties: {a: {type: object, properties: {metadata: {type: object, additionalProperties: {type: string, default: a}}, kind: {type: object, additionalProperties: {type: string, default: a}}}}}}"), none},
		{"a set of no array", "  versions:\n" + v("v1", true, "{type: object, properties: {a: {type: object, x-kubernetes-list-type: set, items: {type: object}}}}"),
			"spec.versions.0.schema.openAPIV3Schema.properties.a.type " + string(code.ListTypeNoArray)},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := check(read(t, test.spec), nil)
			if got := told(a.Findings); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
			if a.Panic != nil {
				t.Error("panics")
			}
		})
	}
}

// TestFacts looks at what findings say beside their place.
func TestFacts(t *testing.T) {
	fact := func(spec string, c finding.Code) finding.Finding {
		t.Helper()
		a := check(read(t, spec), nil)
		i := slices.IndexFunc(a.Findings, func(f finding.Finding) bool { return f.Code == c })
		if i < 0 {
			t.Fatalf("no %s in:\n%s", c, told(a.Findings))
		}
		return a.Findings[i]
	}
	two := "  versions:\n" + v("v1", true, "{type: object}") + v("v2", true, "{type: object}")
	if f := fact(two, code.StorageVersionSeveral).Facts; f.Where != "v1, v2" || f.Limit != 2 {
		t.Errorf("two storage versions: %+v", f)
	}
	if f := fact(two, code.StoredVersionsLackStorage).Facts; f.Where != "v2" {
		t.Errorf("the second storage version: %+v", f)
	}
	if f := fact("  versions:\n"+v("v1", true, "{type: object, properties: {kind: {type: string, default: a}}}"), code.DefaultForbidden).Facts; f.Where != "in top-level kind" {
		t.Errorf("a default that is forbidden: %+v", f)
	}
	list := "  versions:\n" + v("v1", true, "{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: string, nullable: true}}}}")
	if f := fact(list, code.ListItemsNullable).Facts; f.Where != "set" {
		t.Errorf("items that may be null: %+v", f)
	}
	if f := fact("  versions: []\n", code.StoredVersionsNone); f.Value == nil {
		t.Errorf("no stored versions: %+v", f)
	}
}

func TestWarnings(t *testing.T) {
	set := func(typ string) string {
		if typ == "array" {
			return "{type: array, x-kubernetes-list-type: set, items: {type: array, items: {type: string}}}"
		}
		return "{type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic}}"
	}
	const root = "spec.versions.0.schema.openAPIV3Schema.properties."
	objects, arrays := root+"%s.x-kubernetes-list-type "+string(code.SetOfObjects)+" object", root+"%s.x-kubernetes-list-type "+string(code.SetOfObjects)+" array"
	for properties, want := range map[string][]string{
		"a: {type: string, format: other}":                                     {root + "a.format " + string(code.UnknownFormat) + " other"},
		"a: " + set("object") + ", b: " + set("array"):                         {fmt.Sprintf(arrays, "b"), fmt.Sprintf(objects, "a")},
		"a: " + set("array") + ", b: " + set("object"):                         {fmt.Sprintf(arrays, "a"), fmt.Sprintf(objects, "b")},
		"a: " + set("object") + ", b: " + set("object"):                        {fmt.Sprintf(objects, "a")},
		"a: {type: array, x-kubernetes-list-type: set, items: {type: string}}": nil,
	} {
		a := check(read(t, "  versions:\n"+v("v1", true, "{type: object, properties: {"+properties+"}}")), nil)
		var got []string
		for _, w := range a.Warnings {
			got = append(got, fmt.Sprintf("%s %s %v", at(w.Path), w.Code, w.Value))
			if !strings.Contains(w.Detail, fmt.Sprintf("%q", w.Value)) {
				t.Errorf("%s does not name %v", w.Detail, w.Value)
			}
		}
		if !slices.Equal(got, want) || len(a.Findings) > 0 {
			t.Errorf("%s\ngot:  %q\nwant: %q\nfindings: %s", properties, got, want, told(a.Findings))
		}
	}
}

// TestCosts has rules in one of two versions, in both, and nowhere.
func TestCosts(t *testing.T) {
	const plain, ruled = "{type: object}", `{type: object, x-kubernetes-validations: [{rule: "true"}]}`
	for _, test := range []struct {
		first, second string
		want          string
	}{
		{plain, plain, ""}, {ruled, ruled, "v1 v2"}, {ruled, plain, "v1"}, {plain, ruled, "v2"},
		{ruled, `{type: object, title: a, x-kubernetes-validations: [{rule: "true"}]}`, "v1, v2"},
	} {
		a := check(read(t, "  versions:\n"+v("v1", true, test.first)+v("v2", false, test.second)), nil)
		var got []string
		for _, c := range a.Costs {
			got = append(got, strings.Join(c.Versions, " "))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s, %s: rules of %q, want %q", test.first, test.second, got, test.want)
		}
	}
}

// TestOffsets has two rules that are at fault, and a finding before and between.
func TestOffsets(t *testing.T) {
	a := check(read(t, "  versions:\n"+v("V1", true, `{type: object, properties: {a: {type: string, x-kubernetes-validations: [{rule: "1 + none == 1"}]}, b: {type: string, x-kubernetes-validations: [{rule: "true && other"}]}}}`)), nil)
	got := map[string]int{}
	for i, offset := range a.Offsets {
		got[at(a.Findings[i].Path)] = offset
	}
	const root = "spec.versions.0.schema.openAPIV3Schema.properties."
	if len(got) != 2 || got[root+"a.x-kubernetes-validations.0.rule"] != 4 || got[root+"b.x-kubernetes-validations.0.rule"] != 8 {
		t.Errorf("%v of:\n%s", got, told(a.Findings))
	}
	// The cost is that of the whole rule.
	a = check(read(t, "  versions:\n"+v("v1", true, `{type: object, properties: {a: {type: array, items: {type: string, x-kubernetes-validations: [{rule: "self.matches('^a')"}]}}}}`)), nil)
	if len(a.Findings) == 0 || len(a.Offsets) > 0 {
		t.Errorf("offsets %v of:\n%s", a.Offsets, told(a.Findings))
	}
}

// TestPanics looks for what made the server panic in the recorded cases.
func TestPanics(t *testing.T) {
	for name, test := range map[string]struct{ schema, more, want, findings string }{
		"a path of a rule": {`{type: object, x-kubernetes-validations: [{rule: "true", fieldPath: .open.a.b}], properties: {open: {type: object, additionalProperties: true}}}`, "",
			"spec.versions.0.schema.openAPIV3Schema.x-kubernetes-validations.0.fieldPath", ""},
		"a rule, whose message is then not looked at": {`{type: object, x-kubernetes-validations: [{rule: "[?self.b] == []", messageExpression: "1"}], properties: {b: {x-kubernetes-int-or-string: true}}}`, "",
			"spec.versions.0.schema.openAPIV3Schema.x-kubernetes-validations.0.rule", ""},
		"a field that is selected": {`{type: object, properties: {open: {type: object, additionalProperties: true}}}`, "    selectableFields: [{jsonPath: .open.a.b}]\n",
			"spec.versions.0.selectableFields.0.jsonPath", ""},
		"a field of a schema without structure": {"{type: object, properties: {a: {type: string, id: b}}}", "    selectableFields: [{jsonPath: .a}]\n",
			"spec.versions.0.selectableFields.0.jsonPath",
			"spec.versions.0.schema.openAPIV3Schema.properties.a.id " + string(code.UnsupportedKeyword) + "\nspec.versions.0.schema.openAPIV3Schema " + string(code.SelectableSchemaUnreadable)},
	} {
		a := check(read(t, "  versions:\n"+v("v1", true, test.schema)+test.more), nil)
		if a.Panic == nil || at(a.Panic) != test.want || told(a.Findings) != test.findings {
			t.Errorf("%s: panics at %v, findings: %s", name, a.Panic, told(a.Findings))
		}
	}
}

func TestUnchangedSchema(t *testing.T) {
	some, other := &Validation{&schema.Schema{Type: "object"}}, &Validation{&schema.Schema{Type: "array"}}
	spec := func(shared bool, versions ...Version) *Spec {
		return &Spec{Versions: versions, Shared: Shared{Schema: shared}}
	}
	is, was := Version{Name: "v1", Schema: some}, Version{Name: "v1", Schema: other}
	v2 := Version{Name: "v2", Schema: some}
	for name, test := range map[string]struct {
		s, old *Spec
		want   bool
	}{
		"the same":                           {spec(true, is), spec(true, is), true},
		"another":                            {spec(true, is), spec(true, was), false},
		"a new version beside one schema":    {spec(true, is), spec(true, v2), true},
		"a new version beside several":       {spec(true, is), spec(false, v2, Version{Name: "v3"}), false},
		"a new version without a schema":     {spec(false, Version{Name: "v1"}, v2), spec(false, v2, Version{Name: "v3", Schema: other}), false},
		"one of several":                     {spec(false, is, Version{Name: "v2", Schema: other}), spec(false, Version{Name: "v2", Schema: other}, is), true},
		"one of several that was another":    {spec(false, is, v2), spec(false, v2, was), false},
		"the first of one schema, by a name": {spec(true, Version{Name: "v0", Schema: some}, Version{Name: "v1", Schema: other}), spec(true, Version{Name: "v0", Schema: some}, Version{Name: "v1"}), true},
	} {
		at := slices.IndexFunc(test.s.Versions, func(v Version) bool { return test.s.Shared.Schema || v.Name == "v1" })
		trees := make([]*schematree.Tree, len(test.s.Versions))
		for i := range trees {
			trees[i] = new(schematree.Tree)
		}
		k := &checker{crd: &CustomResourceDefinition{Spec: *test.s}, old: &CustomResourceDefinition{Spec: *test.old}, trees: trees}
		if got := k.unchangedSchema(trees[at]); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

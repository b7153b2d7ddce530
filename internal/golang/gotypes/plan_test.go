package gotypes

import (
	"go/format"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

const planned = `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Names are names.
type Names []string

// Part is used twice.
type Part struct {
	// Tags are tags.
	// +optional
	Tags []string ` + "`json:\"tags,omitempty\"`" + `
}

type WidgetSpec struct {
	// Hosts are hosts.
	// +optional
	// +kubebuilder:validation:MinItems=1
	Hosts []string ` + "`json:\"hosts,omitempty\"`" + `
	Longer string ` + "`json:\"longer\"`" + `
	//+kubebuilder:validation:MaxLength=10
	Terse string ` + "`json:\"terse\"`" + ` // short
	Names Names ` + "`json:\"names\"`" + `
	OtherNames Names ` + "`json:\"otherNames\"`" + `
	First Part ` + "`json:\"first\"`" + `
	Second *Part ` + "`json:\"second,omitempty\"`" + `
	ByName map[string]Part ` + "`json:\"byName,omitempty\"`" + `
	// +kubebuilder:validation:Enum=a;"b c";d
	// +kubebuilder:default:="a"
	Mode string ` + "`json:\"mode\"`" + `
	// +listType=set
	// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="none, \"really\"",reason=fieldValueInvalid
	// +kubebuilder:validation:XValidation:rule=` + "`self.all(x, x != \"\")`" + `
	Set []string ` + "`json:\"set\"`" + `
	// +listType=Map
	// +listMapKey=name
	// +listMapKey=zone
	Items []Item ` + "`json:\"items\"`" + `
	A, B string ` + "`json:\"ab\"`" + `
	Deep [][]string ` + "`json:\"deep\"`" + `
}

type Item struct {
	Name string ` + "`json:\"name\"`" + `
	// +required
	Zone string ` + "`json:\"zone\"`" + `
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=namespaced,shortName={Wi,wd}
// +kubebuilder:printcolumn:name="Mode",type=String,JSONPath="spec.mode"
// +kubebuilder:selectablefield:JSONPath=.metadata.name
// +kubebuilder:deprecatedversion:warning=""

// Widget is one.
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Spec WidgetSpec ` + "`json:\"spec\"`" + `
}
`

// schemaOfRaw is the schema that a type makes.
func schemaOfRaw(g *generator, s *raw, root bool) map[string]any {
	s = g.flat(s)
	all := map[string]any{}
	for _, w := range s.words {
		all[w.keyword] = w.value
	}
	for _, w := range requiredOf(s) {
		list, _ := all["required"].([]any)
		all["required"] = append(list, w.value)
	}
	for _, w := range s.rules {
		list, _ := all[rulesKeyword].([]any)
		all[rulesKeyword] = append(list, w.value)
	}
	props := map[string]any{}
	for _, n := range s.names {
		if props[n] = any(map[string]any{"type": "object"}); !root || n != "metadata" {
			props[n] = schemaOfRaw(g, s.props[n], false)
		}
	}
	if s.props != nil {
		all["properties"] = props
	}
	if s.items != nil {
		all["items"] = schemaOfRaw(g, s.items, false)
	}
	if s.values != nil {
		all["additionalProperties"] = schemaOfRaw(g, s.values, false)
	}
	return all
}

func widgets(t *testing.T, types string) (*CRD, any) {
	t.Helper()
	return widgetsOf(t, types, "v0.22.0")
}

// widgetsOf are the CRD that a version of controller-gen makes of types, and its manifest.
func widgetsOf(t *testing.T, types string, generator Generator) (*CRD, any) {
	t.Helper()
	text, err := format.Source([]byte(types))
	if err != nil {
		t.Fatal(err)
	}
	dir := tree(t, map[string]string{
		"go.mod": "module example.com/widgets\n", "api/v1/doc.go": "// +groupName=example.com\npackage v1\n", "api/v1/types.go": string(text),
	})
	m, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := m.CRD("example.com", "Widget", []string{"v1"}, generator)
	if c == nil {
		t.Fatal("no types")
	}
	r := c.roots[0]
	return c, map[string]any{"spec": map[string]any{
		"scope": "namespaced", "names": map[string]any{"shortNames": []any{"Wi", "wd"}},
		"versions": []any{map[string]any{
			"deprecationWarning": "", "selectableFields": []any{map[string]any{"jsonPath": ".metadata.name"}},
			"additionalPrinterColumns": []any{map[string]any{"name": "Mode", "type": "String", "jsonPath": "spec.mode"}},
			"schema":                   map[string]any{"openAPIV3Schema": schemaOfRaw(r.gen, r.root, true)},
		}},
	}}
}

func findingPath(text string) *finding.Path {
	var p *finding.Path
	for _, s := range path(text) {
		if s.IsIndex {
			p = p.Index(s.Index)
		} else {
			p = p.Child(s.Name)
		}
	}
	return p
}

func TestPlans(t *testing.T) {
	const schema = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties."
	const v = "spec.versions[0]."
	for _, c := range []struct {
		op    finding.ChangeOp
		path  string
		value any
		// gone and come are lines, without space around; title is that of the plan.
		gone, come, title string
	}{
		{finding.Add, schema + "hosts.x-kubernetes-list-type", "atomic", "", "// +listType=atomic", "add +listType=atomic to Hosts"},
		{finding.Add, schema + "hosts.maxItems", int64(64), "", "// +kubebuilder:validation:MaxItems=64", "add +kubebuilder:validation:MaxItems=64 to Hosts"},
		{finding.Add, schema + "hosts.items.maxLength", int64(253), "", "// +kubebuilder:validation:items:MaxLength=253", "add +kubebuilder:validation:items:MaxLength=253 to Hosts"},
		{finding.Add, schema + "terse.minLength", int64(1), "", "//+kubebuilder:validation:MinLength=1", ""},
		{finding.Add, schema + "longer.maxLength", int64(5), "", "// +kubebuilder:validation:MaxLength=5", ""},
		{finding.Add, schema + "names.maxItems", int64(5), "", "", "refused"},                            // controller-gen before 0.23: must apply maxitem to an array
		{finding.Add, schema + "first.properties.tags.x-kubernetes-list-type", "set", "", "", "refused"}, // and of the others
		{finding.Add, schema + "names.items.maxLength", int64(5), "", "", "refused"},                     // the type is shared
		{finding.Add, schema + "deep.items.x-kubernetes-list-type", "set", "", "", "refused"},
		{finding.Add, schema + "deep.items.maxItems", int64(3), "", "// +kubebuilder:validation:items:MaxItems=3", ""},
		{finding.Add, schema + "byName.additionalProperties.minProperties", int64(3), "", "", "refused"},
		{finding.Add, schema + "longer.maxItems", int64(5), "", "", "refused"}, // of a string
		{finding.Add, schema + "second.nullable", true, "", "// +nullable", ""},
		{finding.Add, schema + "second.x-kubernetes-map-type", "atomic", "", "// +structType=atomic", ""},
		{finding.Add, schema + "ab.maxLength", int64(5), "", "", "refused"},
		{finding.Remove, schema + "mode.enum[1]", nil, `// +kubebuilder:validation:Enum=a;"b c";d`, "// +kubebuilder:validation:Enum=a;d", "write +kubebuilder:validation:Enum=a;d"},
		{finding.Remove, schema + "mode.enum[0]", nil, `// +kubebuilder:validation:Enum=a;"b c";d`, `// +kubebuilder:validation:Enum="b c";d`, ""},
		{finding.Remove, schema + "mode.default", nil, `// +kubebuilder:default:="a"`, "", `remove +kubebuilder:default:="a"`},
		{finding.Replace, schema + "mode.default", "d", `// +kubebuilder:default:="a"`, `// +kubebuilder:default:="d"`, ""},
		{finding.Replace, schema + "set.x-kubernetes-validations[0].rule", `self.size() > 1 && "a" in self`,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="none, \"really\"",reason=fieldValueInvalid`,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 1 && \"a\" in self",message="none, \"really\"",reason=fieldValueInvalid`, ""},
		{finding.Replace, schema + "set.x-kubernetes-validations[0].reason", `FieldValueInvalid`,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="none, \"really\"",reason=fieldValueInvalid`,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="none, \"really\"",reason=FieldValueInvalid`, ""},
		{finding.Remove, schema + "set.x-kubernetes-validations[0].message", nil,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="none, \"really\"",reason=fieldValueInvalid`,
			`// +kubebuilder:validation:XValidation:rule="self.size() > 0",reason=fieldValueInvalid`, ""},
		{finding.Replace, schema + "set.x-kubernetes-validations[1].rule", "self.all(x, x != 'a')",
			"// +kubebuilder:validation:XValidation:rule=`self.all(x, x != \"\")`", "// +kubebuilder:validation:XValidation:rule=`self.all(x, x != 'a')`", ""},
		{finding.Remove, schema + "set.x-kubernetes-validations[1]", nil, "// +kubebuilder:validation:XValidation:rule=`self.all(x, x != \"\")`", "", ""},
		{finding.Replace, schema + "items.x-kubernetes-list-type", "map", "// +listType=Map", "// +listType=map", "write +listType=map"},
		{finding.Remove, schema + "items.x-kubernetes-list-map-keys[1]", nil, "// +listMapKey=zone", "", "remove +listMapKey=zone"},
		{finding.Remove, schema + "items.items.required[0]", nil, "", "// +optional", "add +optional to Name"},
		{finding.Remove, schema + "items.items.required[1]", nil, "// +required", "// +optional", "write +optional"},
		{finding.Remove, schema + "longer.type", nil, "", "", "refused"},
		{finding.Rename, schema + "longer", "other", "", "", "refused"},
		{finding.Replace, "spec.scope", "Namespaced", "// +kubebuilder:resource:scope=namespaced,shortName={Wi,wd}", "// +kubebuilder:resource:scope=Namespaced,shortName={Wi,wd}",
			"write scope=Namespaced in +kubebuilder:resource"},
		{finding.Replace, "spec.names.shortNames[0]", "wi", "// +kubebuilder:resource:scope=namespaced,shortName={Wi,wd}", "// +kubebuilder:resource:scope=namespaced,shortName={wi,wd}", ""},
		{finding.Replace, v + "additionalPrinterColumns[0].type", "string", `// +kubebuilder:printcolumn:name="Mode",type=String,JSONPath="spec.mode"`,
			`// +kubebuilder:printcolumn:name="Mode",type=string,JSONPath="spec.mode"`, ""},
		{finding.Replace, v + "additionalPrinterColumns[0].jsonPath", ".spec.mode", `// +kubebuilder:printcolumn:name="Mode",type=String,JSONPath="spec.mode"`,
			`// +kubebuilder:printcolumn:name="Mode",type=String,JSONPath=".spec.mode"`, ""},
		{finding.Remove, v + "selectableFields[0]", nil, "// +kubebuilder:selectablefield:JSONPath=.metadata.name", "", ""},
		{finding.Remove, v + "deprecationWarning", nil, `// +kubebuilder:deprecatedversion:warning=""`, "// +kubebuilder:deprecatedversion", ""},
	} {
		types, doc := widgets(t, planned)
		changes := []finding.Change{{Op: c.op, Path: findingPath(c.path), Value: c.value}}
		plan, ok := types.Plan(changes)
		if ok {
			ok = plan.Verify([]Case{{types, doc, changes}})
		}
		if refused := c.title == "refused"; ok == refused {
			t.Errorf("%d %s: planned %v", c.op, c.path, ok)
			continue
		}
		if !ok {
			continue
		}
		if c.title != "" && plan.Title != c.title {
			t.Errorf("%s: title %q", c.path, plan.Title)
		}
		for name, text := range plan.Texts() {
			if is, err := format.Source(text); err != nil || string(is) != string(text) {
				t.Errorf("%s: gofmt changes what was written: %v\n%s", c.path, err, text)
			}
			before, err := readFile(name)
			if err != nil {
				t.Fatal(err)
			}
			gone, come := lineDifference(string(before), string(text))
			if gone != c.gone || come != c.come {
				t.Errorf("%s:\n- %s\n+ %s\nwant\n- %s\n+ %s", c.path, gone, come, c.gone, c.come)
			}
			if filepath.Base(name) != "types.go" {
				t.Error(name)
			}
		}
	}
}

// lineDifference are the lines that only one of two texts has, but for space.
func lineDifference(a, b string) (gone, come string) {
	has := map[string]int{}
	lines := func(text string) (all []string) {
		for line := range strings.Lines(text) {
			if line = strings.Join(strings.Fields(line), " "); line != "" {
				all = append(all, line)
			}
		}
		return all
	}
	for _, line := range lines(b) {
		has[line]++
	}
	for _, line := range lines(a) {
		if has[line]--; has[line] < 0 {
			gone += line
		}
	}
	clear(has)
	for _, line := range lines(a) {
		has[line]++
	}
	for _, line := range lines(b) {
		if has[line]--; has[line] < 0 {
			come += line
		}
	}
	return gone, come
}

// A marker of a field of a type that is used in several places is right if all of them are
// to change.
func TestPlansTogether(t *testing.T) {
	types, doc := widgets(t, planned)
	var changes []finding.Change
	var plans []*Plan
	for _, at := range []string{"first.properties", "second.properties", "byName.additionalProperties.properties"} {
		change := finding.Change{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties." + at + ".tags.x-kubernetes-list-type"), Value: "set"}
		p, ok := types.Plan([]finding.Change{change})
		if !ok {
			t.Fatal(at)
		}
		changes, plans = append(changes, change), append(plans, p)
	}
	all, used := together(plans)
	if len(all.edits) != 1 || !used[0] || !used[2] {
		t.Errorf("%d edits, used %v", len(all.edits), used)
	}
	if !all.Verify([]Case{{types, doc, changes}}) {
		t.Error("they are refused together")
	}
	if all.Verify([]Case{{types, doc, changes[:2]}}) {
		t.Error("two of three are enough")
	}
	other := finding.Change{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.longer.maxLength"), Value: int64(3)}
	plan, ok := types.Plan([]finding.Change{other})
	if !ok {
		t.Fatal("no plan")
	}
	var wishes []Wish
	for i := range plans {
		wishes = append(wishes, Wish{Changes: changes[i : i+1], Plan: plans[i]})
	}
	wishes = append(wishes, Wish{Changes: []finding.Change{other}, Plan: plan})
	if all, granted := Choose([]Case{{Types: types, CRD: doc}}, wishes); len(all.edits) != 2 || slices.Contains(granted, false) {
		t.Errorf("of all: %d edits, %v", len(all.edits), granted)
	}
	if all, granted := Choose([]Case{{Types: types, CRD: doc}}, wishes[1:]); len(all.edits) != 1 || !slices.Equal(granted, []bool{false, false, true}) {
		t.Errorf("without one: %d edits, %v", len(all.edits), granted)
	}
	if !(&Case{Types: types, CRD: doc}).Fresh() {
		t.Error("the CRD is not what its types say")
	}
	both, ok := types.Plan([]finding.Change{
		{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.hosts.x-kubernetes-list-map-keys"), Value: []string{"a", "b"}},
		{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.hosts.x-kubernetes-list-type"), Value: "map"},
	})
	if !ok || !strings.HasPrefix(both.edits[0].text, "\t// +listType=map") || len(both.edits) != 3 {
		t.Errorf("%v %+v", ok, both)
	}
}

// Code that is not the author's to change stays as it is.
func TestPlansOfOthersCode(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"vendored": {"vendor/example.com/parts/parts.go": ""},
		"another":  {"go.mod": "module example.com/widgets\n\nrequire example.com/parts v0.0.0\n\nreplace example.com/parts => ../parts\n", "../parts/go.mod": "module example.com/parts\n", "../parts/parts.go": ""},
		"made":     {"parts/parts.go": "// Code generated by a tool. DO NOT EDIT.\n\n"},
		"ours":     {"parts/parts.go": ""},
	} {
		all := map[string]string{"work/.git/HEAD": "", "work/go.mod": "module example.com/widgets\n", "work/api/v1/doc.go": "// +groupName=example.com\npackage v1\n",
			"work/api/v1/types.go": `package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"PARTS"
)

// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Spec parts.Part ` + "`json:\"spec\"`" + `
}
`}
		at := "example.com/parts"
		for file, text := range files {
			if strings.HasSuffix(file, "parts.go") {
				text += "package parts\n\ntype Part struct {\n\tTags []string `json:\"tags\"`\n}\n"
			}
			if strings.HasPrefix(file, "parts/") {
				at = "example.com/widgets/parts"
			}
			all[filepath.Join("work", file)] = text
		}
		all["work/api/v1/types.go"] = strings.Replace(all["work/api/v1/types.go"], "PARTS", at, 1)
		dir := tree(t, all)
		m, err := Find(filepath.Join(dir, "work", "api"))
		if err != nil {
			t.Fatal(err)
		}
		c := m.CRD("example.com", "Widget", []string{"v1"}, "v0.22.0")
		_, ok := c.Plan([]finding.Change{{Op: finding.Add, Path: findingPath("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.tags.x-kubernetes-list-type"), Value: "set"}})
		if ok != (name == "ours") {
			t.Errorf("%s: planned %v", name, ok)
		}
	}
}

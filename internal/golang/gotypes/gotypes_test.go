package gotypes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// tree writes files below a new folder, and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// path reads ".spec.replicas[2].maximum": names of keywords and of fields between dots.
func path(text string) []finding.Segment {
	var all []finding.Segment
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		var i int
		if _, err := fmt.Sscanf(word, "%d", &i); err == nil && strings.Contains(text, "["+word+"]") {
			all = append(all, finding.Segment{Index: i, IsIndex: true})
			continue
		}
		all = append(all, finding.Segment{Name: word})
	}
	return all
}

// textAt is the text that a position names.
func textAt(t *testing.T, p Position) string {
	t.Helper()
	src, err := os.ReadFile(p.File)
	if err != nil {
		t.Fatal(err)
	}
	line := []rune(strings.Split(string(src), "\n")[p.Line-1])
	return string(line[p.Column-1 : p.Column-1+p.Length])
}

const metaStub = `package v1

type TypeMeta struct {
	// Kind is the kind.
	Kind string ` + "`json:\"kind,omitempty\"`" + `
	// APIVersion is the version.
	APIVersion string ` + "`json:\"apiVersion,omitempty\"`" + `
}

type ObjectMeta struct {
	Name string ` + "`json:\"name,omitempty\"`" + `
}

type Time struct{}
`

const groupFile = `// Package v1 is the API.
// +groupName=app.example.com
package v1
`

const typesFile = `package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"example.com/shared/units"
)

// Size is how large something is.
// +kubebuilder:validation:Enum=small;"very large";medium
type Size string

// +kubebuilder:validation:MinItems=1

// Ports are ports.
type Ports []Port

// Port is one.
// +kubebuilder:validation:Minimum=1
type Port int32

// +k8s:enum
type Mode string

const (
	Fast Mode = "Fast"
	Slow Mode = "Slow"
)

type Common struct {
	// Paused stops it.
	Paused bool 'json:"paused"'
}

// +kubebuilder:validation:ExactlyOneOf=one;two
type Choice struct {
	One *string 'json:"one,omitempty"'
	Two *string 'json:"two,omitempty"'
}

type Pair[T any] struct {
	First T 'json:"first"'
}

type Local = Choice

// +kubebuilder:validation:XValidation:rule="self.größe != \"\\\\d\" && self.replicas > 0",message="no"
type Spec struct {
	Common 'json:",inline"'

	// Replicas is the number.
	// +kubebuilder:validation:Maximum=9
	// +kubebuilder:default:=3
	Replicas *int32 'json:"replicas,omitempty"' // +nullable

	// +optional
	Size Size 'json:"size"'

	// +required
	// +listType=map
	// +listMapKey=a
	// +listMapKey=b
	List []units.Unit 'json:"list,omitempty"'

	// +kubebuilder:validation:items:MaxLength=63
	// +kubebuilder:validation:XValidation:rule=` + "`self.all(x, x != \"\")`" + `
	Names []string 'json:"names,omitempty"'

	Ports Ports 'json:"ports,omitempty"'
	// +kubebuilder:validation:MaxItems=3
	MorePorts Ports 'json:"morePorts,omitempty"'
	Mode Mode 'json:"mode,omitempty"'
	ByName map[string]*Port 'json:"byName,omitempty"'
	Choice Local 'json:"choice,omitempty"'
	Pair Pair[Port] 'json:"pair,omitempty"'
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Any Common 'json:"any,omitempty"'
	Raw []byte 'json:"raw,omitempty"'
	At metav1.Time 'json:"at,omitzero"'
	Hidden string 'json:"-"'
	Self *Spec 'json:"self,omitempty"'
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
// +kubebuilder:resource:path=apps,shortName=ap;app,scope=Cluster
// +kubebuilder:printcolumn:name="Size",type=string,JSONPath=` + "`.spec.size`" + `
// +kubebuilder:printcolumn:JSONPath=.metadata.creationTimestamp,name=Age,type=date
// +kubebuilder:selectablefield:JSONPath='.spec.size'
// +kubebuilder:deprecatedversion:warning="use v2"
// +kubebuilder:storageversion
// +kubebuilder:metadata:labels="a=b"

// App is an app.
type App struct {
	metav1.TypeMeta 'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'

	// Spec is what is wanted.
	Spec Spec 'json:"spec"'
}
`

func app(t *testing.T) (*Module, *Root) {
	t.Helper()
	dir := tree(t, map[string]string{
		"go.mod":         "module example.com/app\n\ngo 1.24\n\nrequire example.com/shared v1.0.0\n\nreplace example.com/shared => ./shared\n",
		"shared/go.mod":  "module example.com/shared\n",
		"api/v1/doc.go":  groupFile,
		"api/v1/app.go":  strings.ReplaceAll(typesFile, "'json", "`json"),
		"config/app.yml": "",
		"shared/units/unit.go": `package units

type Unit struct {
	// +kubebuilder:validation:MinLength=1
	A string ` + "`json:\"a\"`" + `
	B string ` + "`json:\"b\"`" + `
}
`,
		"vendor/k8s.io/apimachinery/pkg/apis/meta/v1/types.go": metaStub,
	})
	text, err := os.ReadFile(filepath.Join(dir, "api/v1/app.go"))
	if err != nil {
		t.Fatal(err)
	}
	fixed := strings.ReplaceAll(string(text), "\"'\n", "\"`\n")
	fixed = strings.ReplaceAll(fixed, "\"' // ", "\"` // ")
	if err := os.WriteFile(filepath.Join(dir, "api/v1/app.go"), []byte(fixed), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := m.Origin("app.example.com", "v1", "App", "v0.23.0")
	if !ok {
		t.Fatal("no type")
	}
	return m, r
}

func TestPlaces(t *testing.T) {
	_, r := app(t)
	const spec = "properties.spec."
	for _, c := range []struct {
		path, want, marker string
		near               bool
	}{
		{"", "App", "", false},
		{"properties.apiVersion", "APIVersion", "", false},
		{"properties.metadata.type", "metav1.ObjectMeta", "", false},
		{"properties.spec", "Spec", "", false},
		{"required[0]", "`json:\"spec\"`", "", false},
		{"properties.spec.description", "// Spec is what is wanted.", "", false},
		{spec + "properties.paused", "Paused", "", false},
		{spec + "properties.paused.type", "bool", "", false},
		{spec + "required[0]", "+required", "required", false},
		{spec + "required[1]", "`json:\"paused\"`", "", false},
		{spec + "required", "Spec", "", true},
		{spec + "x-kubernetes-validations", "Spec", "", true},
		{spec + "x-kubernetes-validations[9]", "Spec", "", true},
		{spec + "properties.replicas.maximum", "+kubebuilder:validation:Maximum=9", "kubebuilder:validation:Maximum", false},
		{spec + "properties.replicas.default", "+kubebuilder:default:=3", "kubebuilder:default", false},
		{spec + "properties.replicas.minimum", "Replicas", "", true},
		{spec + "properties.replicas.nullable", "Replicas", "", true}, // it is not above the field
		{spec + "properties.size.enum", "+kubebuilder:validation:Enum=small;\"very large\";medium", "kubebuilder:validation:Enum", false},
		{spec + "properties.size.enum[1]", "\"very large\"", "kubebuilder:validation:Enum", false},
		{spec + "properties.size.enum[2]", "medium", "kubebuilder:validation:Enum", false},
		{spec + "properties.list.items.properties.a.minLength", "+kubebuilder:validation:MinLength=1", "kubebuilder:validation:MinLength", false},
		{spec + "properties.list.x-kubernetes-list-type", "+listType=map", "listType", false},
		{spec + "properties.list.x-kubernetes-list-map-keys[1]", "+listMapKey=b", "listMapKey", false},
		{spec + "properties.list.items", "units.Unit", "", false},
		{spec + "properties.names.items.maxLength", "+kubebuilder:validation:items:MaxLength=63", "kubebuilder:validation:items:MaxLength", false},
		{spec + "properties.names.items", "string", "", false},
		{spec + "properties.names.x-kubernetes-validations[0].rule", "`self.all(x, x != \"\")`", "kubebuilder:validation:XValidation", false},
		{spec + "properties.ports.minItems", "+kubebuilder:validation:MinItems=1", "kubebuilder:validation:MinItems", false},
		{spec + "properties.ports.items", "Port", "", false},
		{spec + "properties.ports.items.minimum", "+kubebuilder:validation:Minimum=1", "kubebuilder:validation:Minimum", false},
		{spec + "properties.morePorts.maxItems", "+kubebuilder:validation:MaxItems=3", "kubebuilder:validation:MaxItems", false},
		{spec + "properties.mode.enum", "+k8s:enum", "k8s:enum", false},
		{spec + "properties.mode.enum[1]", `"Slow"`, "", false},
		{spec + "properties.byName.additionalProperties.minimum", "+kubebuilder:validation:Minimum=1", "kubebuilder:validation:Minimum", false},
		{spec + "properties.choice.properties.two", "Two", "", false},
		{spec + "properties.choice.x-kubernetes-validations[0].rule", "+kubebuilder:validation:ExactlyOneOf=one;two", "kubebuilder:validation:ExactlyOneOf", false},
		{spec + "properties.pair.properties.first.minimum", "+kubebuilder:validation:Minimum=1", "kubebuilder:validation:Minimum", false},
		{spec + "properties.any.x-kubernetes-preserve-unknown-fields", "+kubebuilder:pruning:PreserveUnknownFields", "kubebuilder:pruning:PreserveUnknownFields", false},
		{spec + "properties.any.type", "Any", "", true},
		{spec + "properties.raw.format", "[]byte", "", false},
		{spec + "properties.at.format", "At", "", false},
		{spec + "properties.self.properties.self.properties.self.properties.paused", "Paused", "", false},
		{spec + "x-kubernetes-validations[0].message", `"no"`, "kubebuilder:validation:XValidation", false},
	} {
		got, ok := r.At(path(c.path))
		if !ok {
			t.Errorf("%s: no origin", c.path)
			continue
		}
		if text := textAt(t, got); text != c.want || got.Marker != c.marker || got.Exact == c.near {
			t.Errorf("%s: %q, marker %q, exact %v; want %q, %q", c.path, text, got.Marker, got.Exact, c.want, c.marker)
		}
	}
	for _, none := range []string{"properties.status", spec + "properties.any.properties.paused", spec + "properties.hidden", spec + "properties.names.additionalProperties"} {
		if p, ok := r.At(path(none)); ok {
			t.Errorf("%s: %v, want none", none, p)
		}
	}
}

func TestInsideRules(t *testing.T) {
	_, r := app(t)
	for _, c := range []struct{ path, rule, part string }{
		{"properties.spec.x-kubernetes-validations[0].rule", "self.größe != \"\\\\d\" && self.replicas > 0", "replicas"},
		{"properties.spec.x-kubernetes-validations[0].rule", "self.größe != \"\\\\d\" && self.replicas > 0", "größe"},
		{"properties.spec.properties.names.x-kubernetes-validations[0].rule", `self.all(x, x != "")`, "x !="},
	} {
		i := strings.Index(c.rule, c.part)
		got, ok := r.In(path(c.path), i, i+len(c.part))
		if !ok {
			t.Fatalf("%s: no origin", c.path)
		}
		if text := textAt(t, got); text != c.part {
			t.Errorf("%s: %q is at %q", c.path, c.part, text)
		}
	}
}

func TestPlacesOfTheCRD(t *testing.T) {
	_, r := app(t)
	for _, c := range []struct{ path, want string }{
		{"name", "App"},
		{"additionalPrinterColumns[0].name", `"Size"`},
		{"additionalPrinterColumns[0].jsonPath", "`.spec.size`"},
		{"additionalPrinterColumns[1].jsonPath", ".metadata.creationTimestamp"},
		{"additionalPrinterColumns[1].name", "Age"},
		{"selectableFields[0].jsonPath", "'.spec.size'"},
		{"subresources.status", "+kubebuilder:subresource:status"},
		{"subresources.scale.statusReplicasPath", ".status.replicas"},
		{"subresources.scale.specReplicasPath", ".spec.replicas"},
		{"deprecationWarning", `"use v2"`},
		{"storage", "+kubebuilder:storageversion"},
		{"schema.openAPIV3Schema.properties.spec", "Spec"},
	} {
		if got, ok := r.Version(path(c.path)); !ok || textAt(t, got) != c.want {
			t.Errorf("%s: %v %q, want %q", c.path, ok, textAt(t, got), c.want)
		}
	}
	for _, c := range []struct{ path, want string }{
		{"spec.group", "+groupName=app.example.com"},
		{"spec.scope", "Cluster"},
		{"spec.names.plural", "apps"},
		{"spec.names.shortNames", "ap;app"},
		{"spec.names.kind", "App"},
		{"metadata.labels.a", `"a=b"`},
		{"metadata", "App"},
		{"metadata.name", "App"},
		{"spec.versions", "App"},
	} {
		if got, ok := r.Names(path(c.path)); !ok || textAt(t, got) != c.want {
			t.Errorf("%s: %v %q, want %q", c.path, ok, textAt(t, got), c.want)
		}
	}
	for _, none := range []string{"apiVersion", "kind", "spec.conversion.strategy", "spec.preserveUnknownFields", "status.storedVersions", "metadata.annotations.b"} {
		if got, ok := r.Names(path(none)); ok {
			t.Errorf("%s: %q, which other tools write", none, textAt(t, got))
		}
	}
}

// The versions of controller-gen differ in the markers that they know.
func TestVersionsOfTheGenerator(t *testing.T) {
	m, _ := app(t)
	for _, c := range []struct {
		by                 Generator
		items, enum, oneOf bool
	}{
		{"v0.14.0", false, false, false},
		{"v0.16.5", true, false, false},
		{"v0.19.0", true, false, true},
		{"v0.21.0", true, true, true},
		{"(devel)", true, true, true},
	} {
		r, ok := m.Origin("app.example.com", "v1", "App", c.by)
		if !ok {
			t.Fatal("no type")
		}
		exact := func(text string) bool {
			p, _ := r.At(path("properties.spec.properties." + text))
			return p.Exact
		}
		if got := [3]bool{exact("names.items.maxLength"), exact("mode.enum"), exact("choice.x-kubernetes-validations[0]")}; got != [3]bool{c.items, c.enum, c.oneOf} {
			t.Errorf("%s: items, enum, oneOf are %v", c.by, got)
		}
	}
}

// A module finds packages of others in the module cache, by what go.mod requires; in a
// workspace by the latest version that one of its modules requires.
func TestModuleCache(t *testing.T) {
	other := func(keyword string) string {
		return "package other\n\ntype T struct {\n\t// +kubebuilder:validation:" + keyword + "=1\n\tA string `json:\"a\"`\n}\n"
	}
	dir := tree(t, map[string]string{
		"cache/example.com/!other@v1.2.0/go.mod":                          "module example.com/Other\n",
		"cache/example.com/!other@v1.2.0/t.go":                            other("MinLength"),
		"cache/example.com/!other@v1.10.0/t.go":                           other("MaxLength"),
		"cache/k8s.io/apimachinery@v0.1.0/pkg/apis/meta/v1/types.go":      metaStub,
		"cache/k8s.io/apimachinery@v0.1.0/pkg/apis/meta/v1/types_test.go": "package v1\n\ntype TypeMeta int\n",
		"app/go.mod": "module example.com/app\n\nrequire (\n\texample.com/Other v1.2.0 // indirect\n\tk8s.io/apimachinery v0.1.0\n)\n",
		"app/v1/types.go": "package v1\n\nimport (\n\t\"example.com/Other\"\n\tmeta \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\t\"k8s.io/apimachinery/pkg/runtime/schema\"\n)\n\n" +
			"const group = \"app.\" + domain\nconst domain = \"example.com\"\n\nvar GroupVersion = schema.GroupVersion{Group: group, Version: \"v1\"}\n\n" +
			"type App struct {\n\tmeta.TypeMeta `json:\",inline\"`\n\tmeta.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec other.T `json:\"spec,omitempty\"`\n}\n",
		"work/go.mod": "module example.com/work\n\nrequire example.com/Other v1.10.0\n",
	})
	t.Setenv("GOMODCACHE", filepath.Join(dir, "cache"))
	see := func(want string) {
		t.Helper()
		m, err := Find(filepath.Join(dir, "app"))
		if err != nil {
			t.Fatal(err)
		}
		r, ok := m.Origin("app.example.com", "v1", "App", "")
		if !ok {
			t.Fatal("no type")
		}
		if p, ok := r.At(path("properties.spec.properties.a." + want)); !ok || !p.Exact {
			t.Errorf("%s is not set: %v", want, p)
		}
	}
	see("minLength")
	if err := os.WriteFile(filepath.Join(dir, "go.work"), []byte("go 1.24\n\nuse (\n\t./app\n\t./work\n)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	see("maxLength")
}

func TestFindWithoutTypes(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": "module example.com/app\n", "main.go": "package main\n"})
	if _, err := Find(dir); !errors.Is(err, ErrNoTypes) {
		t.Errorf("error %v, want ErrNoTypes", err)
	}
	if _, err := Find(filepath.Join(dir, "absent")); err == nil || errors.Is(err, ErrNoTypes) {
		t.Errorf("error %v of a folder that is not there", err)
	}
	m, _ := app(t)
	for _, c := range [][3]string{{"app.example.com", "v2", "App"}, {"example.com", "v1", "App"}, {"app.example.com", "v1", "Spec"}, {"app.example.com", "v1", "Ap"}} {
		if _, ok := m.Origin(c[0], c[1], c[2], ""); ok {
			t.Errorf("%v has a type", c)
		}
	}
}

func TestAround(t *testing.T) {
	dir := tree(t, map[string]string{"repo/.git/HEAD": "", "repo/sub/go.mod": "", "repo/sub/config/crd/a.yaml": "", "alone/go.mod": "", "alone/crd/a.yaml": ""})
	if got := Around(filepath.Join(dir, "repo/sub/config/crd/a.yaml")); got != filepath.Join(dir, "repo") {
		t.Errorf("%s, want the repository", got)
	}
	if got := Around(filepath.Join(dir, "alone/crd/a.yaml")); got != filepath.Join(dir, "alone") {
		t.Errorf("%s, want the module", got)
	}
}

func TestConcurrent(t *testing.T) {
	m, _ := app(t)
	var group sync.WaitGroup
	var got [8]Position
	for i := range got {
		group.Go(func() {
			r, _ := m.Origin("app.example.com", "v1", "App", Generator(fmt.Sprintf("v0.%d.0", 16+i)))
			got[i], _ = r.At(path("properties.spec.properties.replicas.maximum"))
			r.Compare(map[string]any{})
		})
	}
	group.Wait()
	for _, p := range got {
		if p != got[0] {
			t.Errorf("%v, and %v", p, got[0])
		}
	}
}

// What is left of a schema tells what the parts that were taken away are.
func TestCompare(t *testing.T) {
	_, r := app(t)
	whole := func() map[string]any {
		text := map[string]any{"type": "string"}
		return map[string]any{
			"type": "object", "required": []any{"spec"},
			"properties": map[string]any{
				"apiVersion": text, "kind": text, "metadata": map[string]any{"type": "object"},
				"spec": specSchema(),
			},
		}
	}
	if found := r.Compare(whole()); len(found) > 0 {
		t.Fatalf("%d disagreements: %+v", len(found), found[0])
	}
	spec := func(s map[string]any) map[string]any {
		return s["properties"].(map[string]any)["spec"].(map[string]any)
	}
	field := func(s map[string]any, name string) map[string]any {
		return spec(s)["properties"].(map[string]any)[name].(map[string]any)
	}
	for _, c := range []struct {
		name   string
		change func(s map[string]any)
		want   string
		at     string
	}{
		{"a maximum that Go has", func(s map[string]any) { delete(field(s, "replicas"), "maximum") }, "maximum <nil> 9", "+kubebuilder:validation:Maximum=9"},
		{"another maximum", func(s map[string]any) { field(s, "replicas")["maximum"] = 10 }, "maximum 10 9", "+kubebuilder:validation:Maximum=9"},
		{"a minimum that Go has not", func(s map[string]any) { field(s, "replicas")["minimum"] = 1 }, "minimum 1 <nil>", "Replicas"},
		{"a field that Go has", func(s map[string]any) { delete(spec(s)["properties"].(map[string]any), "mode") }, "properties <nil> mode", "Mode"},
		{"a field that Go has not", func(s map[string]any) {
			spec(s)["properties"].(map[string]any)["old"] = map[string]any{"type": "string"}
		}, "properties map[type:string] <nil>", "Spec"},
		{"required in Go", func(s map[string]any) { spec(s)["required"] = []any{"paused"} }, "required <nil> list", "+required"},
		{"required in the CRD", func(s map[string]any) { spec(s)["required"] = []any{"list", "mode", "paused"} }, "required mode <nil>", "Mode"},
		{"an enum", func(s map[string]any) { field(s, "size")["enum"] = []any{"small"} }, "enum [small] [small very large medium]", "+kubebuilder:validation:Enum=small;\"very large\";medium"},
		{"a rule", func(s map[string]any) { delete(field(s, "names"), "x-kubernetes-validations") }, "x-kubernetes-validations <nil> map[rule:self.all(x, x != \"\")]", "+kubebuilder:validation:XValidation:rule=`self.all(x, x != \"\")`"},
	} {
		s := whole()
		c.change(s)
		found := r.Compare(s)
		if len(found) != 1 {
			t.Errorf("%s: %d disagreements: %+v", c.name, len(found), found)
			continue
		}
		d := found[0]
		if got := fmt.Sprint(d.Keyword, " ", d.InCRD, " ", d.InGo); got != c.want || textAt(t, d.Go) != c.at {
			t.Errorf("%s: %s at %q; want %s at %q", c.name, got, textAt(t, d.Go), c.want, c.at)
		}
	}
}

// What a type says that is not on disk, nobody knows; what is said beside it counts.
func TestCompareUnread(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir())
	m, err := Find(tree(t, map[string]string{"go.mod": "module example.com/app\n\nrequire k8s.io/api v0.30.0\n", "v1/types.go": `// +groupName=example.com
package v1

import (
	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	core.Volume       ` + "`json:\",inline\"`" + `

	// +kubebuilder:validation:MaxProperties=3
	Pod  core.PodSpec   ` + "`json:\"pod,omitempty\"`" + `
	Pods []core.PodSpec ` + "`json:\"pods\"`" + `
}
`}))
	if err != nil {
		t.Fatal(err)
	}
	r, ok := m.Origin("example.com", "v1", "App", "v0.19.0")
	if !ok {
		t.Fatal("there is no type")
	}
	text := map[string]any{"type": "string"}
	pod := func() map[string]any {
		return map[string]any{"type": "object", "properties": map[string]any{"name": text}, "required": []any{"name"}}
	}
	s := map[string]any{"type": "object", "required": []any{"name", "pods"}, "properties": map[string]any{
		"apiVersion": text, "kind": text, "metadata": map[string]any{"type": "object"}, "name": text,
		"pod":  pod(),
		"pods": map[string]any{"type": "array", "items": pod()},
	}}
	s["properties"].(map[string]any)["pod"].(map[string]any)["maxProperties"] = 3
	if found := r.Compare(s); len(found) > 0 {
		t.Errorf("%d disagreements: %+v", len(found), found[0])
	}
	delete(s["properties"].(map[string]any)["pod"].(map[string]any), "maxProperties")
	delete(s["properties"].(map[string]any), "pods")
	s["required"] = []any{"name"}
	found := r.Compare(s)
	var got []string
	for _, d := range found {
		got = append(got, d.Keyword)
	}
	if fmt.Sprint(got) != "[required maxProperties properties]" {
		t.Errorf("%v", got)
	}
}

// TestCompareForgottenName: controller-gen refuses a struct with a field of a plain type whose tag has no name, so
// nothing is said of what it would write.
func TestCompareForgottenName(t *testing.T) {
	m, err := Find(tree(t, map[string]string{"go.mod": "module example.com/app\n", "v1/types.go": `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Spec struct {
	A string ` + "`json:\"a,omitempty\"`" + `
	B bool   ` + "`json:\",omitempty\"`" + `
}

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec Spec         ` + "`json:\"spec,omitempty\"`" + `
}
`}))
	if err != nil {
		t.Fatal(err)
	}
	r, ok := m.Origin("example.com", "v1", "App", "v0.19.0")
	if !ok {
		t.Fatal("there is no type")
	}
	text := map[string]any{"type": "string"}
	s := map[string]any{"type": "object", "properties": map[string]any{
		"apiVersion": text, "kind": text, "metadata": map[string]any{"type": "object"},
		"spec": map[string]any{"type": "object", "properties": map[string]any{"a": text, "b": map[string]any{"type": "boolean"}}},
	}}
	if found := r.Compare(s); len(found) > 0 {
		t.Errorf("%d disagreements: %+v", len(found), found[0])
	}
}

func specSchema() map[string]any {
	text := func(more ...any) map[string]any {
		m := map[string]any{"type": "string"}
		for i := 0; i < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		return m
	}
	port := func() map[string]any {
		return map[string]any{"type": "integer", "format": "int32", "minimum": 1}
	}
	return map[string]any{
		"type": "object", "required": []any{"list", "paused"},
		"x-kubernetes-validations": []any{map[string]any{"rule": "self.größe != \"\\\\d\" && self.replicas > 0", "message": "no"}},
		"properties": map[string]any{
			"paused":   map[string]any{"type": "boolean", "description": "what it says is not compared"},
			"replicas": map[string]any{"type": "integer", "format": "int32", "maximum": 9.0, "default": 3},
			"size":     text("enum", []any{"small", "very large", "medium"}),
			"list": map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"a", "b"},
				"items": map[string]any{"type": "object", "required": []any{"a", "b"}, "properties": map[string]any{"a": text("minLength", 1), "b": text()}}},
			"names": map[string]any{"type": "array", "items": text("maxLength", 63),
				"x-kubernetes-validations": []any{map[string]any{"rule": `self.all(x, x != "")`}}},
			"ports":     map[string]any{"type": "array", "minItems": 1, "items": port()},
			"morePorts": map[string]any{"type": "array", "minItems": 1, "maxItems": 3, "items": port()},
			"mode":      text("enum", []any{"Fast", "Slow"}),
			"byName":    map[string]any{"type": "object", "additionalProperties": port()},
			"choice": map[string]any{"type": "object", "properties": map[string]any{"one": text(), "two": text()},
				"x-kubernetes-validations": []any{map[string]any{"rule": "(has(self.one)?1:0)+(has(self.two)?1:0) == 1", "message": "exactly one of the fields in [one two] must be set"}}},
			"pair": map[string]any{"type": "object", "required": []any{"first"}, "properties": map[string]any{"first": port()}},
			"any":  map[string]any{"x-kubernetes-preserve-unknown-fields": true},
			"raw":  text("format", "byte"),
			"at":   text("format", "date-time"),
			"self": map[string]any{},
		},
	}
}

// TestSameNumbers: bounds are compared as floats, as controller-gen writes them, and other numbers
// exactly.
func TestSameNumbers(t *testing.T) {
	big, near := int64(9223372036854775000), int64(9223372036854774807)
	for _, c := range []struct {
		a, b any
		want bool
	}{
		{float64(9223372036854774807), big, true},
		{big, float64(9223372036854774807), true},
		{big, near, false},
		{float64(1e21), 1e21, true},
		{0.5, int64(0), false},
		{int64(3), 3.0, true},
		{[]any{float64(near)}, []any{big}, true},
		{map[string]any{"a": float64(near)}, map[string]any{"a": big}, true},
		{map[string]any{"a": int64(1)}, map[string]any{"b": int64(1)}, false},
		{int64(1), "1", false},
	} {
		if got := same(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
}

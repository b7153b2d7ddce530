package gotypes

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

const declared = `// +groupName=example.com
package v1

import (
	"absent.example/other"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
	Spec Spec ` + "`json:\"spec\"`" + `
}

type Spec struct {
	Shared ` + "`json:\",inline\"`" + `
	Parts map[string][]*Part ` + "`json:\"parts\"`" + `
	Other other.Type ` + "`json:\"other\"`" + `
	Box Box[Item] ` + "`json:\"box\"`" + `
	Hidden Hidden ` + "`json:\"-\"`" + `
	Time Time ` + "`json:\"time\"`" + `
	Inner struct {
		Deep Mode ` + "`json:\"deep\"`" + `
	} ` + "`json:\"inner\"`" + `
}

type Shared struct { Zone *Mode ` + "`json:\"zone\"`" + ` }

// Part holds itself.
type Part struct { Parts []Part ` + "`json:\"parts\"`" + ` }

type Mode = Name
type Name string
type Box[T any] struct { Of T ` + "`json:\"of\"`" + ` }
type Item struct{}
type Hidden struct{}
type Unused struct{}

// These hold one another, which does not compile.
type Circle Circle2
type Circle2 Circle
type Square struct { Square Square }

// Time writes its own JSON.
type Time struct { Seconds Item ` + "`json:\"seconds\"`" + ` }

func (t Time) MarshalJSON() ([]byte, error) { return nil, nil }
`

func declaredModule(t *testing.T) (m *Module, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/widgets\n\ngo 1.23.4\n", "types.go": declared} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m, dir
}

func pathText(path []finding.Segment) string {
	var names []string
	for _, s := range path {
		names = append(names, s.Name)
	}
	return strings.Join(names, ".")
}

func TestDeclarationsOfCRD(t *testing.T) {
	m, _ := declaredModule(t)
	all := m.CRD("example.com", "Widget", []string{"v0", "v1"}, "v0.19.0").Declarations()
	var got []string
	for _, d := range all {
		got = append(got, d.Name+" "+pathText(d.Path))
		if d.Version != 1 || d.GeneratorMinor != 19 || d.GoMinor != 23 {
			t.Errorf("%s is of version %d, of controller-gen 0.%d and Go 1.%d", d.Name, d.Version, d.GeneratorMinor, d.GoMinor)
		}
	}
	want := []string{
		"Widget ", "Spec properties.spec", "Shared properties.spec", "Mode properties.spec.properties.zone", "Name properties.spec.properties.zone",
		"Part properties.spec.properties.parts.additionalProperties.items", "Box properties.spec.properties.box", "Time properties.spec.properties.time",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the types are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var fields []string
	for _, f := range all[1].AllFields() {
		fields = append(fields, f.Qualified+" "+pathText(f.Path[2:]))
	}
	want = []string{"Spec.Shared ", "Spec.Parts properties.parts", "Spec.Other properties.other", "Spec.Box properties.box", "Spec.Time properties.time",
		"Spec.Inner properties.inner", "Spec.Inner.Deep properties.inner.properties.deep"}
	if !slices.Equal(fields, want) {
		t.Errorf("the fields are\n%s\nwant\n%s", strings.Join(fields, "\n"), strings.Join(want, "\n"))
	}
}

func TestDeclarationsOfPackage(t *testing.T) {
	m, dir := declaredModule(t)
	all, err := m.Declarations(dir)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]Kind{}
	for _, d := range all {
		kinds[d.Name] = d.Type.Kind()
		for _, f := range d.AllFields() {
			kinds[f.Qualified] = f.Type.Kind()
			f.AllMarkers()
		}
	}
	for name, want := range map[string]Kind{"Mode": String, "Circle": Unknown, "Spec.Other": Unknown, "Box.Of": Unknown, "Spec.Parts": Map, "Shared.Zone": String, "Widget.ObjectMeta": Struct, "Unused": Struct} {
		if got, ok := kinds[name]; !ok || got != want {
			t.Errorf("%s is of kind %d, want %d", name, got, want)
		}
	}
	if _, err := m.Declarations(t.TempDir()); err == nil {
		t.Error("an empty folder has types")
	}
}

package gotypes

import (
	"fmt"
	"strings"
	"testing"
)

// TestEmptyDefault: controller-gen before v0.14 writes no default for {}, as was read in guessType of
// pkg/markers/parse.go at v0.13.0 and v0.14.0.
func TestEmptyDefault(t *testing.T) {
	const fields = `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Part struct {
	A string 'json:"a,omitempty"'
}

type Spec struct {
	// +kubebuilder:default:={}
	Part *Part 'json:"part,omitempty"'
	// +kubebuilder:default={a: "b"}
	Full *Part 'json:"full,omitempty"'
}

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec Spec 'json:"spec,omitempty"'
}
`
	for version, want := range map[Generator]string{"v0.13.0": "full", "v0.14.0": "full part", "v0.19.0": "full part"} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			m, err := Find(tree(t, map[string]string{"go.mod": "module example.com/app\n", "api/v1/doc.go": groupFile, "api/v1/app.go": strings.ReplaceAll(fields, "'", "`")}))
			if err != nil {
				t.Fatal(err)
			}
			r, ok := m.Origin("app.example.com", "v1", "App", version)
			if !ok {
				t.Fatal("no type")
			}
			var got []string
			for _, name := range []string{"full", "part"} {
				if s, _, ok := r.schema(path("properties.spec.properties." + name)); ok && s.value("default") != nil {
					got = append(got, name)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("defaults of %s, want %s", got, want)
			}
		})
	}
}

package gotypes

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRequired checks which fields each version of controller-gen lists in required. What the versions do was
// read in structToSchema of pkg/crd/schema.go at v0.11.4, v0.15.0, v0.16.0 and v0.21.0. A version that is no
// release is the one that go.mod requires.
func TestRequired(t *testing.T) {
	const fields = `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Spec struct {
	Plain string 'json:"plain"'
	Omitted string 'json:"omitted,omitempty"'
	// +kubebuilder:validation:Required
	MarkedOmitted *string 'json:"markedOmitted,omitempty"'
	// +kubebuilder:validation:Required
	// +optional
	Both string 'json:"both"'
	// +required
	ShortOmitted *string 'json:"shortOmitted,omitempty"'
	// +kubebuilder:validation:Optional
	Optional string 'json:"optional"'
}

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec Spec 'json:"spec,omitempty"'
}
`
	for _, c := range []struct {
		by         Generator
		required   string // in go.mod
		isOptional bool   // the package is marked
		want       string
	}{
		{"v0.11.4", "", false, "plain"},
		{"v0.15.0", "", false, "plain"},
		{"v0.16.0", "", false, "both markedOmitted plain shortOmitted"},
		{"v0.21.0", "", false, "both markedOmitted plain shortOmitted"},
		{"v0.11.4", "", true, "both markedOmitted"},
		{"v0.16.0", "", true, "both markedOmitted shortOmitted"},
		{"(unknown)", "v0.11.4", false, "plain"},
		{"(devel)", "v0.19.0", false, "both markedOmitted plain shortOmitted"},
		{"v0.16.0", "v0.11.4", false, "both markedOmitted plain shortOmitted"},
		{"(unknown)", "", false, "both markedOmitted plain shortOmitted"},
	} {
		t.Run(fmt.Sprint(c.by, c.required, c.isOptional), func(t *testing.T) {
			mod, group := "module example.com/app\n", groupFile
			if c.required != "" {
				mod += "\nrequire sigs.k8s.io/controller-tools " + c.required + "\n"
			}
			if c.isOptional {
				group = strings.Replace(group, "// +groupName", "// +kubebuilder:validation:Optional\n// +groupName", 1)
			}
			m, err := Find(tree(t, map[string]string{"go.mod": mod, "api/v1/doc.go": group, "api/v1/app.go": strings.ReplaceAll(fields, "'", "`")}))
			if err != nil {
				t.Fatal(err)
			}
			r, ok := m.Origin("app.example.com", "v1", "App", c.by)
			if !ok {
				t.Fatal("no type")
			}
			spec, _, ok := r.schema(path("properties.spec"))
			if !ok {
				t.Fatal("no spec")
			}
			var names []string
			for _, w := range requiredOf(spec) {
				names = append(names, w.value.(string))
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("required are %s, want %s", got, c.want)
			}
		})
	}
}

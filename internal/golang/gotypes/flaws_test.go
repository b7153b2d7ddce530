package gotypes

import (
	"path/filepath"
	"strings"
	"testing"
)

// What controller-gen refuses and ignores is what it said of the same markers, with v0.23.0.
func TestFlaws(t *testing.T) {
	for _, c := range []struct {
		marker, on string
		want       string // "" for nothing, else a part of the message
		refused    bool
	}{
		{"kubebuilder:validation:MaxLength=5", "A string", "", false},
		{"kubebuilder:validation:MaxLength=5", "A int32", "is for strings, and this is integer", true},
		{"kubebuilder:validation:MaxLength=x", "A string", "cannot be read as an integer", true},
		{"kubebuilder:validation:MaxLength", "A string", "cannot be read as an integer", true},
		{"kubebuilder:validation:Minimum=1.5", "A int32", "fraction", true},
		{"kubebuilder:validation:Minimum=1.5", "A float64", "", false},
		{"kubebuilder:validation:MaxItems=1", "A []string", "", false},
		{"kubebuilder:validation:MaxItems=1", "A map[string]string", "is for lists", true},
		{"kubebuilder:validation:items:MaxLength=1", "A []string", "", false},
		{"kubebuilder:validation:items:MaxLength=1", "A []int32", "is for strings", true},
		{"kubebuilder:validation:Enum", "A string", "cannot be read as a list", true},
		{"listType=set", "A []string", "", false},
		{"listType=list", "A []string", "does not take \"list\"", true},
		{"listMapKey=name", "A []string", "listType=map", true},
		{`kubebuilder:validation:XValidation:message="x"`, "A string", "needs the argument rule", true},
		{`kubebuilder:validation:XValidation:rule="self != ''",reason=Bad`, "A string", "does not take \"Bad\"", true},
		{`kubebuilder:validation:XValidation:rule="self != ''",mesage="x"`, "A string", "cannot be read", true},
		{`kubebuilder:validation:XValidation:rule="self != ''`, "A string", "cannot be read", true},
		{"k8s:enum", "A string", "must be on a type", true},
		{"kubebuilder:validation:MaxLenght=5", "A string", "does not know", false},
		{"kubebuilder:resource:scope=Cluster", "A string", "on a field", false},
		{"Optional", "A string", "does not know", false},
		{"kubebuilder:printcolumn:name=a", "A string", "on a field", false},
		{"kubebuilder:object:root=true", "A string", "", false},
		{"my:own:marker=1", "A string", "", false},
		{"optional", "A string", "", false},
	} {
		src := "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\ntype Spec struct {\n\t// +" + c.marker + "\n\t" + c.on + " `json:\"a\"`\n}\n\n" +
			"type App struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata\"`\n\tSpec Spec `json:\"spec\"`\n}\n"
		dir := tree(t, map[string]string{"go.mod": "module example.com/app\n", "api/v1/a.go": src})
		m, err := Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		all := m.Flaws(filepath.Join(dir, "api/v1/a.go"), "v0.23.0", nil)
		if c.want == "" {
			if len(all) > 0 {
				t.Errorf("+%s on %s: %s", c.marker, c.on, all[0].Message)
			}
			continue
		}
		if len(all) != 1 || !strings.Contains(all[0].Message, c.want) || all[0].Refused != c.refused || src[all[0].At.From:all[0].At.To] != "+"+c.marker {
			t.Errorf("+%s on %s: %+v", c.marker, c.on, all)
		}
	}
}

package gotypes

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
)

func TestSchemaPathsInScripts(t *testing.T) {
	for text, want := range map[string]string{
		`yq -i '.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum = 9' f.yaml`:  "[properties spec properties size maximum]",
		`.schema.openAPIV3Schema.properties.spec.x-kubernetes-validations += [{"rule": "self.a.b"}]`:           "[properties spec x-kubernetes-validations]",
		`.schema.openAPIV3Schema.properties["a.b"].items.properties."c-d".anyOf[1])`:                           "[properties a.b items properties c-d anyOf 1]",
		"- op: add\n  path: /spec/versions/name=v1/schema/openAPIV3Schema/properties/a~1b/properties/0/enum\n": "[properties a/b properties 0 enum]",
		`openAPIV3Schema: {}`:                    "",
		`.schema.openAPIV3Schema`:                "",
		`.openAPIV3Schema.properties["a`:         "[properties]",
		`"openAPIV3Schema" .openAPIV3Schema.x y`: "[x]",
	} {
		var got []string
		for _, path := range schemaPaths(nil, []byte(text)) {
			var words []string
			for _, s := range path {
				if s.IsIndex {
					words = append(words, fmt.Sprint(s.Index))
				} else {
					words = append(words, s.Name)
				}
			}
			got = append(got, fmt.Sprint(words))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

const editedTypes = `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Port writes itself.
type Port struct {
	Min int 'json:"min"'
}

func (p Port) MarshalJSON() ([]byte, error) { return nil, nil }

// Range does not.
type Range struct {
	Min int 'json:"min,omitempty"'
}

type Spec struct {
	// +kubebuilder:validation:Maximum=10
	Size  int    'json:"size,omitempty"'
	List  []*int 'json:"list,omitempty"'
	Items *int   'json:"items,omitempty"'
	Port  Port  'json:"port,omitempty"'
	Range Range 'json:"range,omitempty"'
}

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec Spec 'json:"spec,omitempty"'
}
`

// What the repository says to change after the CRD is generated does not make it stale.
func TestEditedPlacesAreNotStale(t *testing.T) {
	const script = "yq -i '.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum = 9' config/crd/%s\n"
	const kustomization = "patches:\n- path: p/size.yaml\n  target: {kind: CustomResourceDefinition, name: %q}\n"
	const makes = "generate:\n\t$(CONTROLLER_GEN) crd paths=./... output:crd:dir=config/crd\n"
	const patch = "- op: replace\n  path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum\n  value: 9\n"
	for _, c := range []struct {
		name string
		more map[string]string
		want string
	}{
		{"nothing", nil, "size.maximum"},
		{"script", map[string]string{"hack/crds.sh": fmt.Sprintf(script, "apps.yaml")}, ""},
		{"makefile", map[string]string{"Makefile": "generate:\n\t" + fmt.Sprintf(script, "apps.yaml")}, ""},
		{"another file", map[string]string{"hack/crds.sh": fmt.Sprintf(script, "others.yaml")}, "size.maximum"},
		{"another place", map[string]string{"hack/crds.sh": strings.ReplaceAll(fmt.Sprintf(script, "apps.yaml"), "size.maximum", "size.minimum")}, "size.maximum"},
		{"patch", map[string]string{"config/crd/apps.yaml-patch": "- op: replace\n  path: /spec/versions/name=v1/schema/openAPIV3Schema/properties/spec/properties/size\n"}, ""},
		{"kustomization", map[string]string{"config/kustomization.yaml": fmt.Sprintf(kustomization, "apps.example.com"), "config/p/size.yaml": patch}, ""},
		{"kustomization for many", map[string]string{"config/kustomization.yaml": fmt.Sprintf(kustomization, `.*\.example\.com`), "config/p/size.yaml": patch}, ""},
		{"kustomization for another", map[string]string{"config/kustomization.yaml": fmt.Sprintf(kustomization, "others.example.com"), "config/p/size.yaml": patch}, "size.maximum"},
		{"kustomization with a patch in it", map[string]string{"config/kustomization.yaml": "patches:\n- patch: |\n    - {op: remove, path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum}\n"}, ""},
		{"no kustomization", map[string]string{"config/kustomization.yaml": "patches: 1"}, "size.maximum"},
		{"vendored script", map[string]string{"vendor/hack/crds.sh": fmt.Sprintf(script, "apps.yaml")}, "size.maximum"},
		{"program of the repository", map[string]string{"Makefile": makes + "\t$(BIN)/modifier -dir $(ROOT)/config/crd\n"}, ""},
		{"program that go runs", map[string]string{"Makefile": makes + "\t@cd . && GOFLAGS=-mod=mod go run ./hack/modifier \\\n\t\tconfig/crd\n"}, ""},
		{"program in a script", map[string]string{"hack/gen.sh": "controller-gen crd paths=./...\n\npython3 hack/m.py config/crd/*.yaml\n"}, ""},
		{"program on another folder", map[string]string{"Makefile": makes + "\t$(BIN)/modifier -dir config/rbac\n"}, "size.maximum"},
		{"program of another recipe", map[string]string{"Makefile": makes + "\nother:\n\t$(BIN)/modifier -dir config/crd\n"}, "size.maximum"},
		{"program before", map[string]string{"Makefile": "generate:\n\t$(BIN)/modifier -dir config/crd\n" + strings.TrimPrefix(makes, "generate:\n")}, "size.maximum"},
		{"program of others", map[string]string{"Makefile": makes + "\t$(KUSTOMIZE) build config/crd\n\tbin/prettier config/crd; cp config/crd/* x\n"}, "size.maximum"},
		{"program of others that go runs", map[string]string{"Makefile": makes + "\tgo run sigs.k8s.io/kustomize/kustomize/v5 build config/crd\n"}, "size.maximum"},
		{"program without the generator", map[string]string{"Makefile": "x:\n\t$(BIN)/modifier -dir config/crd\n"}, "size.maximum"},
	} {
		files := map[string]string{"go.mod": "module example.com/app\n", "api/v1/types.go": strings.ReplaceAll(editedTypes, "'", "`"), "config/crd/apps.yaml": ""}
		for name, text := range c.more {
			files[name] = text
		}
		dir := tree(t, files)
		m, err := Find(filepath.Join(dir, "api"))
		if err != nil {
			t.Fatal(err)
		}
		types := m.CRD("example.com", "App", []string{"v1"}, "v0.19.0")
		if types == nil {
			t.Fatal("no types")
		}
		text := map[string]any{"type": "string"}
		schema := map[string]any{"type": "object", "properties": map[string]any{
			"apiVersion": text, "kind": text, "metadata": map[string]any{"type": "object"},
			"spec": map[string]any{"type": "object", "properties": map[string]any{
				"size":  map[string]any{"type": "integer", "maximum": 9},
				"list":  map[string]any{"type": "array", "items": map[string]any{"type": "integer", "nullable": true, "not": map[string]any{}}},
				"items": map[string]any{"type": "integer"},
				"port":  map[string]any{"x-kubernetes-int-or-string": true, "pattern": "^.*$"},
				"range": map[string]any{"type": "object", "properties": map[string]any{"min": map[string]any{"type": "integer"}}},
			}},
		}}
		stale := types.Stale(0, schema, filepath.Join(dir, "config/crd/apps.yaml"), "apps.example.com")
		if got := placesOf(stale); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		schema["properties"].(map[string]any)["spec"].(map[string]any)["properties"].(map[string]any)["range"] = text
		schema["properties"].(map[string]any)["spec"].(map[string]any)["properties"].(map[string]any)["items"].(map[string]any)["nullable"] = true
		if got := placesOf(types.Stale(0, schema, "", "")); !strings.Contains(got, "items.nullable") {
			t.Errorf("%s: a field named items that is nullable: %q", c.name, got)
		}
		if got := placesOf(types.Stale(0, schema, "", "")); !strings.Contains(got, "range.type") {
			t.Errorf("%s: a struct that is a string: %q", c.name, got)
		}
	}
}

// placesOf are the last fields and keywords of disagreements.
func placesOf(all []Disagreement) string {
	var places []string
	for _, d := range all {
		var last []finding.Segment
		if n := len(d.Path); n >= 2 {
			last = d.Path[n-2:]
		}
		places = append(places, last[0].Name+"."+last[1].Name)
	}
	return strings.Join(places, " ")
}

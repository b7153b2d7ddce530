package gotypes

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
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
		{"script that reads", map[string]string{"hack/crds.sh": "crd=config/crd/apps.yaml\nyq '.spec.versions[0].schema.openAPIV3Schema.properties.spec' \"$crd\" > /tmp/x\n"}, "size.maximum"},
		{"script that compares", map[string]string{"hack/crds.sh": "if [ \"$(yq '.spec.versions[0].schema.openAPIV3Schema.properties.spec.type == \"object\"' config/crd/apps.yaml)\" = true ]; then echo; fi\n"}, "size.maximum"},
		{"comment", map[string]string{"hack/crds.sh": "# don't: yq -i '.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size = 1' config/crd/apps.yaml\n"}, "size.maximum"},
		{"script that writes elsewhere", map[string]string{"hack/crds.sh": "yq 'del(.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum)' config/crd/apps.yaml > t\nmv t config/crd/apps.yaml\n"}, ""},
		{"script for all files", map[string]string{"hack/crds.sh": "for f in config/crd/*.yaml; do\n  yq -i '.spec.versions[].schema.openAPIV3Schema.properties.spec.properties[].maximum = 9' $f\ndone\n"}, ""},
		{"another place behind a pipe", map[string]string{"hack/crds.sh": "yq -i '(.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties | .list).maxItems = 9' config/crd/apps.yaml\n"}, "size.maximum"},
		{"this place behind a pipe", map[string]string{"hack/crds.sh": "yq -i '(.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties | .size).maximum = 9' config/crd/apps.yaml\n"}, ""},
		{"this place in a body", map[string]string{"hack/crds.sh": "yq -i 'with(.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties; .list.maxItems = 9 | .size.maximum = 9)' config/crd/apps.yaml\n"}, ""},
		{"this place by a variable", map[string]string{"hack/crds.sh": "P=.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties\nyq -i \"${P}.size.maximum = 9\" config/crd/apps.yaml\n"}, ""},
		{"a place of a variable name", map[string]string{"hack/crds.sh": "for p in size list; do yq -i \".spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.${p}.maximum = 9\" config/crd/apps.yaml; done\n"}, ""},
		{"expression over lines", map[string]string{"hack/crds.sh": "yq -i '\n  .spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.list.maxItems = 9 |\n  .spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum = 9\n' config/crd/apps.yaml\n"}, ""},
		{"old yq", map[string]string{"Makefile": "x:\n\tyq w config/crd/apps.yaml spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum 9 > y\n"}, ""},
		{"kubectl patch", map[string]string{"hack/p.sh": "kubectl patch --local -f config/crd/apps.yaml --type json -p '[{\"op\": \"remove\", \"path\": \"/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum\"}]'\n"}, ""},
		{"python that reads", map[string]string{"hack/p.py": "print(get(load('apps.yaml'), '.schema.openAPIV3Schema.properties.spec'))\n"}, "size.maximum"},
		{"python that writes", map[string]string{"hack/p.py": "delete(crd, '.schema.openAPIV3Schema.properties.spec'); yaml.dump(crd, open('apps.yaml', 'w'))\n"}, ""},
		{"kustomization for another place", map[string]string{"config/kustomization.yaml": fmt.Sprintf(kustomization, "apps.example.com"), "config/p/size.yaml": strings.ReplaceAll(patch, "size", "list")}, "size.maximum"},
		{"script that reads after the generator", map[string]string{"Makefile": makes + "\t./hack/count.sh config/crd\n", "hack/count.sh": "#!/bin/sh\ngrep -c kind: \"$1\"/*.yaml\n"}, "size.maximum"},
		{"script that writes after the generator", map[string]string{"Makefile": makes + "\t./hack/edit.sh config/crd\n", "hack/edit.sh": "#!/bin/sh\nsed -i s/a/b/ \"$1\"/*.yaml\n"}, ""},
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

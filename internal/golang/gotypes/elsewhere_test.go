package gotypes

import (
	"path/filepath"
	"strings"
	"testing"
)

// What types of other modules say leads to the field of the author's that is of such a type,
// whether the module is in the cache, vendored or not there.
func TestTypesOfOtherModules(t *testing.T) {
	const types = `// +groupName=example.com
package v1

import (
	core "example.org/core/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type AppSpec struct {
	Pods []core.Pod 'json:"pods"'
	Own  Own        'json:"own"'
}

type Own struct {
	core.Pod 'json:",inline"'
	Size     int 'json:"size"'
}

// +kubebuilder:object:root=true
type App struct {
	metav1.TypeMeta   'json:",inline"'
	metav1.ObjectMeta 'json:"metadata,omitempty"'
	Spec AppSpec 'json:"spec"'
}
`
	const pod = `package core

type Pod struct {
	// +kubebuilder:validation:MinLength=1
	Name string 'json:"name"'
}
`
	go1 := func(s string) string { return strings.ReplaceAll(s, "'", "`") }
	files := func(more ...string) map[string]string {
		all := map[string]string{
			"repo/go.mod":      "module example.com/app\n\nrequire (\n\texample.org/core/v2 v2.1.0\n)\n",
			"repo/api/v1/a.go": go1(types),
		}
		for _, name := range more {
			all[name] = go1(pod)
		}
		return all
	}
	for _, c := range []struct {
		where  string
		files  map[string]string
		unread bool
	}{
		{"cache", files("cache/example.org/core/v2@v2.1.0/pod.go"), false},
		{"vendor", files("repo/vendor/example.org/core/v2/pod.go"), false},
		{"nowhere", files(), true},
	} {
		dir := tree(t, c.files)
		t.Setenv("GOMODCACHE", filepath.Join(dir, "cache"))
		m, err := Find(filepath.Join(dir, "repo"))
		if err != nil {
			t.Fatal(err)
		}
		r, ok := m.Origin("example.com", "v1", "App", "v0.19.0")
		if !ok {
			t.Fatalf("%s: no type", c.where)
		}
		for _, p := range []struct{ path, use string }{
			{"properties.spec.properties.pods.items.properties.name.minLength", "core.Pod"},
			{"properties.spec.properties.own.properties.name", "Own"},
		} {
			got, ok := r.At(path(p.path))
			if !ok || got.Use == nil || !got.Elsewhere || got.Unread != c.unread {
				t.Errorf("%s: %s: %v %+v", c.where, p.path, ok, got)
				continue
			}
			if text := textAt(t, *got.Use); text != p.use || got.Use.Elsewhere || got.Use.Exact || got.Use.Marker != "" {
				t.Errorf("%s: %s is used at %q: %+v", c.where, p.path, text, got.Use)
			}
			if got.Type != "example.org/core/v2.Pod" && got.Type != "" {
				t.Errorf("%s: %s is of the type %q", c.where, p.path, got.Type)
			}
			if !c.unread && got.Type == "" {
				t.Errorf("%s: %s has no type", c.where, p.path)
			}
			if !c.unread && filepath.Base(got.File) != "pod.go" {
				t.Errorf("%s: %s is at %s", c.where, p.path, got.File)
			}
		}
		if got, ok := r.At(path("properties.spec.properties.own.properties.size")); !ok || got.Elsewhere || got.Use != nil || got.Type != "" {
			t.Errorf("%s: the own field: %v %+v", c.where, ok, got)
		}
		if got, ok := r.Declared(path("properties.spec.properties.own")); !ok || textAt(t, got) != "Own" || !strings.Contains(got.Source, "type Own struct") {
			t.Errorf("%s: the type of the field: %v %+v", c.where, ok, got)
		}
	}
}

package main

import (
	"fmt"
	"math/rand"
	"net/http"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// annotation is where kubectl keeps what was applied last.
const annotation = "kubectl.kubernetes.io/last-applied-configuration"

// random makes scenarios: a first command, changes by others, and more commands with
// changed manifests. Most of the manifests are ones that the server accepts.
func random(crds []*crd, count int, accepted func(*crd, map[string]any) bool) []scenario {
	var all []scenario
	for i := range count {
		m := maker{rand.New(rand.NewSource(int64(i)))}
		c := crds[i%len(crds)]
		version := pick(m, c.Spec.Versions...).Name
		ns := ""
		if c.Spec.Scope == v1.NamespaceScoped {
			ns = pick(m, "default", "default", "default", namespace, "absent")
		}
		sc := scenario{id: fmt.Sprintf("random/%04d", i), crd: c, namespace: ns, name: "obj"}
		likely := func(make func() map[string]any) map[string]any {
			object := make()
			for try := 0; try < 12 && !m.in(10) && !accepted(c, object); try++ {
				object = make()
			}
			return object
		}
		object := likely(func() map[string]any { return m.object(c, version, ns, sc.name) })

		switch m.Intn(12) {
		case 0:
			sc.kubectl(m.text(object), "create")
		case 1:
			sc.kubectl(m.text(object), "create", "--save-config")
		case 2, 3:
			sc.kubectl(m.text(object), "apply", "--server-side")
		case 4:
			sc.steps = append(sc.steps, somebodyCreates(object))
		default:
			sc.kubectl(m.text(object), "apply")
		}
		for range 3 + m.Intn(3) {
			if m.in(2) {
				sc.steps = append(sc.steps, m.somebody(c))
			}
			if !m.in(4) {
				before := object
				object = likely(func() map[string]any { return m.edit(before) })
			}
			sc.kubectl(m.text(m.special(object)), m.command()...)
		}
		all = append(all, sc)
	}
	return all
}

func (s *scenario) kubectl(manifest string, args ...string) {
	s.steps = append(s.steps, step{args: args, manifest: manifest})
}

// command is what is done with a manifest, with some flags.
func (m maker) command() []string {
	args := []string{"apply"}
	switch m.Intn(16) {
	case 0:
		args = []string{"replace"}
	case 1:
		args = []string{"replace", "--save-config"}
	case 2, 3:
		args = []string{"apply", "--server-side"}
	case 4:
		args = []string{"apply", "--server-side", "--force-conflicts"}
	case 5:
		args = []string{"apply", "--server-side", "--field-manager=argo", pick(m, "--force-conflicts=true", "--force-conflicts=false")}
	case 6:
		args = []string{"apply", "--field-manager=flux"}
	case 7:
		args = []string{"apply", "--overwrite=false"}
	case 8:
		args = []string{"create"}
	}
	if m.in(10) {
		args = append(args, "--validate="+pick(m, "warn", "ignore", "false", "true"))
	}
	return args
}

// special gives a manifest what manifests in repositories rarely have.
func (m maker) special(object map[string]any) map[string]any {
	if !m.in(15) {
		return object
	}
	object = copied(object).(map[string]any)
	meta := object["metadata"].(map[string]any)
	switch m.Intn(4) {
	case 0:
		meta["annotations"] = map[string]any{annotation: pick(m, "{}\n", "broken", "", `{"spec":{"a":1}}`), "b": "c"}
	case 1:
		meta["uid"] = "ffffffff-0000-4000-8000-000000000001"
	case 2:
		object["status"] = map[string]any{"phase": "Ready"}
	case 3:
		meta["managedFields"] = []any{}
	}
	return object
}

// somebodyCreates is a request to create an object without kubectl.
func somebodyCreates(object map[string]any) step {
	return step{method: http.MethodPost, contentType: "application/json", query: "fieldManager=operator", body: func(map[string]any) any {
		return object
	}}
}

// somebody is a change of the object without kubectl.
func (m maker) somebody(c *crd) step {
	s := step{method: http.MethodPatch, contentType: "application/merge-patch+json", query: "fieldManager=" + pick(m, "operator", "dashboard")}
	merge := func(path string, value any) step {
		keys := strings.Split(path, "/")
		for i := len(keys) - 1; i >= 0; i-- {
			value = map[string]any{keys[i]: value}
		}
		s.body = func(map[string]any) any { return value }
		return s
	}
	switch m.Intn(12) {
	case 0:
		return merge("metadata/annotations", map[string]any{annotation: nil})
	case 1:
		return merge("metadata/annotations", map[string]any{annotation: pick(m, "", "null", "{", "[]", `"text"`, "{}", `{"spec":null}`, `{"spec":{"gone":1,"image":"x","replicas":3}}`)})
	case 2:
		return merge("metadata/labels", map[string]any{"by": "somebody", "app": pick[any](m, "other", nil)})
	case 3:
		return merge("metadata/finalizers", []any{"example.com/keep"})
	case 4:
		return merge("metadata/ownerReferences", []any{map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "c", "uid": "ffffffff-0000-4000-8000-000000000002"}})
	case 5:
		s.contentType, s.method = "application/json", http.MethodPut
		s.body = func(live map[string]any) any {
			delete(live, "status")
			if spec, ok := live["spec"].(map[string]any); ok {
				for key := range spec {
					if len(key)%2 == 0 {
						delete(spec, key)
					}
				}
			}
			return live
		}
		return s
	case 6:
		value := map[string]any{"phase": pick(m, "Ready", "Failed")}
		if c.Spec.Versions[len(c.Spec.Versions)-1].Subresources != nil {
			s.subresource = "status"
		}
		return merge("status", value)
	case 7:
		s.contentType, s.query = "application/apply-patch+yaml", "fieldManager=operator&force=true"
		s.body = func(live map[string]any) any {
			return map[string]any{"apiVersion": live["apiVersion"], "kind": live["kind"], "metadata": map[string]any{"name": "obj"},
				"spec": map[string]any{"image": "by-operator", "version": "2", "timeout": "3s"}}
		}
		s.query += "&fieldValidation=Ignore"
		return s
	}
	var props *v1.JSONSchemaProps
	for _, v := range c.Spec.Versions {
		if v.Storage {
			spec := v.Schema.OpenAPIV3Schema.Properties["spec"]
			props = &spec
		}
	}
	if props.Type == "" {
		return merge("spec", m.anything(2))
	}
	return merge("spec", m.value(props, 1))
}

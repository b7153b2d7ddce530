package sequences

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/schema"
)

// perCRD is how many sequences are made of a part of a CRD: to serve one takes longer than
// a sequence.
const perCRD = 10

// Generate makes n random sequences; the same for the same seed.
func Generate(crds []crdedit.Value, seed int64, n int) []*golden.Sequence {
	var all []*golden.Sequence
	for i := 0; len(all) < n; i++ {
		r := rand.New(rand.NewSource(seed*1_000_003 + int64(i)))
		var s *subject
		for s == nil {
			s = newSubject(r, crds[r.Intn(len(crds))])
		}
		for j := range min(perCRD, n-len(all)) {
			q := &golden.Sequence{ID: fmt.Sprintf("%d-%d %s", i, j, s.value["metadata"].(map[string]any)["name"]), CRDs: [][]byte{s.text}}
			q.Steps = s.steps()
			all = append(all, q)
		}
	}
	return all
}

// writer makes the steps of one sequence.
type writer struct {
	*subject
	version *version
	// last is what the object of a name may look like.
	last map[string]map[string]any
	// crd is the CRD as it is served.
	crd crdedit.Value
}

func (s *subject) steps() []golden.Step {
	w := &writer{subject: s, version: &s.versions[s.Intn(len(s.versions))], last: map[string]map[string]any{}, crd: s.value}
	var steps []golden.Step
	for range 2 + s.Intn(11) {
		step := w.step(len(steps) == 0)
		if step.Verb != "crd" {
			if s.spec.Scope == "Namespaced" {
				step.Namespace = "default"
			}
			step.Version = w.version.name
		}
		steps = append(steps, step)
	}
	return steps
}

func (w *writer) in(n int) bool { return w.Intn(n) == 0 }

func oneOf[T any](r *rand.Rand, of ...T) T { return of[r.Intn(len(of))] }

func (w *writer) step(first bool) golden.Step {
	if len(w.versions) > 1 && w.in(4) {
		w.version = &w.versions[w.Intn(len(w.versions))]
	}
	s := golden.Step{Name: "one", FieldManager: oneOf(w.Rand, "alice", "bob", "carol", "dave")}
	if w.in(10) {
		s.Name = "two"
	}
	switch {
	case w.in(12):
		s.FieldValidation = "Strict"
	case w.in(24):
		s.FieldValidation = oneOf(w.Rand, "Warn", "Ignore")
	}
	kinds := []string{"apply", "apply", "apply", "apply", "apply", "apply", "apply", "apply", "update", "update", "merge", "merge", "merge", "json", "json", "delete", "get", "crd"}
	if w.version.status {
		kinds = append(kinds, "status", "status", "status")
	}
	if w.version.scale {
		kinds = append(kinds, "scale", "scale")
	}
	kind := oneOf(w.Rand, kinds...)
	if first {
		kind = oneOf(w.Rand, "apply", "apply", "create")
	}
	if kind == "crd" && !w.in(3) {
		kind = "apply"
	}
	switch kind {
	case "create", "apply":
		s.Verb = kind
		o := w.part(w.object(s.Name), w.version.root, 0)
		w.apply(&s, o.(map[string]any))
		w.last[s.Name] = o.(map[string]any)
	case "update":
		s.Verb = "update"
		o := w.object(s.Name)
		meta(o)["resourceVersion"] = golden.CurrentVersion
		switch {
		case w.in(12):
			meta(o)["resourceVersion"] = golden.StaleVersion
		case w.in(12):
			delete(meta(o), "resourceVersion")
		case w.in(30):
			meta(o)["managedFields"] = oneOf[any](w.Rand, []any{}, []any{map[string]any{}})
		}
		w.last[s.Name] = o
		s.Body = text(o)
	case "merge":
		s.Verb, s.Type = "patch", "merge"
		o := w.part(w.object(s.Name), w.version.root, 3).(map[string]any)
		delete(o, "apiVersion")
		delete(o, "kind")
		delete(meta(o), "name")
		if len(meta(o)) == 0 {
			delete(o, "metadata")
		}
		if w.in(3) {
			w.null(o)
		}
		switch {
		case w.in(30):
			o["metadata"] = map[string]any{"managedFields": []any{map[string]any{}}}
		case w.in(30):
			o["metadata"] = map[string]any{"resourceVersion": oneOf(w.Rand, golden.CurrentVersion, golden.StaleVersion)}
		}
		s.Body = text(o)
	case "json":
		s.Verb, s.Type = "patch", "json"
		s.Body = text(w.operations(s.Name))
	case "delete":
		s = golden.Step{Verb: "delete", Name: s.Name}
		if w.in(6) {
			s.Propagation = oneOf(w.Rand, "Foreground", "Orphan", "Background")
		}
	case "get":
		s = golden.Step{Verb: "get", Name: s.Name}
	case "crd":
		next, _ := crdedit.Edits(w.Rand, w.crd, 2)
		w.crd = next
		s = golden.Step{Verb: "crd", Body: text(next)}
	case "status":
		w.status(&s)
	case "scale":
		w.scale(&s)
	}
	return s
}

func (w *writer) apply(s *golden.Step, o map[string]any) {
	if s.Verb == "apply" && w.in(3) {
		s.Force = "true"
	}
	switch {
	case w.in(10):
		meta(o)["labels"] = map[string]any{oneOf(w.Rand, "a", "b"): oneOf(w.Rand, "1", "2")}
	case w.in(20):
		meta(o)["annotations"] = map[string]any{oneOf(w.Rand, "a", "b"): oneOf(w.Rand, "1", "2")}
	case w.in(30):
		meta(o)["finalizers"] = []any{"example.com/" + oneOf(w.Rand, "a", "b")}
	case w.in(40):
		meta(o)["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "A", "name": oneOf(w.Rand, "a", "b"), "uid": oneOf(w.Rand, "u1", "u2")}}
	case w.in(40) && s.Verb == "apply":
		meta(o)["resourceVersion"] = oneOf(w.Rand, golden.CurrentVersion, golden.StaleVersion)
	case w.in(60):
		meta(o)["uid"] = golden.LiveUID
	}
	s.Body = text(o)
}

func (w *writer) status(s *golden.Step) {
	s.Subresource = "status"
	o := w.object(s.Name)
	if !w.in(4) {
		delete(o, "spec")
	}
	if p := w.version.root.Property("status"); p != nil {
		o["status"] = w.Value(p, 3)
	}
	switch s.Verb = oneOf(w.Rand, "apply", "apply", "update", "patch"); s.Verb {
	case "apply":
		if w.in(3) {
			s.Force = "true"
		}
	case "update":
		meta(o)["resourceVersion"] = golden.CurrentVersion
	case "patch":
		s.Type = "merge"
		o = map[string]any{"status": o["status"]}
	}
	s.Body = text(o)
}

func (w *writer) scale(s *golden.Step) {
	s.Subresource = "scale"
	s.FieldValidation = ""
	spec := map[string]any{"replicas": oneOf[any](w.Rand, 0, 1, 2, 3, -1)}
	o := map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": map[string]any{"name": s.Name}, "spec": spec}
	switch s.Verb = oneOf(w.Rand, "apply", "update", "patch", "get"); s.Verb {
	case "apply":
		if w.in(2) {
			s.Force = "true"
		}
	case "patch":
		s.Type, o = "merge", map[string]any{"spec": spec}
	case "get":
		s.Body, s.FieldManager = "", ""
		return
	}
	s.Body = text(o)
}

func meta(o map[string]any) map[string]any {
	m, _ := o["metadata"].(map[string]any)
	if m == nil {
		m = map[string]any{}
		o["metadata"] = m
	}
	return m
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is made of JSON values
	}
	return string(b)
}

// object is one like that of a name, or one of the pool, often with changes.
func (w *writer) object(name string) map[string]any {
	o := w.last[name]
	if o == nil || w.in(3) || len(w.version.pool) == 0 {
		if len(w.version.pool) > 0 {
			o = w.version.pool[0]
			if w.in(3) {
				o = oneOf(w.Rand, w.version.pool...)
			}
		} else {
			o = map[string]any{}
		}
	}
	o = runtime.DeepCopyJSON(o)
	w.named(w.version.name, o)
	meta(o)["name"] = name
	for range w.Intn(3) {
		w.mutate(o)
	}
	return o
}

// place is a value in an object.
type place struct {
	up  any // a map or a list
	key string
	at  int
	s   *schema.Schema
	way string // a JSON pointer
}

func (p *place) value() any {
	if m, ok := p.up.(map[string]any); ok {
		return m[p.key]
	}
	return p.up.([]any)[p.at]
}

func (p *place) set(v any) {
	if m, ok := p.up.(map[string]any); ok {
		m[p.key] = v
		return
	}
	p.up.([]any)[p.at] = v
}

// places are all values in an object but those that say what it is.
func places(o map[string]any, root *schema.Schema) []place {
	var all []place
	var add func(v any, s *schema.Schema, way string)
	add = func(v any, s *schema.Schema, way string) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if way == "" && (k == "apiVersion" || k == "kind" || k == "metadata") {
					continue
				}
				p := place{up: v, key: k, s: below(s, k), way: way + "/" + strings.ReplaceAll(strings.ReplaceAll(k, "~", "~0"), "/", "~1")}
				all = append(all, p)
				add(v[k], p.s, p.way)
			}
		case []any:
			for i := range v {
				p := place{up: v, at: i, way: fmt.Sprintf("%s/%d", way, i)}
				if s != nil {
					p.s = s.ItemSchema()
				}
				all = append(all, p)
				add(v[i], p.s, p.way)
			}
		}
	}
	add(o, root, "")
	return all
}

func below(s *schema.Schema, name string) *schema.Schema {
	if s == nil {
		return nil
	}
	if p := s.Property(name); p != nil {
		return p
	}
	return s.ValueSchema()
}

// mutate changes an object at one place.
func (w *writer) mutate(o map[string]any) {
	all := places(o, w.version.root)
	if len(all) == 0 {
		if v, ok := w.Value(w.version.root, 3).(map[string]any); ok {
			for k := range v {
				if k != "apiVersion" && k != "kind" && k != "metadata" {
					o[k] = v[k]
				}
			}
		}
		return
	}
	p := all[w.Intn(len(all))]
	switch v := p.value().(type) {
	case []any:
		switch n := len(v); {
		case w.in(3):
			v = append(slices.Clone(v), w.Value(itemsOf(p.s), 2))
		case n > 1 && w.in(3):
			v = slices.Clone(v)
			w.Shuffle(n, func(i, j int) { v[i], v[j] = v[j], v[i] })
		case n > 0 && w.in(3):
			v = append(slices.Clone(v), runtime.DeepCopyJSONValue(v[w.Intn(n)])) // often a duplicate
		case n > 0:
			v = slices.Delete(slices.Clone(v), 0, 1)
		}
		p.set(v)
	case map[string]any:
		switch {
		case w.in(8):
			v["unknown"] = oneOf[any](w.Rand, "x", int64(1), map[string]any{"a": "b"})
		case w.in(3) && p.s != nil:
			p.set(w.Value(p.s, 2))
		default:
			if keys := slices.Sorted(maps.Keys(v)); len(keys) > 0 {
				delete(v, keys[w.Intn(len(keys))])
			}
		}
	default:
		switch {
		case w.in(12):
			p.set(nil)
		case w.in(20):
			p.set(oneOf[any](w.Rand, "x", int64(1), true, []any{}, map[string]any{}))
		default:
			p.set(w.Value(p.s, 1))
		}
	}
}

func itemsOf(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	return s.ItemSchema()
}

// null puts null at a place.
func (w *writer) null(o map[string]any) {
	if all := places(o, w.version.root); len(all) > 0 {
		p := all[w.Intn(len(all))]
		p.set(nil)
	}
}

// part is a part of a value. What is required, and the keys of lists, are mostly kept;
// more of the rest is left out the larger less is.
func (w *writer) part(v any, s *schema.Schema, less int) any {
	keeps := func() bool { return w.Intn(10) > 2+less }
	var in func(v any, s *schema.Schema, keys []string, top bool) any
	in = func(v any, s *schema.Schema, keys []string, top bool) any {
		switch v := v.(type) {
		case map[string]any:
			kept := map[string]any{}
			for _, k := range slices.Sorted(maps.Keys(v)) {
				sure := top && (k == "apiVersion" || k == "kind" || k == "metadata") || slices.Contains(keys, k) && !w.in(40) || s != nil && slices.Contains(s.Required, k) && !w.in(15)
				if sure || keeps() {
					if top && k == "metadata" {
						kept[k] = v[k]
						continue
					}
					kept[k] = in(v[k], below(s, k), nil, false)
				}
			}
			return kept
		case []any:
			kept := []any{}
			atomic := s == nil || s.ListType() != "map" && s.ListType() != "set"
			var item []string
			if s != nil && s.ListType() == "map" {
				item = s.XListMapKeys()
			}
			for _, e := range v {
				switch {
				case atomic && !w.in(20):
					kept = append(kept, e)
				case keeps():
					kept = append(kept, in(e, itemsOf(s), item, false))
				}
			}
			return kept
		}
		return v
	}
	return in(v, s, nil, true)
}

// operations are those of a JSON patch.
func (w *writer) operations(name string) []any {
	o := w.object(name)
	all := places(o, w.version.root)
	list := []any{}
	for range 1 + w.Intn(3) {
		if len(all) == 0 {
			return append(list, map[string]any{"op": "add", "path": "/spec", "value": map[string]any{}})
		}
		p := all[w.Intn(len(all))]
		op := map[string]any{"op": oneOf(w.Rand, "replace", "replace", "replace", "add", "add", "remove", "remove", "test", "copy", "move"), "path": p.way}
		switch op["op"] {
		case "replace", "add":
			op["value"] = p.value()
			if !w.in(4) {
				op["value"] = w.Value(p.s, 2)
			}
			if l, ok := p.value().([]any); ok && w.in(2) {
				op["op"], op["path"] = "add", p.way+"/-"
				if len(l) > 0 {
					op["value"] = w.Value(itemsOf(p.s), 2)
				}
			}
		case "test":
			op["value"] = p.value()
		case "copy", "move":
			op["from"] = p.way
			op["path"] = all[w.Intn(len(all))].way
		}
		if w.in(40) {
			op["extra"] = "x"
		}
		list = append(list, op)
	}
	return list
}

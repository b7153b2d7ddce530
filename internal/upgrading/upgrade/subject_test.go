package upgrade

import (
	"iter"
	"math/rand"
	"slices"
	"strings"

	k8s "k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// crdServer is a server with one CRD.
type crdServer struct {
	crd      *crd.CustomResourceDefinition
	checked  crd.Answer
	resource *dryrun.Resource
}

// newServer returns nil if the server refuses the CRD.
func newServer(v crdedit.Value, replaces *crd.CustomResourceDefinition) *crdServer {
	c := decode(v)
	if c == nil {
		return nil
	}
	s := &crdServer{crd: c, checked: checker().Check(c, replaces)}
	if len(s.checked.Findings) > 0 {
		return nil
	}
	r, err := dryrun.New(c, dryrun.Server{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())})
	if err != nil {
		return nil
	}
	s.resource = r
	return s
}

func (s *crdServer) root(version string) *schema.Schema {
	for i := range s.crd.Spec.Versions {
		if v := &s.crd.Spec.Versions[i]; v.Name == version && v.Served {
			return v.OpenAPISchema()
		}
	}
	return nil
}

// subject is a CRD that is edited, with objects of it.
type subject struct {
	*rand.Rand
	*crdedit.Maker
	value    crdedit.Value
	old      *crdServer
	versions []string
	// pool are requests that create objects, of which most are accepted, by version.
	pool map[string][]*request
	made int
	// misfits are updates skipped; see tell.
	misfits int
}

// request is one that is made of both servers.
type request struct {
	operation, version string
	object, old        map[string]any

	asked  bool
	answer *dryrun.Result // that of the old CRD
}

// newSubject takes a part of a CRD; nil if that is none that the server accepts.
func newSubject(r *rand.Rand, v crdedit.Value) *subject {
	b := &subject{Rand: r, Maker: crdedit.NewMaker(r), value: crdedit.Trim(r, v, 15+r.Intn(40)), pool: map[string][]*request{}}
	if b.old = newServer(b.value, nil); b.old == nil {
		return nil
	}
	g, err := sample.New(b.old.crd, sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())})
	if err != nil {
		return nil
	}
	for i := range b.old.crd.Spec.Versions {
		v := &b.old.crd.Spec.Versions[i]
		if !v.Served || v.OpenAPISchema() == nil {
			continue
		}
		b.versions = append(b.versions, v.Name)
		for _, size := range []sample.Size{sample.Minimal, sample.Full} {
			if s, err := g.Generate(v.Name, size); err == nil && s.Accepted {
				b.keep(v.Name, s.Object)
			}
		}
		for range 10 {
			b.keep(v.Name, b.random(v.Name, v.OpenAPISchema()))
		}
	}
	if len(b.versions) == 0 || len(b.pool[b.versions[0]]) == 0 {
		return nil
	}
	return b
}

func (b *subject) keep(version string, o map[string]any) {
	b.made++
	b.pool[version] = append(b.pool[version], &request{operation: "create", version: version, object: o})
}

// random makes an object of a schema, which often is refused.
func (b *subject) random(version string, root *schema.Schema) map[string]any {
	o, _ := b.Value(root, 4).(map[string]any)
	if o == nil {
		o = map[string]any{}
	}
	return b.named(version, o)
}

// named gives an object what every one has.
func (b *subject) named(version string, o map[string]any) map[string]any {
	spec := &b.old.crd.Spec
	o["apiVersion"], o["kind"] = spec.Group+"/"+version, spec.Names.Kind
	meta := map[string]any{"name": [...]string{"example", "w", "ab", "example-1"}[b.Intn(4)]}
	if spec.Scope == "Namespaced" {
		meta["namespace"] = "default"
	}
	o["metadata"] = meta
	return o
}

// requests are some that may tell the old CRD from a new one.
func (b *subject) requests(after *crdServer, edits []crdedit.Edit, objects *int) iter.Seq[*request] {
	return func(yield func(*request) bool) {
		for _, version := range b.versions {
			is := after.root(version)
			was := b.old.root(version)
			if is == nil {
				continue
			}
			pool := b.pool[version]
			var all []*request
			for range 2 {
				all = append(all, pool[b.Intn(len(pool))])
			}
			for range 5 {
				if o := b.touched(version, was, is, edits); o != nil {
					*objects++
					all = append(all, &request{operation: "create", version: version, object: o})
				}
			}
			var held []map[string]any
			for _, q := range all {
				if !yield(q) {
					return
				}
				if q.answer != nil {
					held = append(held, q.answer.Object)
				} else if o, err := b.old.resource.Read(q.version, q.object); err == nil && b.Intn(3) == 0 {
					held = append(held, o) // it was stored when the CRD took more
				}
			}
			for range min(3, 2*len(held)) {
				from := held[b.Intn(len(held))]
				to := all[b.Intn(len(all))].object
				if b.Intn(3) == 0 {
					to = b.changed(version, from, was, is, edits)
				}
				to = k8s.DeepCopyJSON(to)
				to["metadata"] = k8s.DeepCopyJSONValue(from["metadata"])
				operation := "update"
				if b.Intn(3) == 0 {
					operation = "update-status"
				}
				if !yield(&request{operation: operation, version: version, object: to, old: from}) {
					return
				}
			}
		}
	}
}

// touched is an object with something else at the place of an edit.
func (b *subject) touched(version string, was, is *schema.Schema, edits []crdedit.Edit) map[string]any {
	if b.Intn(6) == 0 {
		return b.random(version, [...]*schema.Schema{was, is}[b.Intn(2)])
	}
	pool := b.pool[version]
	q := pool[b.Intn(len(pool))]
	if b.Intn(2) == 0 {
		q = pool[b.Intn(min(2, len(pool)))] // the samples, which are accepted
	}
	return b.changed(version, q.object, was, is, edits)
}

// changed is an object with another value at the place of an edit.
func (b *subject) changed(version string, o map[string]any, was, is *schema.Schema, edits []crdedit.Edit) map[string]any {
	o = k8s.DeepCopyJSON(o)
	if len(edits) == 0 {
		return o
	}
	for range 1 + b.Intn(2) {
		e := edits[b.Intn(len(edits))]
		way := e.Way
		if len(way) > 0 && b.Intn(6) == 0 {
			way = way[:len(way)-1]
		}
		if len(way) > 0 && (way[0].Name == "apiVersion" || way[0].Name == "kind" || way[0].Name == "metadata") || e.Keyword == "metadata" {
			b.named(version, o)
			continue
		}
		if len(way) == 0 {
			b.sprinkle(o, was, is)
			continue
		}
		root := [...]*schema.Schema{was, is}[b.Intn(2)]
		at := schemaAt([...]*schema.Schema{was, is}[b.Intn(2)], way)
		b.Put(o, root, way, func(v any) (any, bool) {
			switch object, isObject := v.(map[string]any); {
			case b.Intn(7) == 0:
				return crdedit.Nothing(), true
			case b.Intn(16) == 0:
				return nil, true
			case isObject && at != nil && b.Intn(2) == 0:
				object = k8s.DeepCopyJSON(object)
				b.oneField(object, at)
				return object, true
			}
			return b.Value(at, 3), true
		})
	}
	return o
}

// oneField changes one field of an object.
func (b *subject) oneField(o map[string]any, s *schema.Schema) {
	var names []string
	for _, p := range s.Properties.All() {
		names = append(names, p.Name)
	}
	for k := range o {
		names = append(names, k)
	}
	slices.Sort(names)
	if s.ValueSchema() != nil || s.PreservesUnknownFields() {
		names = append(names, "example", "a")
	}
	if len(names) == 0 {
		return
	}
	name := names[b.Intn(len(names))]
	if b.Intn(3) == 0 {
		delete(o, name)
		return
	}
	below := s.Property(name)
	if below == nil {
		below = s.ValueSchema()
	}
	o[name] = b.Value(below, 2)
}

// sprinkle changes some of the object's own fields.
func (b *subject) sprinkle(o map[string]any, was, is *schema.Schema) {
	s := [...]*schema.Schema{was, is}[b.Intn(2)]
	for _, p := range s.Properties.All() {
		if p.Name == "metadata" || p.Name == "kind" || p.Name == "apiVersion" || b.Intn(3) > 0 {
			continue
		}
		if b.Intn(4) == 0 {
			delete(o, p.Name)
		} else {
			o[p.Name] = b.Value(p.Schema, 3)
		}
	}
}

// schemaAt is that of a place, or nil.
func schemaAt(s *schema.Schema, way []crdedit.Step) *schema.Schema {
	for _, step := range way {
		if s == nil {
			return nil
		}
		switch {
		case step.Item:
			s = s.ItemSchema()
		case step.Value:
			s = s.ValueSchema()
		default:
			if p := s.Property(step.Name); p != nil {
				s = p
			} else {
				s = s.ValueSchema()
			}
		}
	}
	return s
}

func stepTo(role schematree.Role, name string) crdedit.Step {
	switch role {
	case schematree.RoleItems:
		return crdedit.Step{Item: true}
	case schematree.RoleProperty:
		return crdedit.Step{Name: name}
	}
	return crdedit.Step{Value: true}
}

// send makes a request; nil for what no client could ask.
func (s *crdServer) send(q *request, validation string) *dryrun.Result {
	opts := dryrun.RequestOptions{FillResourceVersion: true, NoTrace: true, FieldValidation: validation}
	o := dryrun.FromValue(q.object)
	var r *dryrun.Result
	var err error
	switch q.operation {
	case "create":
		r = s.resource.Create(o, opts)
	case "update":
		r, err = s.resource.Update(o, dryrun.FromValue(q.old), opts)
	default:
		r, err = s.resource.UpdateStatus(o, dryrun.FromValue(q.old), opts)
	}
	if err != nil || r.Stopped != nil {
		return nil
	}
	return r
}

// answer is that of the old CRD, or nil if it refuses.
func (b *subject) answer(q *request) *dryrun.Result {
	if !q.asked {
		q.asked = true
		if r := b.old.send(q, dryrun.Strict); r != nil && r.APIServer.Accepted {
			q.answer = r
		}
	}
	return q.answer
}

// forgives reports whether the old CRD accepts an update of an object that it would not
// accept as a new one.
func (b *subject) forgives(q *request) bool {
	if q.old == nil {
		return false
	}
	created := *q
	created.operation, created.old, created.asked, created.answer = "create", nil, false, nil
	r := b.old.send(&created, dryrun.Strict)
	return r != nil && !r.APIServer.Accepted
}

// place is where an answer is another.
type place struct {
	way     []crdedit.Step
	refused bool
	// ratcheted says that it is refused in an update, where something else may have been
	// forgiven while it stayed the same.
	ratcheted bool
	// converted says that it was sent in another version than it is stored in.
	converted bool
	was, is   any
	// had and has say whether something was there, and is.
	had, has bool
	says     string
}

// String is the way.
func (p *place) String() string { return crdedit.Edit{Way: p.way}.String() }

// only reports whether an object has more than before, as a change says that objects do.
func (p *place) only(c *Change) bool {
	switch {
	case p.refused:
		return false
	case nulls(c) && p.has && p.is == nil:
		return true
	case c.Kind == &fieldAdded || nulls(c):
		return !p.had && p.converted // what is converted to a version without the field lost it
	}
	return !p.had || p.was == nil // a default stands in for null, too
}

// tell returns the places where the new CRD answers otherwise than the old one.
func (b *subject) tell(q *request, was *dryrun.Result, after *crdServer) []place {
	is := after.send(q, dryrun.Strict)
	if is == nil {
		return nil // the new CRD could not hold the old object
	}
	var all []place
	if !is.APIServer.Accepted {
		if is.Refusal == code.StrictDecoding {
			if is = after.send(q, dryrun.Ignore); is == nil {
				return nil
			}
		}
		if !is.APIServer.Accepted {
			for _, f := range is.Findings {
				at := f.Path
				if len(f.Related) > 0 && (at == nil || at.Server() == "status" && f.Related[0].Path.Segments()[0].Name == "status") {
					at = f.Related[0].Path // the server says some things where it began to look
				}
				if strings.HasPrefix(f.ServerMessage(), notChecked) {
					continue
				}
				if said := f.ServerMessage(); q.operation != "create" && (strings.Contains(said, wrongType) || strings.Contains(said, "accessor error")) {
					// What is stored is of a type that the old CRD had not either: no rule can
					// be evaluated there, and no replicas be read, so that any new one refuses it.
					b.misfits++
					continue
				}
				all = append(all, place{way: stepsOf(at), refused: true, ratcheted: q.operation != "create", says: f.ServerMessage()})
			}
			if len(all) == 0 && len(is.Findings) == 0 {
				p := place{refused: true, says: is.APIServer.Message}
				if q.operation == "update-status" {
					p.way = []crdedit.Step{{Name: "status"}}
				}
				all = append(all, p)
			}
			return all
		}
	}
	stored, _ := after.crd.Spec.StorageVersion()
	differ(nil, was.Stored, is.Stored, func(p place) { p.converted = q.version != stored; all = append(all, p) })
	if q.operation == "create" {
		before, err := b.old.resource.Read(q.version, was.Stored)
		now, err2 := after.resource.Read(q.version, was.Stored)
		switch {
		case err == nil && err2 != nil:
			all = append(all, place{refused: true, says: err2.Error()})
		case err == nil:
			differ(nil, before, now, func(p place) { p.says = "read: " + p.says; all = append(all, p) })
		}
	}
	return all
}

// wrongType is what the server says of a value that no rule can be evaluated on.
const wrongType = "invalid data, expected"

// notChecked is what the server adds where it found something before it came to the rules.
const notChecked = "Invalid value: null: some validation rules were not checked"

func stepsOf(p *finding.Path) []crdedit.Step {
	if p == nil {
		return nil
	}
	var way []crdedit.Step
	for _, s := range p.Segments() {
		way = append(way, crdedit.Step{Name: s.Name, Item: s.IsIndex})
		if s.IsIndex {
			way[len(way)-1].Name = ""
		}
	}
	return way
}

// differ finds the places where two values differ.
func differ(way []crdedit.Step, was, is any, found func(place)) {
	if equalJSON(was, is) {
		return
	}
	step := func(s crdedit.Step) []crdedit.Step { return append(way[:len(way):len(way)], s) }
	switch a := was.(type) {
	case map[string]any:
		b, ok := is.(map[string]any)
		if !ok {
			break
		}
		if len(way) == 1 && way[0].Name == "metadata" {
			a, b = withoutGeneration(a), withoutGeneration(b)
		}
		for k, v := range a {
			w, has := b[k]
			if !has {
				found(place{way: step(crdedit.Step{Name: k}), was: v, had: true, says: text(v) + " is gone"})
				continue
			}
			differ(step(crdedit.Step{Name: k}), v, w, found)
		}
		for k, w := range b {
			if _, had := a[k]; !had {
				found(place{way: step(crdedit.Step{Name: k}), is: w, has: true, says: text(w) + " is new"})
			}
		}
		return
	case []any:
		b, ok := is.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			differ(step(crdedit.Step{Item: true}), a[i], b[i], found)
		}
		return
	}
	found(place{way: way, was: was, is: is, had: true, has: true, says: text(was) + " is " + text(is)})
}

// withoutGeneration: it counts changes, whatever they are.
func withoutGeneration(m map[string]any) map[string]any {
	m = k8s.DeepCopyJSON(m)
	delete(m, "generation")
	return m
}

package witness

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// The field managers of applies: the object of the first stands when the second's comes.
const (
	FirstManager  = "a"
	SecondManager = "b"
)

// mostParts is how many fields of a map are tried for a part that a manager may own.
const mostParts = 5

// applies looks for two objects that managers apply server-side, and what comes of the
// second is another thing. Without force it is best seen: one server merges, and the other
// finds a conflict.
func (x *differing) applies() *Difference {
	for _, force := range [...]bool{false, true} {
		for a, b := range x.parts {
			if d := x.compareApplies(a, b, force); d != nil {
				return d
			}
			if x.spent() {
				return nil
			}
		}
	}
	return nil
}

// parts yields pairs of objects that differ in what they have at the place.
func (x *differing) parts(yield func(a, b map[string]any) bool) {
	first := x.p.holding(x.Version, x.Value)
	if first == nil {
		return
	}
	with := func(o map[string]any, v any) map[string]any {
		o = runtime.DeepCopyJSON(o)
		jsonvalue.Set(o, x.Value, runtime.DeepCopyJSONValue(v))
		return o
	}
	v, _ := jsonvalue.At(first, x.Value)
	if list, is := v.([]any); is {
		if len(list) == 0 {
			return
		}
		for _, item := range x.otherItems(list[0]) {
			if !yield(first, with(first, []any{item})) {
				return
			}
		}
		return
	}
	var owners []map[string]any
	var all, alone []any // what they have at the place, and the part of it that is theirs
	add := func(o map[string]any, part any) {
		v, _ := jsonvalue.At(o, x.Value)
		owners, all, alone = append(owners, o), append(all, v), append(alone, part)
	}
	names := x.Fields
	if len(names) == 0 {
		names = []string{"example", "other"}
	}
	for _, name := range names[:min(len(names), mostParts)] {
		field := append(slices.Clone(x.Value), finding.Segment{Name: name})
		if o := x.p.holding(x.Version, field); o != nil {
			v, _ := jsonvalue.At(o, field)
			add(o, map[string]any{name: v})
		}
	}
	if o := x.filled(owners, names); o != nil {
		add(o, alone[0])
	}
	for _, parts := range [...][]any{alone, all, {v, map[string]any{}}} {
		for i, o := range owners {
			for _, part := range parts {
				if !reflect.DeepEqual(part, all[i]) && !yield(o, with(o, part)) {
					return
				}
			}
		}
	}
}

// filled is the first of some objects with several fields at the place: where none is left
// out, no default of them makes a difference. It is nil if no object has them.
func (x *differing) filled(owners []map[string]any, names []string) map[string]any {
	if len(owners) < 2 {
		return nil
	}
	o := runtime.DeepCopyJSON(owners[0])
	for _, name := range names[:min(len(names), mostParts)] {
		more := x.p.generator.Filled(x.Version, o, append(slices.Clone(x.Value), finding.Segment{Name: name}))
		if more == nil || !accepted(x.p.create(more)) {
			return nil
		}
		o = more
	}
	return o
}

// otherItems are items of a list that differ from one, in what they are told apart by first.
func (x *differing) otherItems(item any) []any {
	var all []any
	if o, is := item.(map[string]any); is {
		change := func(keys ...string) {
			c := runtime.DeepCopyJSON(o)
			for _, k := range keys {
				c[k] = number(c[k], 1)
			}
			all = append(all, c)
		}
		for _, k := range x.MapKeys {
			change(k)
		}
		if len(x.MapKeys) > 1 {
			change(x.MapKeys...)
		}
	}
	for _, v := range x.Items {
		if !reflect.DeepEqual(v, item) {
			all = append(all, v)
		}
	}
	return append(all, number(item, 1))
}

// compareApplies has both servers take two applies, and returns them if the second is answered
// in different ways for the sake of the change.
func (x *differing) compareApplies(a, b map[string]any, force bool) *Difference {
	before, after := x.served.afterFirst(x, a), x.servedNow.afterFirst(x, a)
	if !accepted(before) || !accepted(after) || !x.sameAt(before.Stored, after.Stored) {
		return nil
	}
	before, after = x.served.apply(x, b, before.InStore, SecondManager, force), x.servedNow.apply(x, b, after.InStore, SecondManager, force)
	if !accepted(before) || after == nil || after.Stopped != nil {
		return nil
	}
	switch {
	case accepted(after) && x.sameAt(before.Stored, after.Stored):
		return nil
	case !accepted(after) && !x.conflicts(after) && !x.refused(after):
		return nil
	}
	d := &Difference{
		Operation: "apply", Version: strings.Clone(x.Version), Applied: clonedObject(a), Object: clonedObject(b), Force: force,
		Old: Answer{Accepted: true, Stored: unowned(before.Stored)},
		New: Answer{Accepted: after.APIServer.Accepted, Message: strings.Clone(after.APIServer.Message), Stored: unowned(after.Stored)},
	}
	if x.subresource() != "" {
		d.Operation = "apply-status"
	}
	return d
}

// unowned is an object without metadata.managedFields, as other witnesses have it.
func unowned(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	c := unstructured.Unstructured{Object: clonedObject(o)}
	c.SetManagedFields(nil)
	return c.Object
}

// sameAt reports whether two objects have the same at the place.
func (x *differing) sameAt(a, b map[string]any) bool {
	was, there := jsonvalue.At(a, x.Value)
	is, stays := jsonvalue.At(b, x.Value)
	return there == stays && reflect.DeepEqual(was, is)
}

// conflicts reports whether a request was refused as another manager owns something at the
// place.
func (x *differing) conflicts(r *dryrun.Result) bool {
	where := text(x.Value)
	return slices.ContainsFunc(r.Conflicts, func(c dryrun.Conflict) bool {
		return c.At != nil && strings.HasPrefix(text(c.At.Segments())+"\x00", where+"\x00")
	})
}

// subresource is the one that the place is written through.
func (x *differing) subresource() string {
	if x.operation == "update-status" {
		return "status"
	}
	return ""
}

// afterFirst has the first manager apply an object that is not there yet.
func (p *Prover) afterFirst(x *differing, o map[string]any) *dryrun.Result {
	if x.subresource() == "" {
		return p.apply(x, o, nil, FirstManager, false)
	}
	bare := without(o, []finding.Segment{{Name: "status"}})
	made := p.applyPatch(x, application{object: bare, manager: FirstManager})
	if !accepted(made) {
		return nil
	}
	return p.apply(x, o, made.InStore, FirstManager, false)
}

// apply has a manager apply an object to one that is stored, or to none.
func (p *Prover) apply(x *differing, o, stored map[string]any, manager string, force bool) *dryrun.Result {
	return p.applyPatch(x, application{o, stored, manager, x.subresource(), force})
}

// An application is a request of server-side apply.
type application struct {
	object map[string]any
	// stored is the object that it is applied to; nil if there is none.
	stored      map[string]any
	manager     string
	subresource string // "" or "status"
	force       bool
}

// applyPatch returns nil for an object that the server could not hold.
func (p *Prover) applyPatch(x *differing, a application) *dryrun.Result {
	if !p.answers() {
		return nil
	}
	p.budget.Try(a.object)
	u := unstructured.Unstructured{Object: a.object}
	opts := asSent
	opts.Version, opts.Namespace, opts.Manager = x.Version, cmp.Or(u.GetNamespace(), "default"), a.manager
	patch := dryrun.Patch{Type: dryrun.ApplyPatch, Name: u.GetName(), Subresource: a.subresource, Applied: dryrun.FromValue(a.object), Force: a.force}
	var old *dryrun.Object
	if a.stored != nil {
		of := dryrun.FromStore(a.stored)
		old = &of
	}
	r, err := p.generator.Resource().Patch(patch, old, opts)
	if err != nil {
		return nil
	}
	return r
}

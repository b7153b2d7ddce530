package witness

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// The field managers of applies: the second applies after the first.
const (
	FirstManager  = "a"
	SecondManager = "b"
)

// mostParts limits the fields of a map that are tried as the part of one manager.
const mostParts = 5

// applies searches for two server-side applies after which the servers differ. The difference shows best without
// force: one server merges, and the other reports a conflict.
func (x *differSearch) applies() *Difference {
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

// parts yields pairs of objects that differ in the value at the place.
func (x *differSearch) parts(yield func(a, b map[string]any) bool) {
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
	var all, alone []any // the values at the place, and the part of each manager
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

// filled returns the first of some objects with several fields at the place, so that no defaults of absent fields
// make a difference. It is nil if no object has them.
func (x *differSearch) filled(owners []map[string]any, names []string) map[string]any {
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

// otherItems returns items of a list that differ from one, first in their keys.
func (x *differSearch) otherItems(item any) []any {
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

// compareApplies sends two applies to both servers, and returns them if the answers to the second differ because
// of the change.
func (x *differSearch) compareApplies(a, b map[string]any, force bool) *Difference {
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

// unowned returns an object without metadata.managedFields, as in other witnesses.
func unowned(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	c := unstructured.Unstructured{Object: clonedObject(o)}
	c.SetManagedFields(nil)
	return c.Object
}

// sameAt reports whether two objects have the same value at the place.
func (x *differSearch) sameAt(a, b map[string]any) bool {
	was, there := jsonvalue.At(a, x.Value)
	is, stays := jsonvalue.At(b, x.Value)
	return there == stays && reflect.DeepEqual(was, is)
}

// conflicts reports whether a request was refused because another manager owns a field at the place.
func (x *differSearch) conflicts(r *dryrun.Result) bool {
	where := text(x.Value)
	return slices.ContainsFunc(r.Conflicts, func(c dryrun.Conflict) bool {
		return c.At != nil && strings.HasPrefix(text(c.At.Segments())+"\x00", where+"\x00")
	})
}

// subresource returns the subresource that writes the place.
func (x *differSearch) subresource() string {
	if x.operation == "update-status" {
		return "status"
	}
	return ""
}

// afterFirst returns the answer to the first manager's apply of a new object.
func (p *Prover) afterFirst(x *differSearch, o map[string]any) *dryrun.Result {
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

// apply applies an object to a stored one, or to none.
func (p *Prover) apply(x *differSearch, o, stored map[string]any, manager string, force bool) *dryrun.Result {
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

// applyPatch sends an application. It returns nil for an object that the server cannot hold.
func (p *Prover) applyPatch(x *differSearch, a application) *dryrun.Result {
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

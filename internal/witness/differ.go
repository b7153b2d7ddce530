package witness

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// A Difference is a request that is answered otherwise under another CRD.
type Difference struct {
	// Operation is "create", "update" or "update-status", Version the one in the URL.
	Operation, Version string
	// Replaces is the object that an update replaces; nil on create.
	Replaces map[string]any
	// Object is what is sent.
	Object   map[string]any
	Old, New Answer
}

// An Answer is what becomes of a request.
type Answer struct {
	Accepted bool
	// Message is the server's if it refuses.
	Message string
	// Stored is the object as it is stored. Where the request is refused for unknown
	// fields alone, it is what is stored for clients that don't ask for strict validation.
	Stored map[string]any
}

// A Search is what is looked for.
type Search struct {
	Change
	// Was is the path of the CEL rule that was there before, or nil.
	Was *finding.Path
	// Against is the text of a CEL rule that objects are to break.
	Against string
	// Updates tries updates, not creates.
	Updates bool
	// Values are tried at the place before others.
	Values []any
	// Keys are tried of a map at the place.
	Keys []string
	// Lengths are tried of a list or a map at the place, and MapKeys are what the items of
	// the list are told apart by.
	Lengths []int
	MapKeys []string
	// Fields are put into the object at the place, in their order, one more each time.
	Fields []string
	// Absent tries first that nothing stands at the place, or in the field of the value.
	Absent bool
	// Lacks is a place at which the objects that are tried have nothing.
	Lacks []finding.Segment
	// Null puts null there instead.
	Null bool
	// Refusal counts refusals alone.
	Refusal bool
	// Below counts answers that are about something below the place.
	Below bool
	// Few tries nothing but what is named above.
	Few bool
}

// Differ looks for a request that the CRD of p accepts and that of now answers otherwise
// for the sake of a change: it refuses the object, or stores something else at the place
// of the change.
func (p *Prover) Differ(now *Prover, s Search) *Difference {
	if p == nil || now == nil {
		return nil
	}
	x := differing{p: p, now: now, served: p, servedNow: now, Search: s, operation: "create"}
	if len(s.Value) > 0 && s.Value[0].Name == "status" && p.hasStatus(s.Version) {
		x.p, x.now, x.operation = p.withoutStatus(), now.withoutStatus(), "update-status"
	}
	if !x.p.ready() || !x.now.ready() {
		return nil
	}
	if x.Updates {
		return x.updates()
	}
	for o := range x.objects {
		if d := x.tell(o, nil); d != nil {
			return d
		}
		if x.spent() {
			return nil
		}
	}
	return nil
}

// mostCombinations is how many objects with combinations of values are tried for a rule.
const mostCombinations = 150

type differing struct {
	p, now *Prover
	// served and servedNow have the status subresource, where p and now are without.
	served, servedNow *Prover
	Search
	operation string
}

func (x *differing) spent() bool { return x.p.budget.Left <= 0 || x.now.budget.Left <= 0 }

// updates tries changes of objects that are stored, and updates that change nothing.
func (x *differing) updates() *Difference {
	var firsts []map[string]any
	for o := range x.objects {
		if x.spent() {
			return nil
		}
		if !accepted(x.p.create(o)) {
			continue
		}
		if x.Lacks != nil {
			if d := x.tell(x.lacking(o), o); d != nil {
				return d
			}
		}
		for _, first := range firsts {
			if d := x.tell(o, first); d != nil {
				return d
			}
			if d := x.tell(first, o); d != nil {
				return d
			}
		}
		if len(firsts) < 2 {
			firsts = append(firsts, o)
		}
	}
	return nil
}

// objects yields what is tried, the most promising first.
func (x *differing) objects(yield func(map[string]any) bool) {
	p, value := x.p, x.Value
	if x.Against != "" {
		if other := p.against(x.Version, value, x.Against); other.ready() {
			o := other.holding(x.Version, value)
			p.budget.Left = min(p.budget.Left, other.budget.Left)
			if o != nil && !yield(o) {
				return
			}
		}
	}
	held := value
	if len(held) > 0 && held[0].Name == "metadata" {
		held = nil // every object has it
	}
	first := p.holding(x.Version, held)
	if first == nil {
		return
	}
	if x.Lacks != nil && !x.Updates {
		give := yield
		yield = func(o map[string]any) bool { return give(x.lacking(o)) }
	}
	put := func(o map[string]any, way []finding.Segment, v any) map[string]any {
		o = runtime.DeepCopyJSON(o)
		if !set(o, way, v) {
			return nil
		}
		return o
	}
	if x.Absent {
		place := x.place()
		o := without(first, place)
		if !accepted(p.create(o)) {
			o = p.generator.Without(x.Version, first, place, &p.budget)
		}
		if o != nil && !yield(o) {
			return
		}
	}
	for _, v := range x.Values {
		o := put(first, value, v)
		if o == nil {
			continue
		}
		if !accepted(p.create(o)) {
			o = p.generator.Putting(x.Version, value, v, &p.budget)
		}
		if o != nil && !yield(o) {
			return
		}
	}
	v, _ := lookUp(first, value)
	for _, key := range x.Keys {
		if o := put(first, value, renamed(v, key)); o != nil && !yield(o) {
			return
		}
	}
	for _, n := range x.Lengths {
		for _, long := range append(ofLength(v, n), keyed(v, n, x.MapKeys)...) {
			if o := put(first, value, long); o != nil && !yield(o) {
				return
			}
		}
	}
	if !yield(first) || x.Few {
		return
	}
	if x.Rule != nil {
		for _, o := range p.generator.Combinations(x.Version, first, value, x.Said, mostCombinations, &p.budget) {
			if !yield(o) {
				return
			}
		}
	}
	for _, o := range p.generator.Others(x.Version, first, value, x.Said, mostTried, &p.budget) {
		if !yield(o) {
			return
		}
	}
}

// lacking is an object without a value at the place where there is to be none.
func (x *differing) lacking(o map[string]any) map[string]any {
	o = without(o, x.Lacks)
	if x.Null {
		set(o, x.Lacks, nil)
	}
	return o
}

// renamed is a map like one, with another key for an entry.
func renamed(v any, key string) any {
	m, _ := v.(map[string]any)
	for _, first := range m {
		return map[string]any{key: first}
	}
	return map[string]any{key: "example"}
}

// ofLength are lists, or maps, like one but of another length: with what is first in it
// again and again, as it is or numbered.
func ofLength(v any, n int) []any {
	switch v := v.(type) {
	case []any:
		if len(v) == 0 || n < len(v) {
			return []any{v[:min(n, len(v))]}
		}
		same, numbered := make([]any, n), make([]any, n)
		for i := range n {
			same[i], numbered[i] = v[0], number(v[0], i)
		}
		return []any{numbered, same}
	case map[string]any:
		m := map[string]any{}
		for name, first := range v {
			for i := range n {
				m[name+strconv.Itoa(i)] = first
			}
			return []any{m}
		}
	}
	return nil
}

// keyed is a list like one but of another length, whose items differ in their keys alone.
func keyed(v any, n int, keys []string) []any {
	list, _ := v.([]any)
	if len(list) == 0 || len(keys) == 0 || n <= len(list) {
		return nil
	}
	first, isObject := list[0].(map[string]any)
	if !isObject {
		return nil
	}
	all := make([]any, n)
	for i := range n {
		o := runtime.DeepCopyJSON(first)
		for _, k := range keys {
			o[k] = number(o[k], i)
		}
		all[i] = o
	}
	return []any{all}
}

// number makes a value another one for each number.
func number(v any, i int) any {
	switch v := v.(type) {
	case string:
		return v + strconv.Itoa(i)
	case int64:
		return v + int64(i)
	case map[string]any:
		o := map[string]any{}
		for k, e := range v {
			o[k] = number(e, i)
		}
		return o
	}
	return v
}

// place is where the difference is to be.
func (x *differing) place() []finding.Segment {
	if x.Field == "" {
		return x.Value
	}
	return append(x.Value[:len(x.Value):len(x.Value)], finding.Segment{Name: x.Field})
}

// tell makes a request of both servers, and returns it if it is the one looked for.
func (x *differing) tell(o, replaces map[string]any) *Difference {
	before := x.p.send(o, replaces)
	if !accepted(before) {
		return nil
	}
	after := x.now.send(o, replaces)
	if after == nil || after.Stopped != nil {
		return nil
	}
	stored := after
	if x.Rule != nil && (after.APIServer.Accepted || !x.refused(after)) {
		return nil // a rule stores nothing
	}
	switch {
	case after.APIServer.Accepted:
	case x.refused(after):
		return x.difference(o, replaces, before, after, nil)
	case replaces != nil || x.Refusal:
		return nil
	default:
		if stored = x.now.createSilently(o); !accepted(stored) {
			if x.unknown(after) || x.refused(stored) {
				return x.difference(o, nil, before, after, nil)
			}
			return nil
		}
	}
	if x.Refusal {
		return nil
	}
	was, there := lookUp(before.Stored, x.place())
	is, stays := lookUp(stored.Stored, x.place())
	if there == stays && reflect.DeepEqual(was, is) {
		return nil
	}
	return x.difference(o, replaces, before, after, stored.Stored)
}

func (x *differing) difference(o, replaces map[string]any, before, after *dryrun.Result, stored map[string]any) *Difference {
	if x.operation == "update-status" {
		return x.ofStatus(o, replaces)
	}
	d := &Difference{
		Operation: x.operation, Version: strings.Clone(x.Version), Object: cloned(o).(map[string]any),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Accepted: after.APIServer.Accepted, Message: strings.Clone(after.APIServer.Message), Stored: clonedObject(stored)},
	}
	if replaces != nil {
		d.Replaces = clonedObject(replaces)
		if d.Operation == "create" {
			d.Operation = "update"
		}
	}
	return d
}

// ofStatus makes the request that was found of the status endpoints, which check less than
// a create: of embedded resources they look at nothing.
func (x *differing) ofStatus(o, replaces map[string]any) *Difference {
	if !x.served.ready() || !x.servedNow.ready() {
		return nil
	}
	from := replaces
	if from == nil {
		from = without(o, []finding.Segment{{Name: "status"}})
	}
	before := x.served.updateStatus(o, from, asSent.FieldValidation)
	after := x.servedNow.updateStatus(o, from, asSent.FieldValidation)
	if !accepted(before) || after == nil || after.Stopped != nil {
		return nil
	}
	if accepted(after) && replaces == nil {
		// Who writes the object again has its status checked for some things, though nobody
		// changes it.
		if d := x.stuck(o); d != nil {
			return d
		}
	}
	stored := after
	if !accepted(after) {
		stored = x.servedNow.updateStatus(o, from, dryrun.Ignore)
	}
	d := &Difference{
		Operation: x.operation, Version: strings.Clone(x.Version), Object: clonedObject(o), Replaces: clonedObject(replaces),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Accepted: after.APIServer.Accepted, Message: strings.Clone(after.APIServer.Message)},
	}
	switch {
	case accepted(stored) && reflect.DeepEqual(before.Stored["status"], stored.Stored["status"]):
		return nil
	case accepted(stored):
		d.New.Stored = clonedObject(stored.Stored)
	}
	return d
}

// stuck shows that an object with the status that it has can't be updated any more.
func (x *differing) stuck(o map[string]any) *Difference {
	before, after := x.served.update(o, o), x.servedNow.update(o, o)
	if !accepted(before) || after == nil || after.Stopped != nil || after.APIServer.Accepted || !x.refused(after) {
		return nil
	}
	return &Difference{
		Operation: "update", Version: strings.Clone(x.Version), Object: clonedObject(o), Replaces: clonedObject(o),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Message: strings.Clone(after.APIServer.Message)},
	}
}

// updateStatus returns nil for an object that the server could not hold.
func (p *Prover) updateStatus(o, old map[string]any, validation string) *dryrun.Result {
	p.budget.Try(o)
	opts := asSent
	opts.FieldValidation = validation
	r, err := p.generator.Resource().UpdateStatus(dryrun.FromValue(o), dryrun.FromValue(old), opts)
	if err != nil {
		return nil
	}
	return r
}

// refused reports whether a request was refused for the sake of the change.
func (x *differing) refused(r *dryrun.Result) bool {
	if x.Rule != nil {
		return refusedBy(r, x.Rule)
	}
	where := text(x.place())
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		at := f.Path
		if at == nil && len(f.Related) > 0 {
			at = f.Related[0].Path // the server says some things about values at the root
		}
		is := text(at.Segments())
		return is == where || x.Below && strings.HasPrefix(is, where)
	})
}

// unknown reports whether a request was refused because there is no such field any more.
func (x *differing) unknown(r *dryrun.Result) bool {
	var p *finding.Path
	for _, s := range x.place() {
		switch {
		case s.IsIndex:
			p = p.Index(s.Index)
		case p == nil:
			p = finding.Root(s.Name)
		default:
			p = p.Child(s.Name)
		}
	}
	return p != nil && strings.Contains(r.APIServer.Message, `unknown field "`+p.Server()+`"`)
}

// withoutStatus is a prover for the CRD without its status subresources: what their
// endpoint checks of a status is what a create checks then.
func (p *Prover) withoutStatus() *Prover {
	if p == nil || p.failed {
		return p
	}
	if p.bare == nil {
		c := *p.crd
		c.Spec.Versions = slices.Clone(c.Spec.Versions)
		for i := range c.Spec.Versions {
			if v := &c.Spec.Versions[i]; v.HasStatus() {
				v.Subresources = &crd.Subresources{Scale: v.Subresources.Scale}
			}
		}
		p.bare = New(&c, p.options)
	}
	return p.bare
}

// send creates an object, or replaces one.
func (p *Prover) send(o, replaces map[string]any) *dryrun.Result {
	if replaces == nil {
		return p.create(o)
	}
	return p.update(o, replaces)
}

// lookUp returns the value at a place, and whether there is one.
func lookUp(in map[string]any, way []finding.Segment) (any, bool) {
	if len(way) == 0 {
		return in, true
	}
	last := way[len(way)-1]
	switch parent := at(in, way[:len(way)-1]).(type) {
	case map[string]any:
		v, there := parent[last.Name]
		return v, there
	case []any:
		if last.IsIndex && last.Index < len(parent) {
			return parent[last.Index], true
		}
	}
	return nil, false
}

// set puts a value at a place whose parent is there.
func set(in map[string]any, way []finding.Segment, v any) bool {
	if len(way) == 0 {
		return false
	}
	last := way[len(way)-1]
	switch parent := at(in, way[:len(way)-1]).(type) {
	case map[string]any:
		parent[last.Name] = v
		return !last.IsIndex
	case []any:
		if !last.IsIndex || last.Index >= len(parent) {
			return false
		}
		parent[last.Index] = v
		return true
	}
	return false
}

func clonedObject(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	return cloned(o).(map[string]any)
}

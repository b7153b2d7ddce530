package witness

import (
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// mostCombinations limits the objects with combinations of values for a rule.
const mostCombinations = 150

// objects yields the objects to try, the most promising first.
func (x *differSearch) objects(yield func(map[string]any) bool) {
	p, value := x.p, x.Value
	if !p.generator.Makes(x.Version) {
		return
	}
	if x.Against != "" {
		if other := p.against(x.Version, value, x.Against); other.ready() {
			o := other.holding(x.Version, value)
			p.budget.Left = min(p.budget.Left, other.budget.Left)
			if o != nil && !yield(o) {
				return
			}
		}
	}
	held := x.held()
	if len(held) > 0 && held[0].Name == "metadata" {
		held = nil // every object has metadata
	}
	first := x.base(held)
	if first == nil {
		return
	}
	if x.Lacks != nil && !x.Updates {
		give := yield
		yield = func(o map[string]any) bool { return give(x.lacking(o)) }
	}
	put := func(o map[string]any, path []finding.Segment, v any) map[string]any {
		o = runtime.DeepCopyJSON(o)
		if !jsonvalue.Set(o, path, v) {
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
	for _, name := range x.Empty {
		for _, none := range [...]any{[]any{}, map[string]any{}} {
			if o := put(first, append(value[:len(value):len(value)], finding.Segment{Name: name}), none); o != nil && !yield(o) {
				return
			}
		}
	}
	v, _ := jsonvalue.At(first, value)
	for _, key := range x.Keys {
		if o := put(first, value, renamed(v, key)); o != nil && !yield(o) {
			return
		}
	}
	if len(x.Lengths) > 0 {
		v = x.withEntry(v, value)
	}
	for _, n := range x.Lengths {
		for _, long := range append(ofLength(v, n), keyed(v, n, x.MapKeys)...) {
			if o := put(first, value, long); o != nil && !yield(o) {
				return
			}
		}
	}
	if o := runtime.DeepCopyJSON(first); len(x.Fields) > 0 {
		for _, name := range x.Fields {
			path := append(value[:len(value):len(value)], finding.Segment{Name: name})
			if more := p.generator.Filled(x.Version, o, path); more != nil && accepted(p.create(more)) {
				if o = more; !yield(o) {
					return
				}
			}
		}
	}
	if !x.combined(first, yield) || !yield(first) {
		return
	}
	if x.Few {
		x.grid(first, yield)
		return
	}
	for _, more := range x.others(first) {
		for _, o := range more() {
			if !yield(o) {
				return
			}
		}
	}
	if !x.grid(first, yield) {
		return
	}
	for _, within := range x.Within {
		if other := p.within(x.Version, value, within); other.ready() {
			o := other.holding(x.Version, value)
			p.budget.Left = min(p.budget.Left, other.budget.Left)
			if o != nil && !yield(o) {
				return
			}
		}
	}
}

// combined yields objects that have the fields of one of Sets at the place, and none of the others. It reports
// whether to continue.
func (x *differSearch) combined(first map[string]any, yield func(map[string]any) bool) bool {
	for _, set := range x.Sets {
		o := first
		for _, name := range slices.Concat(x.Sets...) {
			if !slices.Contains(set, name) {
				o = without(o, append(x.Value[:len(x.Value):len(x.Value)], finding.Segment{Name: name}))
			}
		}
		for _, name := range set {
			if o != nil {
				o = x.p.generator.Filled(x.Version, o, append(x.Value[:len(x.Value):len(x.Value)], finding.Segment{Name: name}))
			}
		}
		if o != nil && !yield(o) {
			return false
		}
	}
	return true
}

// others returns functions that make objects that differ from one at the place, first those that a CEL rule is
// likely to refuse.
func (x *differSearch) others(first map[string]any) []func() []map[string]any {
	p := x.p
	all := func() []map[string]any {
		return p.generator.Others(x.Version, first, x.Value, x.Said, mostTried, &p.budget)
	}
	if x.Rule == nil {
		return []func() []map[string]any{all}
	}
	return []func() []map[string]any{
		func() []map[string]any {
			return p.generator.Combinations(x.Version, first, x.Value, x.Said, mostCombinations, &p.budget)
		},
		all,
		func() []map[string]any {
			return p.generator.Repeated(x.Version, first, x.Value, x.Said, &p.budget)
		},
		func() []map[string]any {
			if o := p.generator.Long(x.Version, first, x.Value, x.Said, &p.budget); o != nil {
				return []map[string]any{o}
			}
			return nil
		},
	}
}

// lacking returns an object without the place Lacks, or with null there.
func (x *differSearch) lacking(o map[string]any) map[string]any {
	o = without(o, x.Lacks)
	if x.Null {
		jsonvalue.Set(o, x.Lacks, nil)
	}
	return o
}

// renamed returns a map with another key for its entry.
func renamed(v any, key string) any {
	m, _ := v.(map[string]any)
	for _, first := range m {
		return map[string]any{key: first}
	}
	return map[string]any{key: "example"}
}

// ofLength returns lists or maps of another length that repeat the first item, unchanged or numbered.
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

// withEntry returns the value at a place. If it is an empty list or map and an object with an entry exists, it
// returns the value of that object.
func (x *differSearch) withEntry(v any, at []finding.Segment) any {
	entry := finding.Segment{Name: "example"}
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return v
		}
		entry = finding.Segment{IsIndex: true}
	case map[string]any:
		if len(v) > 0 {
			return v
		}
	default:
		return v
	}
	if o := x.p.holding(x.Version, append(at[:len(at):len(at)], entry)); o != nil {
		v, _ = jsonvalue.At(o, at)
	}
	return v
}

// keyed returns a list of another length whose items differ only in their keys.
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

// number returns a different value for each number.
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

func clonedObject(o map[string]any) map[string]any {
	if o == nil {
		return nil
	}
	return source.Cloned(o).(map[string]any)
}

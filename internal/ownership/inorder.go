package ownership

import (
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// many is how many fields an object has at least, and items a list, whose order is of
// interest: sets of fields are sorted slices, into which each is inserted at its place. That
// takes no time where they come in their order, and with a hundred thousand in any other,
// such as that of a map, seconds.
const many = 1000

// inOrder has the fields of large objects come in their order, and items of large lists if
// that is wanted. Nothing else tells it from the converter that it has; what that refuses it
// refuses with the same words.
type inOrder struct {
	managedfields.TypeConverter
	many int
	// lists says that large lists are sorted, too.
	lists bool
	// unequal says that no object equals another.
	unequal bool
}

// ObjectToTyped implements managedfields.TypeConverter.
func (c inOrder) ObjectToTyped(object runtime.Object, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	u, ok := object.(*unstructured.Unstructured)
	if !ok {
		return c.TypeConverter.ObjectToTyped(object, options...)
	}
	of, err := c.typeOf(u)
	if err != nil {
		return c.TypeConverter.ObjectToTyped(object, options...)
	}
	fields := u.Object
	if c.lists {
		if sorted, ok := (largeLists{of.Schema(), c.many}).sorted(of.TypeRef(), u.Object, true); ok {
			fields = sorted.(map[string]any)
		}
	}
	root, order := value.NewValueInterface(fields), &keyOrder{many: c.many}
	// It may be small, and what it is compared with large.
	out, err := typed.AsTyped(orderedValue{root, orderedMap{root.AsMap(), fields, order, c.unequal}, nil}, of.Schema(), of.TypeRef(), options...)
	if err != nil {
		return c.TypeConverter.ObjectToTyped(object, options...)
	}
	return out, nil
}

// typeOf is an object of the same type that has nothing else.
func (c inOrder) typeOf(u *unstructured.Unstructured) (*typed.TypedValue, error) {
	small := &unstructured.Unstructured{Object: map[string]any{"apiVersion": u.Object["apiVersion"], "kind": u.Object["kind"]}}
	return c.TypeConverter.ObjectToTyped(small, typed.AllowDuplicates)
}

// isLarge reports whether a value has an object of many fields.
func (o *keyOrder) isLarge(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if len(v) >= o.many {
			return true
		}
		for _, of := range v {
			if o.isLarge(of) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, o.isLarge)
	}
	return false
}

// keyOrder remembers the order of the keys of large maps, none of which may change meanwhile.
type keyOrder struct {
	many  int
	known map[uintptr][]string
}

// keys are those of a map, in their order if there are many.
func (o *keyOrder) keys(m map[string]any) []string {
	if len(m) < o.many {
		return slices.Collect(maps.Keys(m))
	}
	at := reflect.ValueOf(m).Pointer()
	keys, known := o.known[at]
	if !known {
		keys = slices.Sorted(maps.Keys(m))
		if o.known == nil {
			o.known = map[uintptr][]string{}
		}
		o.known[at] = keys
	}
	return keys
}

// value is one whose maps have their keys in order, also below it, if there are many.
func (o *keyOrder) value(v any) value.Value {
	of := value.NewValueInterface(v)
	if !o.isLarge(v) {
		return of
	}
	switch v := v.(type) {
	case map[string]any:
		return orderedValue{of, orderedMap{of.AsMap(), v, o, false}, nil}
	case []any:
		return orderedValue{of, nil, orderedList{of.AsList(), v, o}}
	}
	return of
}

// orderedValue is a map or a list.
type orderedValue struct {
	value.Value
	fields value.Map
	items  value.List
}

func (v orderedValue) AsMap() value.Map                       { return v.fields }
func (v orderedValue) AsMapUsing(value.Allocator) value.Map   { return v.fields }
func (v orderedValue) AsList() value.List                     { return v.items }
func (v orderedValue) AsListUsing(value.Allocator) value.List { return v.items }

type orderedMap struct {
	value.Map
	fields map[string]any
	order  *keyOrder
	// unequal says that it equals none.
	unequal bool
}

func (m orderedMap) Get(key string) (value.Value, bool) {
	v, has := m.fields[key]
	if !has {
		return nil, false
	}
	return m.order.value(v), true
}

func (m orderedMap) GetUsing(_ value.Allocator, key string) (value.Value, bool) { return m.Get(key) }

func (m orderedMap) Iterate(fn func(string, value.Value) bool) bool {
	for _, key := range m.order.keys(m.fields) {
		if !fn(key, m.order.value(m.fields[key])) {
			return false
		}
	}
	return true
}

func (m orderedMap) IterateUsing(_ value.Allocator, fn func(string, value.Value) bool) bool {
	return m.Iterate(fn)
}

func (m orderedMap) Zip(other value.Map, order value.MapTraverseOrder, fn func(key string, lhs, rhs value.Value) bool) bool {
	return m.ZipUsing(value.HeapAllocator, other, order, fn)
}

// ZipUsing goes through the keys of both in the order that is asked for. Without any, those
// of the other alone come last.
func (m orderedMap) ZipUsing(a value.Allocator, other value.Map, order value.MapTraverseOrder, fn func(key string, lhs, rhs value.Value) bool) bool {
	keys := slices.Clip(m.order.keys(m.fields))
	if other != nil {
		var more []string
		other.IterateUsing(a, func(key string, _ value.Value) bool {
			if _, has := m.fields[key]; !has {
				more = append(more, key)
			}
			return true
		})
		slices.Sort(more)
		keys = append(keys, more...)
	}
	if order == value.LexicalKeyOrder {
		keys = slices.Sorted(slices.Values(keys))
	}
	for _, key := range keys {
		lhs, _ := m.Get(key)
		var rhs value.Value
		if other != nil {
			if v, has := other.GetUsing(a, key); has {
				rhs = m.order.value(v.Unstructured())
				a.Free(v)
			}
		}
		if !fn(key, lhs, rhs) {
			return false
		}
	}
	return true
}

func (m orderedMap) Equals(other value.Map) bool { return m.EqualsUsing(value.HeapAllocator, other) }

func (m orderedMap) EqualsUsing(a value.Allocator, other value.Map) bool {
	if m.unequal || len(m.fields) != other.Length() {
		return false
	}
	return other.IterateUsing(a, func(key string, rhs value.Value) bool {
		lhs, has := m.Get(key)
		return has && value.EqualsUsing(a, lhs, rhs)
	})
}

type orderedList struct {
	value.List
	items []any
	order *keyOrder
}

func (l orderedList) At(i int) value.Value { return l.order.value(l.items[i]) }

func (l orderedList) AtUsing(_ value.Allocator, i int) value.Value { return l.At(i) }

func (l orderedList) Range() value.ListRange { return &orderedRange{l, -1} }

func (l orderedList) RangeUsing(value.Allocator) value.ListRange { return l.Range() }

func (l orderedList) Equals(other value.List) bool {
	return l.EqualsUsing(value.HeapAllocator, other)
}

func (l orderedList) EqualsUsing(a value.Allocator, other value.List) bool {
	return value.ListEqualsUsing(a, l, other)
}

type orderedRange struct {
	list orderedList
	i    int
}

func (r *orderedRange) Next() bool {
	r.i++
	return r.i < len(r.list.items)
}

func (r *orderedRange) Item() (int, value.Value) { return r.i, r.list.At(r.i) }

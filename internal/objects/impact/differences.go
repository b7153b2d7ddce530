package impact

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// sides are an object, or a value in it, as the old CRD and the new one have it.
type sides struct{ was, is any }

// nothing is what sides are of which nothing is known.
var nothing = sides{unknown{}, unknown{}}

type unknown struct{}

// differences notes what is otherwise in an object under the new CRD: as it is stored by
// now, or as its manifest makes it. What is known of the manifest is not said again.
func (o *object) differences(was, is map[string]any, version string, stored bool) {
	known := nothing
	if stored && version == o.version {
		known = o.created
	} else if !stored {
		o.created = sides{was, is}
	}
	differ(nil, sides{withoutIdentity(was), withoutIdentity(is)}, known, func(at *finding.Path, v sides, had, has bool) {
		effect, dropped := defaulted, false
		if !has {
			_, s := o.after.SchemaPath(version, at)
			if dropped = s == nil; dropped {
				effect = pruned
			}
		}
		if o.full(effect) {
			o.rest[effect]++
			return
		}
		resource := o.after
		if !has {
			resource = o.before
		}
		f := field(resource, version, at)
		if stored && o.told[meant{effect, f, ""}] { // the same may be said of the manifest
			return
		}
		o.add(effect, at, f, difference(v, had, has, dropped, stored))
	})
}

// difference says what is otherwise in a value.
func difference(v sides, had, has, dropped, stored bool) string {
	message := ""
	switch {
	case dropped:
		return "no such field; the value is dropped"
	case !has:
		message = "it was " + short(v.was) + ", and is not set any more"
	case !had:
		message = "it is " + short(v.is) + ", and was not set"
	default:
		message = "it is " + short(v.is) + ", and was " + short(v.was)
	}
	if stored {
		message += ", when it is read"
	}
	return message
}

// withoutIdentity is an object without what says which one it is, and of which version.
func withoutIdentity(object map[string]any) map[string]any {
	object = maps.Clone(object)
	delete(object, "apiVersion")
	delete(object, "metadata")
	return object
}

// short is a value on a line.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	const most = 60
	if r := []rune(string(text)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(text)
}

// differ calls told for each value that only one side has, or that is another, and that is
// not in the same way among what is known.
func differ(at *finding.Path, v, known sides, told func(at *finding.Path, v sides, had, has bool)) {
	switch was := v.was.(type) {
	case map[string]any:
		is, ok := v.is.(map[string]any)
		if !ok {
			break
		}
		for _, name := range names(was, is) {
			a, had := was[name]
			b, has := is[name]
			before, knewWas, knewIs := known.field(name)
			switch {
			case had && has:
				differ(at.Child(name), sides{a, b}, before, told)
			case had != knewWas || has != knewIs:
				told(at.Child(name), sides{a, b}, had, has)
			}
		}
		return
	case []any:
		is, ok := v.is.([]any)
		if !ok || len(is) != len(was) {
			break
		}
		for i := range was {
			differ(at.Index(i), sides{was[i], is[i]}, known.item(i, len(was)), told)
		}
		return
	}
	if !reflect.DeepEqual(v.was, v.is) && !reflect.DeepEqual(v, known) {
		told(at, v, true, true)
	}
}

// names are the fields of one or both of two objects, sorted.
func names(was, is map[string]any) []string {
	all := make([]string, 0, max(len(was), len(is)))
	for name := range was {
		all = append(all, name)
	}
	for name := range is {
		if _, both := was[name]; !both {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// field is what both sides have in a field, and which of them have it.
func (s sides) field(name string) (of sides, had, has bool) {
	was, isMap := s.was.(map[string]any)
	is, areMaps := s.is.(map[string]any)
	if !isMap || !areMaps {
		return nothing, false, false
	}
	a, had := was[name]
	b, has := is[name]
	if !had || !has {
		return nothing, had, has
	}
	return sides{a, b}, true, true
}

// item is what both sides have as an item, if they are lists of a length.
func (s sides) item(i, length int) sides {
	was, _ := s.was.([]any)
	is, _ := s.is.([]any)
	if len(was) != length || len(is) != length {
		return nothing
	}
	return sides{was[i], is[i]}
}

// field is the place of a value as the schema has it, such as spec.hosts[*].name.
func field(r *dryrun.Resource, version string, at *finding.Path) string {
	if at == nil {
		return ""
	}
	where, _ := r.SchemaPath(version, at)
	var b strings.Builder
	n := 0 // steps of the object that the schema knows
	steps := where.Segments()
	for i := len(steps) - 1; i >= 0; i-- { // what stands before the schema is not of the object
		if steps[i].Name == "openAPIV3Schema" {
			steps = steps[i+1:]
			break
		}
	}
	for i := 0; i < len(steps); i, n = i+1, n+1 {
		if steps[i].Name == "properties" && i+1 < len(steps) {
			i++
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(steps[i].Name)
			continue
		}
		b.WriteString("[*]")
	}
	for _, s := range at.Segments()[min(n, len(at.Segments())):] {
		switch {
		case s.IsIndex:
			b.WriteString("[*]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

package impact

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// differences notes what is otherwise in an object under the new CRD: as it is stored by
// now, or as its manifest makes it.
func (o *object) differences(was, is map[string]any, version string, stored bool) {
	differ(nil, was, is, func(at *finding.Path, was, is any, had, has bool) {
		if at.Server() == "apiVersion" || strings.HasPrefix(at.Server(), "metadata.") {
			return
		}
		effect, message, resource := defaulted, "", o.after
		switch {
		case !has:
			effect, message, resource = pruned, "no such field; the value is dropped", o.before
			if _, s := o.after.SchemaPath(version, at); s != nil {
				effect, message = defaulted, "it was "+short(was)+", and is not set any more"
			}
		case !had:
			message = "it is " + short(is) + ", and was not set"
		default:
			message = "it is " + short(is) + ", and was " + short(was)
		}
		if stored && effect == defaulted {
			message += ", when it is read"
		}
		f := field(resource, version, at)
		if !o.told[meant{effect, f, ""}] { // the same may be said of the manifest
			o.add(effect, at, f, message)
		}
	})
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

// differ calls told for each value that only one side has, or that is another.
func differ(at *finding.Path, was, is any, told func(at *finding.Path, was, is any, had, has bool)) {
	switch was := was.(type) {
	case map[string]any:
		is, ok := is.(map[string]any)
		if !ok {
			break
		}
		names := slices.Collect(maps.Keys(was))
		for name := range is {
			if _, both := was[name]; !both {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			a, had := was[name]
			b, has := is[name]
			if had && has {
				differ(at.Child(name), a, b, told)
			} else {
				told(at.Child(name), a, b, had, has)
			}
		}
		return
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) != len(was) {
			break
		}
		for i := range was {
			differ(at.Index(i), was[i], is[i], told)
		}
		return
	}
	if !reflect.DeepEqual(was, is) {
		told(at, was, is, true, true)
	}
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

package impact

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// differences adds the differences of an object between both CRDs: of the stored object as it is read, or of a new
// object. A field that was reported for the new object is not reported again.
func (o *object) differences(was, is map[string]any, version string, stored bool) {
	differ(nil, withoutIdentity(was), withoutIdentity(is), func(d *difference) {
		effect, dropped, resource := defaulted, false, o.after
		if !d.has {
			resource = o.before
			if _, s := o.after.SchemaPath(version, d.at); s == nil {
				effect, dropped = pruned, true
			}
		}
		f := field(resource, version, d.at)
		if stored && o.reported[effectKey{effect, f, ""}] {
			return
		}
		message := "no such field; the value is dropped"
		if !dropped {
			message = d.message(stored)
		}
		o.add(effect, d.at, f, message)
	})
}

// A difference is a value of an object that differs between the CRDs, or that only one of them has.
type difference struct {
	at       *finding.Path
	was, is  any
	had, has bool
}

func (d *difference) message(stored bool) string {
	message := ""
	switch {
	case !d.has:
		message = "it was " + short(d.was) + ", and is not set any more"
	case !d.had:
		message = "it is " + short(d.is) + ", and was not set"
	default:
		message = "it is " + short(d.is) + ", and was " + short(d.was)
	}
	if stored {
		message += ", when it is read"
	}
	return message
}

// withoutIdentity returns an object without apiVersion and metadata.
func withoutIdentity(object map[string]any) map[string]any {
	object = maps.Clone(object)
	delete(object, "apiVersion")
	delete(object, "metadata")
	return object
}

// short returns a value on a line, shortened for a message.
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

// differ calls visit for each difference between two values.
func differ(at *finding.Path, was, is any, visit func(*difference)) {
	switch was := was.(type) {
	case map[string]any:
		is, ok := is.(map[string]any)
		if !ok {
			break
		}
		names := maps.Clone(was)
		maps.Copy(names, is)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			a, had := was[name]
			b, has := is[name]
			if had && has {
				differ(at.Child(name), a, b, visit)
			} else {
				visit(&difference{at.Child(name), a, b, had, has})
			}
		}
		return
	case []any:
		is, ok := is.([]any)
		if !ok || len(is) != len(was) {
			break
		}
		for i := range was {
			differ(at.Index(i), was[i], is[i], visit)
		}
		return
	}
	if !reflect.DeepEqual(was, is) {
		visit(&difference{at, was, is, true, true})
	}
}

// field returns the place of a value as a path of the schema, such as spec.hosts[*].name.
func field(r *dryrun.Resource, version string, at *finding.Path) string {
	if at == nil {
		return ""
	}
	where, _ := r.SchemaPath(version, at)
	var b strings.Builder
	n := 0 // segments of the object that the schema declares
	steps := where.Segments()
	for i := len(steps) - 1; i >= 0; i-- { // earlier segments are outside of the schema
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

package render

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/report"
)

// storedOtherwise says how what is stored of a change's witness differs, at the change's
// field; "" if it does not differ there.
func storedOtherwise(c *report.Change) string {
	w := c.Witness
	if w == nil || !w.NewAnswer.Accepted || w.Old == nil || w.New == nil {
		return ""
	}
	var all []difference
	differences("", w.Old, w.New, &all)
	best := slices.IndexFunc(all, func(d difference) bool { return d.field() == c.Field })
	if best < 0 {
		best = slices.IndexFunc(all, func(d difference) bool {
			return c.Field == "" || within(d.field(), c.Field) || within(c.Field, d.field())
		})
	}
	if best < 0 {
		return ""
	}
	d := &all[best]
	return fmt.Sprintf("%s: %s before, %s now", d.at, stored(d.old), stored(d.new))
}

// A difference is a place where two objects have other values, with no smaller one in it.
type difference struct {
	at       string
	old, new any
}

var inList = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })

// field is the place as changes name it.
func (d *difference) field() string { return inList().ReplaceAllString(d.at, "[*]") }

// within reports whether a field is in another.
func within(field, other string) bool {
	return strings.HasPrefix(field, other+".") || strings.HasPrefix(field, other+"[")
}

// absent stands for the value of a field that is not there.
type absent struct{}

func stored(v any) string {
	if v == (absent{}) {
		return "absent"
	}
	return flow(v)
}

// differences appends those of two values.
func differences(at string, old, new any, to *[]difference) {
	switch a := old.(type) {
	case map[string]any:
		b, ok := new.(map[string]any)
		if !ok {
			break
		}
		keys := slices.Collect(maps.Keys(a))
		for k := range b {
			if _, both := a[k]; !both {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		for _, k := range keys {
			differences(strings.TrimPrefix(at+"."+k, "."), valueOf(a, k), valueOf(b, k), to)
		}
		return
	case []any:
		b, ok := new.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			differences(fmt.Sprintf("%s[%d]", at, i), a[i], b[i], to)
		}
		return
	}
	if !reflect.DeepEqual(old, new) {
		*to = append(*to, difference{at, old, new})
	}
}

func valueOf(o map[string]any, key string) any {
	if v, there := o[key]; there {
		return v
	}
	return absent{}
}

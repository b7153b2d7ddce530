package validate

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
)

// MetaPaths turns the fields of errors of ObjectMeta validation into paths.
type MetaPaths struct {
	// Labels returns the labels of the object. It is called once, if a value among them is wrong.
	Labels func() map[string]string

	labeled map[string]string // the first label with a value
}

// Path turns the field of an error, such as "metadata.ownerReferences[0].kind", into a path
// below at. Errors on labels and annotations name the whole map: what is wrong is the key that
// is their value, or the value of a label, and stands there in the file.
func (m *MetaPaths) Path(at *finding.Path, e *field.Error) *finding.Path {
	p := at
	for _, part := range strings.Split(e.Field, ".") {
		name, rest, _ := strings.Cut(part, "[")
		p = p.Child(name)
		if i, err := strconv.Atoi(strings.TrimSuffix(rest, "]")); err == nil {
			p = p.Index(i)
		}
	}
	k, ok := e.BadValue.(string)
	switch {
	case !ok || e.Type != field.ErrorTypeInvalid:
	case e.Field == "metadata.labels" && e.Origin == ofLabelValue:
		if name, found := m.label(k); found {
			return p.At(p.Child(name))
		}
	case e.Field == "metadata.labels" || e.Field == "metadata.annotations":
		return p.AtKey(p.Child(k))
	}
	return p
}

// ofLabelValue is by what apimachinery tells the values of labels from their keys.
const ofLabelValue = "format=k8s-label-value"

// label is the first label with a value.
func (m *MetaPaths) label(value string) (name string, found bool) {
	if m.labeled == nil {
		m.labeled = map[string]string{}
		for name, value := range m.Labels() {
			if first, ok := m.labeled[value]; !ok || name < first {
				m.labeled[value] = name
			}
		}
	}
	name, found = m.labeled[value]
	return name, found
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// SortMeta puts the errors about labels, and those about annotations, in an order:
// the server checks them in the order of a map, which is another one each time.
func SortMeta(errs field.ErrorList) {
	for begin := 0; begin < len(errs); {
		of, end := errs[begin].Field, begin+1
		for end < len(errs) && errs[end].Field == of {
			end++
		}
		if of == "metadata.labels" || of == "metadata.annotations" {
			sortByValue(errs[begin:end])
		}
		begin = end
	}
}

// sortByValue sorts errors by what they are about. Those that are alike are the same, so
// that it need not be stable.
func sortByValue(errs field.ErrorList) {
	if slices.IsSortedFunc(errs, func(a, b *field.Error) int {
		v, _ := a.BadValue.(string)
		w, _ := b.BadValue.(string)
		return byValue(v, w, a, b)
	}) {
		return // labels are validated several times
	}
	type about struct {
		value string
		err   *field.Error
	}
	all := make([]about, len(errs))
	for i, err := range errs {
		value, _ := err.BadValue.(string)
		all[i] = about{value, err}
	}
	slices.SortFunc(all, func(a, b about) int { return byValue(a.value, b.value, a.err, b.err) })
	for i := range all {
		errs[i] = all[i].err
	}
}

func byValue(v, w string, a, b *field.Error) int {
	if c := strings.Compare(v, w); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(a.Detail, b.Detail), strings.Compare(string(a.Type), string(b.Type)))
}

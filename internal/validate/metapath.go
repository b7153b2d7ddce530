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

// MetaPath turns the field of an error of ObjectMeta validation, such as
// "metadata.ownerReferences[0].kind", into a path below at. Errors on labels
// and annotations name the whole map, but the offending key is their value: in
// the file they stand at that key.
func MetaPath(at *finding.Path, e *field.Error) *finding.Path {
	p := at
	for _, part := range strings.Split(e.Field, ".") {
		name, rest, _ := strings.Cut(part, "[")
		p = p.Child(name)
		if i, err := strconv.Atoi(strings.TrimSuffix(rest, "]")); err == nil {
			p = p.Index(i)
		}
	}
	if k, ok := e.BadValue.(string); ok && e.Type == field.ErrorTypeInvalid &&
		(e.Field == "metadata.labels" || e.Field == "metadata.annotations") {
		return p.At(p.Child(k))
	}
	return p
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

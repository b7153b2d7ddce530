package validate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// MetaPath converts the field of an error, such as "metadata.ownerReferences[0].kind", to a path below at. Errors about
// labels and annotations name the whole map. Their value is the invalid key, or the invalid value of a label, and the
// path leads to its place in the file. keyOf has the keys of labels by value; see KeysByValue.
func MetaPath(at *finding.Path, e *field.Error, keyOf map[string]string) *finding.Path {
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
		if name, found := keyOf[k]; found {
			return p.At(p.Child(name))
		}
	case e.Field == "metadata.labels" || e.Field == "metadata.annotations":
		return p.AtKey(p.Child(k))
	}
	return p
}

// KeysByValue returns the first key, by its name, of each value of labels.
func KeysByValue(labels map[string]string) map[string]string {
	keys := make(map[string]string, len(labels))
	for name, value := range labels {
		if first, found := keys[value]; !found || name < first {
			keys[value] = name
		}
	}
	return keys
}

// ofLabelValue is apimachinery's origin of errors about the values of labels.
const ofLabelValue = "format=k8s-label-value"

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// SortMeta sorts the errors about labels and those about annotations: the server checks maps in random order.
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

// sortByValue sorts errors by their values.
func sortByValue(errs field.ErrorList) {
	slices.SortStableFunc(errs, func(a, b *field.Error) int {
		v, _ := a.BadValue.(string)
		w, _ := b.BadValue.(string)
		return cmp.Or(strings.Compare(v, w), strings.Compare(a.Detail, b.Detail), strings.Compare(string(a.Type), string(b.Type)))
	})
}

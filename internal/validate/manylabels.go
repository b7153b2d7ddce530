package validate

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// manyLabels is from how many labels on they are not validated one by one. Each label that
// is wrong has a message of a hundred times its length, which is the same for all.
const manyLabels = 1000

// Labels keeps what is wrong with the labels of an object that has very many of them:
// the server validates them several times.
type Labels struct {
	wrong   field.ErrorList
	checked bool
}

// Metadata returns what check finds wrong with metadata, whose labels have to be the
// same each time.
func (l *Labels) Metadata(m *metav1.ObjectMeta, check func(*metav1.ObjectMeta) field.ErrorList) field.ErrorList {
	if len(m.Labels) <= manyLabels {
		return check(m)
	}
	if !l.checked {
		l.wrong, l.checked = wrongLabels(m.Labels), true
	}
	// A label that is wrong stands for them, so that theirs come where its fault does.
	const labels = "metadata.labels"
	other := *m
	other.Labels = map[string]string{"-": ""}
	var all field.ErrorList
	for _, e := range check(&other) {
		switch {
		case e.Field != labels:
			all = append(all, e)
		case len(all) == 0 || all[len(all)-1].Field != labels:
			all = append(all, l.wrong...)
		}
	}
	return all
}

// wrongLabels returns what metavalidation.ValidateLabels does of labels. The messages go by
// the length of a name or a value and by the kinds of its characters, so that one stands
// for all that are alike.
func wrongLabels(labels map[string]string) field.ErrorList {
	path := field.NewPath("metadata", "labels")
	names := alike{wrong: func(name string) field.ErrorList { return metavalidation.ValidateLabelName(name, path) }}
	values := alike{wrong: func(value string) field.ErrorList {
		return metavalidation.ValidateLabels(map[string]string{"a": value}, path)
	}}
	same := map[string]field.ErrorList{} // by the value, of the first ones
	var all field.ErrorList
	for name, value := range labels {
		all = append(all, names.of(name)...)
		wrong, known := same[value]
		if !known {
			wrong = values.of(value)
			if len(same) < manyLabels {
				same[value] = wrong
			}
		}
		all = append(all, wrong...)
	}
	SortMeta(all)
	return all
}

// alike are the errors of texts by their shapes.
type alike struct {
	wrong func(text string) field.ErrorList
	known map[string]field.ErrorList
	shape []byte
	free  []field.Error
}

// of returns the errors of a text.
func (a *alike) of(text string) field.ErrorList {
	a.shape = appendShape(a.shape[:0], text)
	like, known := a.known[string(a.shape)]
	if !known {
		shape := string(a.shape)
		if like = a.wrong(shape); a.known == nil || len(a.known) > manyLabels {
			a.known = map[string]field.ErrorList{}
		}
		a.known[shape] = like
	}
	if len(like) == 0 {
		return nil
	}
	if len(a.free) < len(like) {
		a.free = make([]field.Error, max(manyLabels, len(like)))
	}
	var value any = text
	out := make(field.ErrorList, len(like))
	for i, e := range like {
		a.free[i] = *e
		a.free[i].BadValue = value
		out[i] = &a.free[i]
	}
	a.free = a.free[len(like):]
	return out
}

// appendShape appends a text in which one letter stands for all, and for digits. Capital
// letters are told from the others.
func appendShape(shape []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			shape = append(shape, 'a')
		case 'A' <= c && c <= 'Z':
			shape = append(shape, 'A')
		default:
			shape = append(shape, c)
		}
	}
	return shape
}

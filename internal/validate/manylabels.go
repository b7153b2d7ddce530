package validate

import (
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// manyLabels is from how many labels on they are not validated one by one. Each label that
// is wrong has a message of a hundred times its length, which is the same for all.
const manyLabels = 1000

// Labels keeps what is wrong with the labels and the annotations of an object that has very
// many of them: the server validates them several times.
type Labels struct {
	labels, annotations wrongNames
}

// Metadata returns what check finds wrong with metadata, whose labels and annotations have to
// be the same each time.
func (l *Labels) Metadata(m *metav1.ObjectMeta, check func(*metav1.ObjectMeta) field.ErrorList) field.ErrorList {
	if len(m.Labels) <= manyLabels && len(m.Annotations) <= manyLabels {
		return check(m)
	}
	// One that is wrong stands for all, so that their errors come where its fault does.
	wrong := map[string]field.ErrorList{}
	other := *m
	if len(m.Labels) > manyLabels {
		wrong["metadata.labels"] = l.labels.of(m.Labels, wrongLabels)
		other.Labels = map[string]string{"-": ""}
	}
	if len(m.Annotations) > manyLabels {
		wrong["metadata.annotations"] = l.annotations.of(m.Annotations, wrongAnnotations)
		other.Annotations = map[string]string{"-": ""}
	}
	var all field.ErrorList
	last := ""
	for _, e := range check(&other) {
		if list, many := wrong[e.Field]; !many {
			all = append(all, e)
		} else if e.Field != last {
			all = append(all, list...)
		}
		last = e.Field
	}
	return all
}

// wrongNames is what is wrong with labels, or annotations, once that was looked for.
type wrongNames struct {
	wrong   field.ErrorList
	checked bool
}

func (w *wrongNames) of(all map[string]string, wrong func(map[string]string) field.ErrorList) field.ErrorList {
	if !w.checked {
		w.wrong, w.checked = wrong(all), true
	}
	return w.wrong
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

// wrongAnnotations returns what metavalidation.ValidateAnnotations does of annotations.
func wrongAnnotations(annotations map[string]string) field.ErrorList {
	path := field.NewPath("metadata", "annotations")
	names := alike{wrong: func(name string) field.ErrorList {
		return apivalidation.ValidateAnnotations(map[string]string{name: ""}, path)
	}}
	var all field.ErrorList
	for name := range annotations {
		all = append(all, names.of(name)...)
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		all = append(all, field.TooLong(path, "", apivalidation.TotalAnnotationSizeLimitB))
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

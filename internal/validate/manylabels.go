package validate

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// manyLabels is how many labels are validated at once. Each label that is wrong has a
// message of a hundred times its length, which is the same for all.
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

func wrongLabels(labels map[string]string) field.ErrorList {
	var all field.ErrorList
	details := map[string]string{}
	some := make(map[string]string, manyLabels)
	check := func() {
		for _, e := range metavalidation.ValidateLabels(some, field.NewPath("metadata", "labels")) {
			if d, known := details[e.Detail]; known {
				e.Detail = d
			} else {
				details[e.Detail] = e.Detail
			}
			all = append(all, e)
		}
		clear(some)
	}
	for name, value := range labels {
		if some[name] = value; len(some) == manyLabels {
			check()
		}
	}
	check()
	SortMeta(all)
	return all
}

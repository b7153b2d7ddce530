package validate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
)

// Labels that are checked some at a time have the errors that all of them have together,
// in their place among those of the rest of the metadata.
func TestManyLabels(t *testing.T) {
	m := &metav1.ObjectMeta{Name: "-", Generation: -1, Labels: map[string]string{}, Annotations: map[string]string{"/": ""}, Finalizers: []string{"_"}}
	for i := range 2*manyLabels + 7 {
		m.Labels[fmt.Sprintf("l%d", i)] = []string{"a", "a b", "-"}[i%3]
		if i%5 == 0 {
			m.Labels[fmt.Sprintf("-l%d/", i)] = "b"
		}
	}
	few := m
	m = few.DeepCopy() // both are many
	for i := range 2*manyLabels + 7 {
		m.Annotations[fmt.Sprintf("%sa%d", []string{"", "-", "_/", "A/"}[i%4], i)] = strings.Repeat("x", 200)
	}
	neither := few.DeepCopy()
	neither.Labels = nil
	annotations := m.DeepCopy()
	annotations.Labels = map[string]string{"-": "-"}
	short := m.DeepCopy()
	for name := range short.Annotations {
		short.Annotations[name] = ""
	}
	for _, m := range []*metav1.ObjectMeta{few, m, neither, annotations, short} {
		testManyLabels(t, m)
	}
}

func testManyLabels(t *testing.T, m *metav1.ObjectMeta) {
	checks := kube.Latest.Behaviour().Checks
	for name, check := range map[string]func(*metav1.ObjectMeta) field.ErrorList{
		"create": func(m *metav1.ObjectMeta) field.ErrorList {
			return metavalidation.ValidateObjectMeta(m, true, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
		},
		"update": func(m *metav1.ObjectMeta) field.ErrorList { return MetaChange(m, &metav1.ObjectMeta{}, checks) },
	} {
		t.Run(name, func(t *testing.T) {
			want := check(m)
			SortMeta(want)
			var l Labels
			for range 2 {
				got := l.Metadata(m, func(m *metav1.ObjectMeta) field.ErrorList {
					if len(m.Labels) > 1 || len(m.Annotations) > 1 {
						t.Errorf("%d labels and %d annotations are checked one by one", len(m.Labels), len(m.Annotations))
					}
					return check(m)
				})
				SortMeta(got)
				if len(got) != len(want) {
					t.Fatalf("%d errors, want %d", len(got), len(want))
				}
				for i := range want {
					if got, want := labelError(got[i]), labelError(want[i]); got != want {
						t.Fatalf("error %d is\n%s\nwant\n%s", i, got, want)
					}
				}
			}
		})
	}
}

// Labels that alone are wrong have their errors once.
func TestManyLabelsAlone(t *testing.T) {
	m := &metav1.ObjectMeta{Name: "a", Labels: map[string]string{}}
	for i := range manyLabels + 1 {
		m.Labels[fmt.Sprintf("l%d", i)] = "-"
	}
	check := func(m *metav1.ObjectMeta) field.ErrorList {
		return metavalidation.ValidateObjectMeta(m, false, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	}
	var l Labels
	if got, want := l.Metadata(m, check), check(m); len(got) != len(want) || len(want) != len(m.Labels) {
		t.Errorf("%d errors, want %d", len(got), len(want))
	}
}

// TestAppendShape: a shape tells of a character what the messages do.
func TestAppendShape(t *testing.T) {
	for text, want := range map[string]string{"": "-", "azAZ09": "-aaAAaa", "`{@[/:": "-`{@[/:", "é_.\n": "-é_.\n"} {
		if got := string(appendShape([]byte("-"), text)); got != want {
			t.Errorf("%q has the shape %q, want %q", text, got, want)
		}
	}
}

func labelError(e *field.Error) string {
	return fmt.Sprint(e, " ", e.Type, " ", e.Origin, " ", e.CoveredByDeclarative)
}

// TestAlikeLabels: the errors of labels are those that each has by itself.
func TestAlikeLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		const letters = "abzABZ019-_./ é\n"
		b := make([]byte, r.IntN(9))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		if r.IntN(30) == 0 {
			return strings.Repeat("a", 60+r.IntN(8)) + string(b)
		}
		if r.IntN(30) == 0 {
			return strings.Repeat("a", 250+r.IntN(8)) + "/" + string(b)
		}
		return string(b)
	}
	labels := map[string]string{}
	tries := sweep.Times(4_000, 20_000)
	for range tries {
		labels[text()] = text()
	}
	want := metav1validation.ValidateLabels(labels, field.NewPath("metadata", "labels"))
	SortMeta(want)
	compareErrors(t, wrongLabels(labels), want, tries/2)

	// Letters that are ASCII once they are lower case, and others.
	for _, name := range []string{"\u212a", "\u0130", "\u212a/a", "A/\u212a"} {
		labels[name] = ""
	}
	for _, value := range []string{"", strings.Repeat("x", metavalidation.TotalAnnotationSizeLimitB)} {
		labels["a"] = value
		want = metavalidation.ValidateAnnotations(labels, field.NewPath("metadata", "annotations"))
		SortMeta(want)
		compareErrors(t, wrongAnnotations(labels), want, tries/4)
	}
}

func compareErrors(t *testing.T, got, want field.ErrorList, least int) {
	t.Helper()
	if len(got) != len(want) || len(want) < least {
		t.Fatalf("%d errors, want %d", len(got), len(want))
	}
	for i := range want {
		if got, want := labelError(got[i]), labelError(want[i]); got != want {
			t.Fatalf("error %d is\n%s\nwant\n%s", i, got, want)
		}
	}
}

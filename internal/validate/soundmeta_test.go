package validate_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/validate"
)

// TestSoundMeta: the library finds nothing wrong with metadata that is sound, nor with a change to
// it that is. Little of what it accepts is not sound.
func TestSoundMeta(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 14))
	text := func() any {
		if r.IntN(100) == 0 {
			return int64(1)
		}
		if r.IntN(30) == 0 {
			return strings.Repeat("a", 62+r.IntN(3)) + strings.Repeat(".a", r.IntN(2)*(94+r.IntN(4)))
		}
		var b strings.Builder
		for i, n := 0, r.IntN(5); i < n; i++ {
			if b.WriteString("a1"[:1+r.IntN(2)]); r.IntN(5) == 0 {
				b.WriteByte("/-._A/ é\xff"[r.IntN(10)])
			}
		}
		return b.String()
	}
	texts := func() any {
		all := map[string]any{}
		for range r.IntN(3) {
			name, _ := text().(string)
			all[name] = text()
		}
		if r.IntN(300) == 0 {
			all["long"] = strings.Repeat("x", 256<<10-5+r.IntN(3))
		}
		return all
	}
	some := func() map[string]any {
		m := map[string]any{}
		for name, value := range map[string]func() any{
			"name": text, "namespace": text, "uid": text, "resourceVersion": text, "labels": texts, "annotations": texts,
			"generation":        func() any { return int64(r.IntN(9) - 1) },
			"creationTimestamp": func() any { return []any{"2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"}[r.IntN(2)] },
			"finalizers":        func() any { return []any{"a"} },
		} {
			if r.IntN(4) > 0 && (name != "finalizers" || r.IntN(20) == 0) {
				m[name] = value()
			}
		}
		return m
	}
	read := func(m map[string]any) *metav1.ObjectMeta {
		meta := new(metav1.ObjectMeta)
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(m, meta); err != nil {
			return nil
		}
		return meta
	}
	sound, unsound, changes, same := 0, 0, 0, 0
	for range 12_000 {
		m, namespaced := some(), r.IntN(3) > 0
		if !namespaced && r.IntN(4) > 0 {
			delete(m, "namespace")
		}
		meta := read(m)
		if meta == nil {
			continue // it is refused before
		}
		wrong := metavalidation.ValidateObjectMeta(meta, namespaced, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
		inURL := metavalidation.ValidateObjectMeta(meta, namespaced, validate.PathSegment, field.NewPath("metadata"))
		switch is := validate.SoundMeta(m, namespaced); {
		case is && len(wrong)+len(inURL) > 0:
			t.Fatalf("%v is sound: %v, %v", m, wrong, inURL)
		case is:
			sound++
		case len(wrong) == 0 && len(meta.Finalizers) == 0:
			unsound++
		}
		if !validate.SoundMeta(m, namespaced) {
			continue
		}
		old := some()
		for k, v := range m {
			if r.IntN(12) > 0 {
				old[k] = v
			}
		}
		was := read(old)
		if was == nil {
			continue
		}
		wrong = metavalidation.ValidateObjectMetaUpdate(meta, was, field.NewPath("metadata"))
		switch stays := validate.SoundMetaChange(m, old); {
		case stays && len(wrong) > 0:
			t.Fatalf("%v in the place of %v is sound: %v", m, old, wrong)
		case stays:
			changes++
		case len(wrong) == 0:
			same++
		}
	}
	t.Logf("%d sound, %d others that are right, %d sound changes, %d others that are right", sound, unsound, changes, same)
	if sound < 500 || unsound > sound/5 || changes < 60 {
		t.Errorf("%d sound, %d others that are right, %d sound changes, %d others that are right", sound, unsound, changes, same)
	}
}

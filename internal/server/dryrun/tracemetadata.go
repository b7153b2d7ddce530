package dryrun

import (
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/text/finding"
	"k8s.io/apimachinery/pkg/runtime"
)

// pruned adds the removal of an unknown field.
func (t *trace) pruned(v *served, f prune.Removed) {
	t.addFrom(v, "", Entry{Stage: Prune, Action: Pruned, At: f.At, Value: f.Value, Reason: "no such field in the schema"})
}

// replaced adds the differences of metadata that was decoded and encoded.
func (t *trace) replaced(at *finding.Path, before any, after map[string]any) {
	if t != nil && !t.off && !jsonvalue.Equal(before, after) {
		t.changed(at, before, after)
	}
}

func (t *trace) changed(at *finding.Path, before, after any) {
	b, wasMap := before.(map[string]any)
	a, isMap := after.(map[string]any)
	if wasMap && isMap {
		for _, k := range sortedKeys(b) {
			if v, ok := a[k]; ok {
				t.changed(at.Child(k), b[k], v)
			} else if !empty(b[k]) {
				t.add(Metadata, Dropped, at.Child(k), b[k], NotInObjectMeta)
			}
		}
		return
	}
	wasList, _ := before.([]any)
	isList, _ := after.([]any)
	if len(wasList) == len(isList) && len(isList) > 0 {
		for i := range isList {
			t.changed(at.Index(i), wasList[i], isList[i])
		}
		return
	}
	if !jsonvalue.Equal(before, after) {
		// The value is copied because later steps change metadata.
		t.add(Metadata, Coerced, at, runtime.DeepCopyJSONValue(after), "the form in which ObjectMeta is written")
	}
}

// empty reports whether ObjectMeta omits a value of a field that it has.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case int64:
		return v == 0
	case float64:
		return v == 0
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// NotInObjectMeta is the reason of entries about fields of metadata that the server does not know.
const NotInObjectMeta = "no such field in ObjectMeta"

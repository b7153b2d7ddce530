package suite

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/report"
)

// managed are the fields of metadata that the server sets.
var managed = [...]string{
	"uid", "generation", "creationTimestamp", "resourceVersion", "managedFields",
	"deletionGracePeriodSeconds", "deletionTimestamp", "selfLink", "generateName",
}

// normal returns an object without the fields that the server manages. If it has no name or namespace, normal sets
// those of the object as.
func normal(object, as map[string]any) map[string]any {
	u := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(object)}
	of := &unstructured.Unstructured{Object: as}
	for _, k := range managed {
		unstructured.RemoveNestedField(u.Object, "metadata", k)
	}
	if notes := u.GetAnnotations(); notes[clientapply.Annotation] != "" {
		if delete(notes, clientapply.Annotation); len(notes) == 0 {
			notes = nil
		}
		u.SetAnnotations(notes)
	}
	if u.GetName() == "" {
		u.SetName(of.GetName())
	}
	if of.GetNamespace() == "" {
		unstructured.RemoveNestedField(u.Object, "metadata", "namespace")
	} else if u.GetNamespace() == "" {
		u.SetNamespace(of.GetNamespace())
	}
	return u.Object
}

// same adds a failure if two objects differ.
func (r *run) same(line int, what string, want, got map[string]any) {
	if jsonvalue.Equal(want, got) {
		return
	}
	r.fail(report.TestFailure{
		Line: line, Expected: what, Got: "another",
		Diff: diff.Unified("expected", "stored", asYAML(want), asYAML(got)),
	})
}

func asYAML(object map[string]any) string {
	if object == nil {
		return ""
	}
	text, err := yamltext.Marshal(object)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// partOf returns an object with only the fields of a part. A list whose length differs from that in the part stays
// whole.
func partOf(object, part map[string]any) map[string]any {
	out := map[string]any{}
	for k, p := range part {
		if v, has := object[k]; has {
			out[k] = reduced(v, p)
		}
	}
	return out
}

func reduced(v, part any) any {
	switch part := part.(type) {
	case map[string]any:
		if m, ok := v.(map[string]any); ok {
			return partOf(m, part)
		}
	case []any:
		l, ok := v.([]any)
		if !ok || len(l) != len(part) {
			return v
		}
		out := make([]any, len(l))
		for i := range l {
			out[i] = reduced(l[i], part[i])
		}
		return out
	}
	return v
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// listed returns a text followed by a list, or "" if the list is empty.
func listed(text string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return text + strings.Join(list, ", ")
}

package validate

import (
	"maps"
	"slices"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// plainMeta reads metadata that has nothing but names, labels, annotations and a
// generation, each of its type, and fields that ObjectMeta does not know. With strict it
// returns the names of those, as many as a strict reader tells. That is most metadata, and
// what reads all of it takes ten times as long; it is false for all other.
func plainMeta(metadata any, strict bool) (meta *metav1.ObjectMeta, unknown []string, plain bool) {
	fields, ok := metadata.(map[string]any)
	if !ok {
		return nil, nil, false
	}
	meta = &metav1.ObjectMeta{}
	for k, v := range fields {
		ok := false
		switch k {
		case "name":
			meta.Name, ok = plainText(v)
		case "generateName":
			meta.GenerateName, ok = plainText(v)
		case "namespace":
			meta.Namespace, ok = plainText(v)
		case "resourceVersion":
			meta.ResourceVersion, ok = plainText(v)
		case "uid":
			var uid string
			uid, ok = plainText(v)
			meta.UID = types.UID(uid)
		case "generation":
			meta.Generation, ok = v.(int64)
		case "labels":
			meta.Labels, ok = plainTexts(v)
		case "annotations":
			meta.Annotations, ok = plainTexts(v)
		default:
			// The reader escapes some names.
			if ok = !otherMeta(k) && simpleName(k) && simpleValue(v); ok && strict {
				unknown = append(unknown, k)
			}
		}
		if !ok {
			return nil, nil, false
		}
	}
	slices.Sort(unknown)
	return meta, unknown[:min(len(unknown), mostUnknown)], true
}

// mostUnknown is how many flaws a strict reader of sigs.k8s.io/json tells.
const mostUnknown = 100

// otherMeta reports whether a field is one of ObjectMeta that plain metadata does not have.
func otherMeta(name string) bool {
	switch name {
	case "selfLink", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers", "managedFields":
		return true
	}
	return false
}

// simpleName reports whether a name has nothing but letters and digits.
func simpleName(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}

// simpleValue reports whether a value is written as JSON in a way that is always read.
func simpleValue(v any) bool {
	switch v := v.(type) {
	case nil, bool, int64:
		return true
	case string:
		return utf8.ValidString(v)
	}
	return false
}

func plainText(v any) (string, bool) {
	s, ok := v.(string)
	return s, ok && utf8.ValidString(s)
}

func plainTexts(v any) (map[string]string, bool) {
	fields, ok := v.(map[string]any)
	if !ok {
		return nil, false
	}
	texts := make(map[string]string, len(fields))
	for k, v := range fields {
		s, ok := plainText(v)
		if !ok || !utf8.ValidString(k) {
			return nil, false
		}
		texts[k] = s
	}
	return texts, true
}

// MetaOf is the metadata of an object, which has been read before without an error, without
// the fields that managedFields own.
func MetaOf(u map[string]any) *metav1.ObjectMeta {
	m, ok := u["metadata"].(map[string]any)
	if !ok {
		return &metav1.ObjectMeta{}
	}
	if meta, _, ok := plainMeta(m, false); ok {
		return meta
	}
	if owners, ok := m["managedFields"].([]any); ok {
		m = maps.Clone(m)
		m["managedFields"] = withoutFields(owners)
	}
	meta := &metav1.ObjectMeta{}
	_ = runtime.DefaultUnstructuredConverter.FromUnstructured(m, meta)
	return meta
}

// SettledMeta are the fields of metadata that ObjectMeta surely reads without an error or an
// unknown field, and MetaFields writes as they are; nil for all other.
func SettledMeta(metadata any) map[string]any {
	fields, ok := metadata.(map[string]any)
	if !ok {
		return nil
	}
	for k, v := range fields {
		ok := false
		switch k {
		case "name", "generateName", "namespace", "resourceVersion", "uid":
			var text string
			text, ok = plainText(v)
			ok = ok && text != ""
		case "generation":
			var n int64
			n, ok = v.(int64)
			ok = ok && n != 0
		case "labels", "annotations":
			ok = settledTexts(v)
		}
		if !ok {
			return nil
		}
	}
	return fields
}

// settledTexts reports whether there are some texts, and nothing else.
func settledTexts(v any) bool {
	texts, ok := v.(map[string]any)
	if !ok || len(texts) == 0 {
		return false
	}
	for k, v := range texts {
		if _, ok := plainText(v); !ok || !utf8.ValidString(k) {
			return false
		}
	}
	return true
}

// MetaFields are the fields of metadata as they are stored.
func MetaFields(meta *metav1.ObjectMeta) (map[string]any, error) {
	//lint:ignore SA1019 it is still a field, which must not be lost
	if meta.SelfLink != "" || !meta.CreationTimestamp.IsZero() || meta.DeletionTimestamp != nil || meta.DeletionGracePeriodSeconds != nil ||
		len(meta.OwnerReferences) > 0 || len(meta.Finalizers) > 0 || len(meta.ManagedFields) > 0 {
		return runtime.DefaultUnstructuredConverter.ToUnstructured(meta)
	}
	fields := map[string]any{}
	for _, f := range [...]struct{ name, text string }{
		{"name", meta.Name}, {"generateName", meta.GenerateName}, {"namespace", meta.Namespace}, {"uid", string(meta.UID)}, {"resourceVersion", meta.ResourceVersion},
	} {
		if f.text != "" {
			fields[f.name] = f.text
		}
	}
	if meta.Generation != 0 {
		fields["generation"] = meta.Generation
	}
	for _, f := range [...]struct {
		name  string
		texts map[string]string
	}{{"labels", meta.Labels}, {"annotations", meta.Annotations}} {
		if len(f.texts) == 0 {
			continue
		}
		texts := make(map[string]any, len(f.texts))
		for k, v := range f.texts {
			texts[k] = v
		}
		fields[f.name] = texts
	}
	return fields, nil
}

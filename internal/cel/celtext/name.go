package celtext

import apiservercel "k8s.io/apiserver/pkg/cel"

// FieldName returns the name of a field as expressions write it.
func FieldName(name string) string {
	if escaped, ok := apiservercel.Escape(name); ok {
		return escaped
	}
	return name
}

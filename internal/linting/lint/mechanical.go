package lint

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// mechanicalFix returns the fix of a finding of the server if only one is correct, whatever the author
// intended.
func mechanicalFix(c *crd.CustomResourceDefinition, f *finding.Finding) *finding.Fix {
	if f.Path == nil || f.Severity == finding.Info {
		return nil
	}
	switch f.Code {
	case code.ScopeUnknown:
		return respell(f, "Namespaced", "Cluster")
	case code.TypeUnknown:
		return respell(f, "array", "boolean", "integer", "number", "object", "string")
	case code.ListTypeUnknown:
		return respell(f, "atomic", "set", "map")
	case code.MapTypeUnknown:
		return respell(f, "atomic", "granular")
	case code.CELReasonUnknown:
		return respell(f, "FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate")
	case code.ConversionStrategyUnknown:
		return respell(f, "None", "Webhook")
	case code.ColumnTypeUnknown:
		return respell(f, "boolean", "date", "integer", "number", "string")
	case code.ColumnPathForm, code.ScalePathForm:
		return dotted(f)
	case code.SelectableInMetadata, code.SelectableUndeclared:
		if f.Value == ".metadata.name" || f.Value == ".metadata.namespace" {
			return finding.RemoveKey(fmt.Sprintf("remove %s, which is always selectable", f.Value), f.Path.Parent())
		}
	case code.MapKeyTwice:
		return removeAt(f, "the second one")
	case code.ResourceVersionSet:
		return removeAt(f, "resourceVersion")
	case code.ListKindIsKind:
		return finding.RemoveKey(fmt.Sprintf("remove listKind, whose default is %sList", c.Spec.Names.Kind), finding.Root("spec", "names", "listKind"))
	case code.NameForm:
		return lowered(f)
	case code.NullableRoot:
		return removeAt(f, "nullable: true")
	case code.PreserveFalse:
		return removeAt(f, "x-kubernetes-preserve-unknown-fields: false")
	case code.DefaultForbidden:
		return removeAt(f, "the default")
	case code.DeprecationEmpty:
		return removeAt(f, "the empty deprecationWarning")
	}
	return nil
}

// respell corrects the case of a value: the server compares with case.
func respell(f *finding.Finding, names ...string) *finding.Fix {
	v := reflect.ValueOf(f.Value)
	if v.Kind() != reflect.String {
		return nil
	}
	for _, name := range names {
		if v.String() != name && strings.EqualFold(v.String(), name) {
			return finding.ReplaceValue("write "+name, f.Path, name)
		}
	}
	return nil
}

// dotted writes a path in the required form: with a leading dot, and without braces.
func dotted(f *finding.Finding) *finding.Fix {
	path, ok := f.Value.(string)
	if !ok {
		return nil
	}
	inner := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(path, "{"), "}"), ".")
	for i := range len(inner) {
		switch c := inner[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', i > 0 && ('0' <= c && c <= '9' || c == '.'):
		default:
			return nil
		}
	}
	if inner == "" || strings.Contains(inner, "..") || strings.HasSuffix(inner, ".") {
		return nil
	}
	return finding.ReplaceValue("write ."+inner, f.Path, "."+inner)
}

func removeAt(f *finding.Finding, what string) *finding.Fix {
	return finding.RemoveKey("remove "+what, f.Path)
}

// lowered returns a fix that writes singular or a short name in lower case.
func lowered(f *finding.Finding) *finding.Fix {
	last := f.Path.Segments()[len(f.Path.Segments())-1]
	name, ok := f.Value.(string)
	if lower := strings.ToLower(name); ok && lower != name && (last.Name == "singular" || last.IsIndex) {
		return finding.ReplaceValue("write "+lower, f.Path, lower)
	}
	return nil
}

// respellField renames an unknown field to the only known field that differs by case or by one character,
// unless that field is set already.
func respellField(doc *source.Document, name string, known []string, at *finding.Path) *finding.Fix {
	near := ""
	for _, k := range known {
		switch {
		case strings.EqualFold(k, name):
		case len(name) < 5 || nearest.Distance(k, name) > 1:
			continue
		}
		if near != "" {
			return nil
		}
		near = k
	}
	if near == "" || at == nil {
		return nil
	}
	parent, exact := doc.Node(at.Parent().Segments())
	if !exact || source.Field(parent, near) != nil {
		return nil
	}
	return finding.RenameKey(fmt.Sprintf("rename %q to %q", name, near), at, near)
}

// requote adds or removes quotes, if the value then has the wanted type.
func requote(n *yamlnode.Node, want string, at *finding.Path) *finding.Fix {
	switch v := source.Value(n).(type) {
	case string:
		const title = "write it without quotes"
		switch {
		case want == "bool" && (v == "true" || v == "false"):
			return finding.ReplaceValue(title, at, v == "true")
		case want == "int64" || want == "int32":
			if i, ok := source.Scalar(source.JSONScalar(v)).(int64); ok && fmt.Sprint(i) == v {
				return finding.ReplaceValue(title, at, i)
			}
		}
	case bool, int64, float64:
		if want == "string" {
			return finding.ReplaceValue(fmt.Sprintf("write %q", n.Value), at, n.Value)
		}
	}
	return nil
}

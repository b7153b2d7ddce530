package crd

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/text/code"
)

// InGo implements code.InGo.
func (s schemaInMessage) InGo(fields behaviour.Fields) string {
	return internaltype.OfSchema(s.checkedSchema(s.schema)).InGo(fields)
}

// InGo implements code.InGo.
func (v versionsInMessage) InGo(fields behaviour.Fields) string {
	versions := v.crd.Spec.Versions
	if versions == nil {
		return "[]" + versionType + "(nil)"
	}
	var b strings.Builder
	b.WriteString("[]" + versionType + "{")
	for i := range versions {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.version(i).InGo(fields))
	}
	b.WriteByte('}')
	return b.String()
}

const versionType = "apiextensions.CustomResourceDefinitionVersion"

// InGo implements code.InGo.
func (from versionJSON) InGo(fields behaviour.Fields) string {
	selectable := ""
	if fields.SelectableFields != behaviour.Unknown {
		selectable = fmt.Sprintf(", SelectableFields:%s", listInGo("apiextensions.SelectableField", from.SelectableFields, func(f *SelectableField) string {
			return fmt.Sprintf("{JSONPath:%q}", f.JSONPath)
		}))
	}
	return fmt.Sprintf("%s{Name:%q, Served:%v, Storage:%v, Deprecated:%v, DeprecationWarning:%s, Schema:%s, Subresources:%s, AdditionalPrinterColumns:%s%s}",
		versionType, from.Name, from.Served, from.Storage, from.Deprecated,
		code.Pointer("string", from.DeprecationWarning != nil),
		code.Pointer("apiextensions.CustomResourceValidation", from.Schema != nil),
		code.Pointer("apiextensions.CustomResourceSubresources", from.Subresources != nil),
		listInGo("apiextensions.CustomResourceColumnDefinition", from.AdditionalPrinterColumns, func(c *PrinterColumn) string {
			return fmt.Sprintf("{Name:%q, Type:%q, Format:%q, Description:%q, Priority:%d, JSONPath:%q}",
				c.Name, c.Type, c.Format, c.Description, c.Priority, c.JSONPath)
		}), selectable)
}

// listInGo prints a list of structs in Go syntax.
func listInGo[T any](typ string, list []T, fields func(*T) string) string {
	if list == nil {
		return "[]" + typ + "(nil)"
	}
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = typ + fields(&list[i])
	}
	return "[]" + typ + "{" + strings.Join(texts, ", ") + "}"
}

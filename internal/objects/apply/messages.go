package apply

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// schemaMessage returns the message about a value that the schema does not allow, the keyword, and the help.
func (q *request) schemaMessage(f *finding.Finding, at *finding.Path) (message string, k keyword, help string) {
	s := q.def.resource.SchemaAt(q.version, at)
	value := short(f.Value)
	k.name = f.Code.CaseName()
	switch k.name {
	case "enum":
		message = fmt.Sprintf("%s is not one of the allowed values", value)
		if s != nil && len(s.Enum) > 0 {
			var allowed []string
			for _, e := range s.Enum {
				allowed = append(allowed, short(e))
			}
			message = fmt.Sprintf("%s is not one of %s", value, enumerate(allowed))
			if near := nearest.Name(value, allowed); near != "" {
				help = fmt.Sprintf("did you mean %s?", near)
			} else if text, isString := f.Value.(string); isString && isYAML11(text) && s.Type == "string" && holdsBoolean(s.Enum) {
				help = "the CRD has words such as on and no without quotes, which YAML 1.1 reads as booleans; put them in quotes there"
			}
		}
		return message, k, help
	case "required":
		segments := at.Segments()
		k.item = segments[len(segments)-1].Name
		return "required, but missing", k, ""
	case "maxLength":
		k.value = fmt.Sprint(f.Facts.Limit)
		message = fmt.Sprintf("longer than the maximum of %s characters", k.value)
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yamlnode.Scalar {
			if text, ok := source.String(n); ok {
				message = fmt.Sprintf("%d characters, but at most %s are allowed", len([]rune(text)), k.value)
			}
		}
		return message, k, ""
	case "maxItems", "maxProperties":
		k.value = fmt.Sprint(f.Facts.Limit)
		return fmt.Sprintf("%v %s, but at most %s are allowed", f.Value, strings.ToLower(strings.TrimPrefix(k.name, "max")), k.value), k, ""
	case "type", "format":
		return q.typeMessage(at, f, value)
	case "minItems", "minProperties":
		return f.Facts.ValidatorText, k, "" // the value is not that of a field
	case "pattern":
		k.value = fmt.Sprint(f.Facts.Limit)
	case "anyOf", "oneOf", "allOf", "not", "":
		// The value is that of the field that the server's message names.
		return cmp.Or(f.Facts.ValidatorText, f.Detail), k, ""
	}
	return value + " " + f.Facts.ValidatorText, k, ""
}

func holdsBoolean(enum []any) bool {
	return slices.ContainsFunc(enum, func(v any) bool { _, is := v.(bool); return is })
}

// typeMessage returns the message about a value of a wrong type or format.
func (q *request) typeMessage(at *finding.Path, f *finding.Finding, value string) (message string, k keyword, help string) {
	wanted := f.Facts.Wanted
	k = keyword{name: f.Code.CaseName(), value: wanted}
	if k.name == "format" {
		return fmt.Sprintf("%s is not in the format %s", value, wanted), k, ""
	}
	n, exact := q.doc.Node(at.Segments())
	if !exact {
		return fmt.Sprintf("of type %s, where %s is wanted", strings.Trim(value, `"`), article(wanted)), k, ""
	}
	found := source.Value(n)
	switch v := found.(type) {
	case nil:
		help = "remove it, or give it a value"
	case string:
		number := wanted == "integer" && isInteger(v) || wanted == "number" && isNumber(v)
		if number || wanted == "boolean" && (v == "true" || v == "false") {
			help = "write it without quotes"
		}
	case bool, int64, float64:
		if wanted == "string" {
			help = fmt.Sprintf("put it in quotes: %q", n.Value)
			if isYAML11(n.Value) {
				help = saysBoolean(n.Value, fmt.Sprint(found))
			}
		}
	}
	return fmt.Sprintf("%s, where %s is wanted", described(found), article(wanted)), k, help
}

func isInteger(s string) bool {
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func described(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "the string " + short(v)
	case bool:
		return "the boolean " + short(v)
	default:
		return "the number " + short(v)
	}
}

func article(typeName string) string {
	switch typeName {
	case "array":
		return "a list"
	case "object", "integer":
		return "an " + typeName
	case "integer,string":
		return "an integer or a string"
	}
	return "a " + typeName
}

// listMessage returns the message about a repeated item.
func (q *request) listMessage(f *finding.Finding, at *finding.Path) (message string, k keyword) {
	k = keyword{name: "x-kubernetes-list-type", ofParent: true}
	s := q.def.resource.SchemaAt(q.version, at.Parent())
	switch {
	case f.Code != code.ListItemTwice || s == nil:
		return f.Detail, k
	case s.ListType() == "map":
		k.name = "x-kubernetes-list-map-keys"
		return fmt.Sprintf("an item above already has %s; items of this list must differ in %s", short(f.Value), enumerate(s.XListMapKeys())), k
	}
	return fmt.Sprintf("%s is a duplicate; items of a set must be unique", short(f.Value)), k
}

// short returns a value as JSON, shortened for a message.
func short(v any) string {
	const most = 60
	b, err := json.Marshal(v)
	s := string(b)
	if text, ok := v.(string); ok {
		s = strconv.Quote(text)
	} else if err != nil {
		s = fmt.Sprint(v)
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

package apply

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/nearest"
	"github.com/crdtool/crdtool/internal/source"
)

// schemaWords words what the schema does not allow, and names the keyword that
// does not.
func (q *request) schemaWords(f *finding.Finding, at *finding.Path) (message string, k keyword, help string) {
	_, s := q.def.resource.SchemaPath(q.version, at)
	value := short(f.Value)
	switch f.Type {
	case field.ErrorTypeNotSupported:
		message = fmt.Sprintf("%s is not one of the values that are allowed", value)
		if s != nil && len(s.Enum) > 0 {
			var allowed []string
			for _, e := range s.Enum {
				allowed = append(allowed, short(e))
			}
			message = fmt.Sprintf("%s is not one of %s", value, enumerate(allowed))
			if near := nearest.Name(value, allowed); near != "" {
				help = fmt.Sprintf("did you mean %s?", near)
			}
		}
		return message, keyword{name: "enum"}, help
	case field.ErrorTypeRequired:
		segments := at.Segments()
		return "required, but absent", keyword{name: "required", item: segments[len(segments)-1].Name}, ""
	case field.ErrorTypeTooLong:
		limit := number(f.Detail)
		message = fmt.Sprintf("longer than the %s characters that are allowed", limit)
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.ScalarNode {
			if text, ok := source.String(n); ok {
				message = fmt.Sprintf("%d characters, where %s are allowed", len([]rune(text)), limit)
			}
		}
		return message, keyword{name: "maxLength", value: limit}, ""
	case field.ErrorTypeTooMany:
		limit := number(f.Detail)
		k = keyword{name: "maxItems", value: limit}
		if n, exact := q.doc.Node(at.Segments()); exact && n.Kind == yaml.MappingNode {
			k.name = "maxProperties"
		}
		return fmt.Sprintf("%v %s, where %s are allowed", f.Value, strings.ToLower(strings.TrimPrefix(k.name, "max")), limit), k, ""
	}
	return q.invalidWords(f, at, value)
}

// limits are the keywords behind the texts of the server's validator.
var limits = []struct{ text, keyword string }{
	{"should be greater than", "minimum"},
	{"should be less than", "maximum"},
	{"should be a multiple of", "multipleOf"},
	{"should match", "pattern"},
	{"chars long", "minLength"},
	{"items", "minItems"},
	{"properties", "minProperties"},
	{"is a forbidden property", "additionalProperties"},
	{"(anyOf)", "anyOf"},
	{"(oneOf)", "oneOf"},
	{"(allOf)", "allOf"},
	{"(not)", "not"},
}

// invalidWords words what the server calls an invalid value.
func (q *request) invalidWords(f *finding.Finding, at *finding.Path, value string) (message string, k keyword, help string) {
	_, said, inBody := strings.Cut(f.Detail, " in body ")
	if wanted, ok := strings.CutPrefix(said, "must be of type "); ok {
		wanted, _, _ = strings.Cut(wanted, ":")
		return q.typeWords(at, wanted, value)
	}
	for _, l := range limits {
		if strings.Contains(f.Detail, l.text) {
			k.name = l.keyword
			break
		}
	}
	switch {
	case !inBody:
		// The value that the text names is shown beside it.
		_, rest, named := strings.Cut(f.Detail, `" must `)
		if named {
			return "must " + rest, k, ""
		}
		return f.Detail, k, ""
	case strings.HasPrefix(said, "should have"):
		return said, k, "" // the value is that of no field
	case k.name == "pattern":
		k.value = strings.TrimSuffix(strings.TrimPrefix(said, "should match '"), "'")
	}
	return value + " " + said, k, ""
}

// typeNames are the types of JSON; other names are formats to the validator.
var typeNames = set("array", "boolean", "integer", "integer,string", "null", "number", "object", "string")

// typeWords words a value of a wrong type, or in a wrong format.
func (q *request) typeWords(at *finding.Path, wanted, value string) (message string, k keyword, help string) {
	if !typeNames[wanted] {
		return fmt.Sprintf("%s is not in the format %s", value, wanted), keyword{name: "format", value: wanted}, ""
	}
	k = keyword{name: "type", value: wanted}
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

// listWords words a repeated item.
func (q *request) listWords(f *finding.Finding, at *finding.Path) (message string, k keyword) {
	k = keyword{name: "x-kubernetes-list-type", ofParent: true}
	_, s := q.def.resource.SchemaPath(q.version, at.Parent())
	switch {
	case f.Type != field.ErrorTypeDuplicate || s == nil:
		return f.Detail, k
	case s.ListType() == "map":
		k.name = "x-kubernetes-list-map-keys"
		return fmt.Sprintf("an item with %s stands above; items of this list differ in %s", short(f.Value), enumerate(s.XListMapKeys)), k
	}
	return fmt.Sprintf("%s stands above; the list is a set", short(f.Value)), k
}

// number returns the first number in a text.
func number(text string) string {
	for _, word := range strings.Fields(text) {
		if _, err := strconv.Atoi(word); err == nil {
			return word
		}
	}
	return ""
}

// short is a value as it is quoted: as JSON, and not at any length.
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

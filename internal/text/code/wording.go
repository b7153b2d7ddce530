package code

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// Wording returns a function that makes the message of a server for a finding, whose detail has the words of the newest
// server. It is nil for a server with the same words.
func Wording(b behaviour.Behaviour) finding.Wording {
	if b.Words == behaviour.Of(kube.Latest).Words {
		return nil
	}
	return func(f *finding.Finding) string {
		detail := detailBefore(f, b.Words)
		if b.Words.ValuesAsJSON {
			return finding.BodyOf(f.Type, f.Value, detail)
		}
		return body(f.Type, f.Value, detail, b.Fields)
	}
}

// body mirrors ErrorBody of field.Error before it printed values as JSON.
func body(kind field.ErrorType, value any, detail string, fields behaviour.Fields) string {
	text := kind.String()
	switch kind {
	case field.ErrorTypeRequired, field.ErrorTypeForbidden, field.ErrorTypeTooLong, field.ErrorTypeInternal:
	default:
		if _, omitted := value.(field.OmitValueType); !omitted {
			text += ": " + valueBefore(value, fields)
		}
	}
	if detail != "" {
		text += ": " + detail
	}
	return text
}

// InGo is a value of the server's own type. Messages before 1.34 print it in Go syntax, with the fields that the type
// has on that server.
type InGo interface {
	InGo(fields behaviour.Fields) string
}

func valueBefore(value any, fields behaviour.Fields) string {
	switch v := reflect.ValueOf(value); {
	case value == nil, v.Kind() == reflect.Pointer && v.IsNil():
		return `"null"` // a string, which is then quoted
	case v.Kind() == reflect.Pointer:
		if _, own := value.(InGo); !own {
			value = v.Elem().Interface()
		}
	}
	switch v := value.(type) {
	case InGo:
		return finding.CutQuoted(v.InGo(fields))
	case Elsewhere:
		return strings.ReplaceAll(valueBefore(v.Value, fields), address, "(0xc000000008)")
	case int64, int32, float64, float32, bool:
		return fmt.Sprint(v)
	case string:
		return strconv.Quote(v)
	case fmt.Stringer:
		return v.String()
	}
	if o, ok := asOwner(reflect.ValueOf(value)); ok {
		return o.inGo()
	}
	if owners := asOwners(value); owners != nil {
		texts := make([]string, len(owners))
		for i := range owners {
			texts[i] = owners[i].inGo()
		}
		return "[]v1.OwnerReference{" + strings.Join(texts, ", ") + "}"
	}
	return fmt.Sprintf("%#v", value)
}

const address = "(0xc000000000)"

// Elsewhere is a value of which the server has a copy at another address, so that messages with addresses differ.
type Elsewhere struct{ Value any }

// Pointer prints a pointer as %#v does, with a fixed address: the server's differs each time.
func Pointer(typ string, set bool) string {
	if set {
		return "(*" + typ + ")" + address
	}
	return "(*" + typ + ")(nil)"
}

// detailBefore returns the detail of a finding in the words of an older server.
func detailBefore(f *finding.Finding, w behaviour.Words) string {
	d := f.Detail
	switch f.Type {
	case field.ErrorTypeTooLong:
		return tooLong(f, w)
	case field.ErrorTypeTooMany:
		if !w.ValuesAsJSON && strings.HasSuffix(d, " at most 1 item") {
			d += "s"
		}
		return d
	}
	if !w.Short {
		d = repeating(f)
	}
	switch {
	case !w.HostSpecified && f.Code == ConversionURL:
		d = strings.Replace(d, "host must be specified", "host must be provided", 1)
	case !w.WasStorageVersion && f.Code == StoredVersionGone:
		d = "must appear in spec.versions"
	case !w.LabelKey && strings.Contains(d, " no more than ") && strings.HasSuffix(d, " bytes"):
		d = strings.TrimSuffix(d, "bytes") + "characters"
	case !w.LabelKey && strings.HasPrefix(d, "a valid label key must"):
		d = "a qualified name must" + strings.TrimPrefix(d, "a valid label key must")
	case !w.LabelsWithoutDots && d == "must not contain dots":
		d = utilvalidation.IsDNS1123Label("-")[0]
	case !w.OwnersByKind:
		value := f.Value
		if e, ok := value.(Elsewhere); ok {
			value = e.Value
		}
		d = ownersByName(d, asOwners(value))
	}
	return d
}

// tooLong returns the detail for a value that is too long. Older versions have different details for objects and
// metadata.
func tooLong(f *finding.Finding, w behaviour.Words) string {
	rest, found := strings.CutPrefix(f.Detail, "may not be more than ")
	if !found || w.ValuesAsJSON {
		return f.Detail
	}
	most, _, _ := strings.Cut(rest, " ")
	switch {
	case w.MoreThanBytes:
		return "may not be more than " + most + " bytes"
	case strings.HasSuffix(string(f.Code), "/maxLength"):
		return "may not be longer than " + most
	}
	return "must have at most " + most + " bytes"
}

// repeating returns the detail of servers that repeat the field of the path in it.
func repeating(f *finding.Finding) string {
	path := f.Path.Server()
	switch f.Code {
	case SchemaRequired:
		if f.Detail == "" {
			return "schemas are required"
		}
	case ConversionServiceRequired:
		return "service " + path[strings.LastIndexByte(path, '.')+1:] + " is required"
	case CELMessageEmpty, CELMessageLines:
		return "message " + f.Detail
	case CELFieldPathEmpty, CELFieldPathLines, CELFieldPathForm:
		return "fieldPath " + f.Detail
	case SelectableWithoutSchema:
		return "selectableFields " + strings.ReplaceAll(f.Detail, "`", "")
	}
	switch {
	case f.Type == field.ErrorTypeRequired && f.Facts.Where == InResource:
		return "must not be empty"
	case f.Type == field.ErrorTypeInvalid && f.Detail == "must not be empty":
		for _, name := range [...]string{"kind", "name", "uid"} {
			if strings.HasSuffix(path, "metadata.ownerReferences."+name) {
				return name + " must not be empty"
			}
		}
	}
	return f.Detail
}

// DecodingError returns a decoder's error as worded by servers that omit the path inside a value with its own decoder.
func DecodingError(text string, w behaviour.Words) string {
	const before, after = " into Go struct field ", " of type "
	start, end := strings.Index(text, before), strings.LastIndex(text, after)
	if w.NestedPaths || start < 0 || end < start {
		return text
	}
	path := strings.Split(text[start+len(before):end], ".")
	for i, name := range path {
		switch name {
		case "items", "additionalProperties", "additionalItems", "dependencies":
			return text[:start] + before + strings.Join(path[:i+1], ".") + text[end:]
		}
	}
	return text
}

// InResource is the value of Facts.Where in a finding about an embedded resource without apiVersion or kind.
const InResource = "embedded resource"

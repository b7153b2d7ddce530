package builtin

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// mostStrict is the decoder's limit of errors about unknown fields.
const mostStrict = 100

// A decoder walks an object in the order of the server's decoder. kubectl sends the keys of an object sorted.
type decoder struct {
	catalog *Catalog
	minor   int
	faults  []Fault
	// strict are the decoder's errors about unknown fields.
	strict []string
	// saved and fatal are 1 + the index of the first fault that the decoder reports at its end, and of the first that
	// stops it; 0 if there is none.
	saved, fatal int
	// structName and stack are the struct and the fields that the decoder's errors name.
	structName string
	stack      []string
	// around are the object that is decoded, and those around it; the inmost is the last.
	around []scope
	// enumless says that the values of enums are not checked.
	enumless bool
}

// A scope is an object with its struct.
type scope struct {
	of     *Type
	fields map[string]any
}

// first returns the fault that the server reports; nil if the object can be decoded.
func (d *decoder) first() *Fault {
	switch {
	case d.fatal > 0:
		return &d.faults[d.fatal-1]
	case d.saved > 0:
		return &d.faults[d.saved-1]
	}
	return nil
}

// value decodes a value into a type.
func (d *decoder) value(typeText string, v any, at *finding.Path) {
	typeText = strings.TrimLeft(typeText, "*")
	t := d.catalog.Types[typeText]
	form := typeText
	if t != nil {
		form = t.Form
	}
	for underlying := d.catalog.Types[form]; underlying != nil; underlying = d.catalog.Types[form] {
		t, form = underlying, underlying.Form // a type that is defined as another named type
	}
	item, isList := strings.CutPrefix(form, "[]")
	_, isMap := strings.CutPrefix(form, "map[")
	switch v := v.(type) {
	case nil:
		if form == Decoder {
			d.custom(typeText, v, at)
		}
		return
	case map[string]any:
		switch {
		case form == Decoder:
			d.custom(typeText, v, at)
			return
		case form == Struct:
			d.object(typeText, t, v, at)
			return
		case isMap:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				d.value(form[strings.IndexByte(form, ']')+1:], v[key], at.Child(key))
			}
			return
		}
	case []any:
		switch {
		case form == Decoder:
			d.custom(typeText, v, at)
			return
		case isList:
			for i := range v {
				d.value(item, v[i], at.Index(i))
			}
			return
		}
	default:
		if d.scalar(typeText, form, t, v, at) {
			return
		}
	}
	d.wrongType(kindOf(v), typeText, form, v, at)
}

// object decodes an object into a struct.
func (d *decoder) object(typeText string, t *Type, v map[string]any, at *finding.Path) {
	structName, depth, enumless := d.structName, len(d.stack), d.enumless
	d.around = append(d.around, scope{t, v})
	defer func() { d.around = d.around[:len(d.around)-1] }()
	name := typeText[strings.LastIndexByte(typeText, '.')+1:]
	for _, key := range slices.Sorted(maps.Keys(v)) {
		f := t.field(key, d.minor)
		if f == nil {
			d.unknown(t, key, at)
			continue
		}
		d.structName = name
		if f.Embedded != "" {
			d.stack = append(d.stack, f.Embedded)
		}
		d.stack = append(d.stack, key)
		// Servers drop a status that is created, and a field whose feature gate is off, without a look at its values. A field
		// that all releases have is behind no gate.
		d.enumless = enumless || key == "status" || !t.hasAlways(key)
		d.value(f.Type, v[key], at.Child(key))
		d.structName, d.stack, d.enumless = structName, d.stack[:depth], enumless
	}
}

// scalar decodes a string, boolean or number. It reports false if the type has another form.
func (d *decoder) scalar(typeText, form string, t *Type, v any, at *finding.Path) bool {
	if form == Decoder {
		d.custom(typeText, v, at)
		return true
	}
	switch v := v.(type) {
	case string:
		switch form {
		case "string":
			d.enum(t, v, at)
			return true
		case "[]uint8":
			if _, err := base64.StdEncoding.DecodeString(v); err != nil {
				d.save(Fault{
					Code: formatCode, Path: at, Server: err.Error(),
					Message: "not base64", Help: "encode the value in base64, or write it in stringData if this is a Secret",
				})
			}
			return true
		}
	case bool:
		return form == "bool"
	default:
		literal := literalOf(v)
		switch form {
		case "int", "int32", "int64":
			bits := 64
			if form == "int32" {
				bits = 32
			}
			if _, err := strconv.ParseInt(literal, 10, bits); err == nil {
				return true
			}
		case "uint8":
			if _, err := strconv.ParseUint(literal, 10, 8); err == nil {
				return true
			}
		case "float64":
			return true
		default:
			return false
		}
		d.wrongType("number "+literal, typeText, form, v, at)
		return true
	}
	return false
}

// The codes of values, as for custom objects.
var (
	typeCode   = code.Value.Case("type")
	enumCode   = code.Value.Case("enum")
	formatCode = code.Value.Case("format")
)

// enum adds a fault if a string is none of the allowed values. Servers set a default for an empty string.
func (d *decoder) enum(t *Type, v string, at *finding.Path) {
	if t == nil || v == "" || d.enumless {
		return
	}
	var allowed []string
	for _, e := range t.Enum {
		if e.Has(d.minor) {
			allowed = append(allowed, e.Value)
		}
	}
	if len(allowed) == 0 || slices.Contains(allowed, v) {
		return
	}
	quoted := make([]string, len(allowed))
	for i, a := range allowed {
		quoted[i] = strconv.Quote(a)
	}
	f := Fault{Code: enumCode, Path: at, Message: fmt.Sprintf("%q is not one of %s", v, strings.Join(quoted, ", "))}
	if near := nearest.Name(v, allowed); near != "" {
		f.Help = fmt.Sprintf("did you mean %q?", near)
	}
	d.faults = append(d.faults, f)
}

// wrongType adds the fault of a value that cannot be decoded into a type. value is the value as the decoder's error
// names it.
func (d *decoder) wrongType(value, typeText, form string, v any, at *finding.Path) {
	wanted := wantedOf(form)
	d.save(Fault{
		Code: typeCode, Path: at, Message: fmt.Sprintf("%s, where %s is wanted", described(v), wanted), Help: quotesHelp(form, v),
		Server: d.typeError(&json.UnmarshalTypeError{Value: value}, goName(typeText)),
	})
}

// typeError returns the words of an error about a type at the current field.
func (d *decoder) typeError(e *json.UnmarshalTypeError, goType string) string {
	return fmt.Sprintf("json: cannot unmarshal %s into Go struct field %s.%s of type %s", e.Value, d.structName, strings.Join(d.stack, "."), goType)
}

// save adds a fault that the decoder reports at its end, if it is the first.
func (d *decoder) save(f Fault) {
	d.faults = append(d.faults, f)
	if d.saved == 0 {
		d.saved = len(d.faults)
	}
}

// custom decodes a value into a type that has a decoder of its own. The server's decoder stops at its error.
func (d *decoder) custom(typeText string, v any, at *finding.Path) {
	var into json.Unmarshaler
	wanted := ""
	switch typeText {
	case "api/resource.Quantity":
		into, wanted = &resource.Quantity{}, "a quantity such as 500m or 1Gi"
	case "util/intstr.IntOrString":
		into, wanted = &intstr.IntOrString{}, "an integer or a string"
	case "apis/meta/v1.Time":
		into, wanted = &metav1.Time{}, "a time such as 2006-01-02T15:04:05Z"
	case "apis/meta/v1.MicroTime":
		into, wanted = &metav1.MicroTime{}, "a time such as 2006-01-02T15:04:05.000000Z"
	default:
		return // any JSON value
	}
	text, err := json.Marshal(v)
	if err == nil {
		err = into.UnmarshalJSON(text)
	}
	if err == nil {
		return
	}
	f := Fault{Code: formatCode, Path: at, Message: fmt.Sprintf("%s, where %s is wanted", described(v), wanted), Server: err.Error()}
	var typed *json.UnmarshalTypeError
	if errors.As(err, &typed) {
		f.Server = d.typeError(typed, typed.Type.String())
	}
	d.faults = append(d.faults, f)
	if d.fatal == 0 {
		d.fatal = len(d.faults)
	}
}

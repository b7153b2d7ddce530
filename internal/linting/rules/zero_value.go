package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// zeroValue says what the markers of a Go field make of the field's zero value.
type zeroValue struct {
	// valid is set if no marker excludes it.
	valid bool
	// complete is set if the markers decide it: another one would not exclude the value.
	complete bool
	// unknown is set if the type, or a marker, does not show whether the value is valid.
	unknown bool
}

// mostStructs bounds how deep structs are followed: code that does not compile may have a circle.
const mostStructs = 50

// zeroInGo returns what the markers of a field say of its zero value. omitzero is set if the tag option leaves out
// structs.
func zeroInGo(f *gotypes.Field, omitzero bool, depth int) zeroValue {
	markers := f.AllMarkers()
	kind := f.Type.Kind()
	switch {
	case zeroIsWritten(f.Type):
		return zeroValue{valid: true, complete: true}.unlessIn(markers, celMarker, patternMarker)
	case kind == gotypes.Struct && typeMarker(markers) == "string":
		kind = gotypes.String
	case opaque(f.Type):
		return zeroValue{unknown: true}
	}
	switch kind {
	case gotypes.Bool:
		return zeroValue{valid: true, complete: true}
	case gotypes.Integer, gotypes.Float:
		return zeroOfNumber(markers)
	case gotypes.String, gotypes.Bytes:
		return zeroOfString(markers)
	case gotypes.List:
		return zeroOfCount(markers, minItemsMarker)
	case gotypes.Map:
		return zeroOfCount(markers, minPropertiesMarker)
	case gotypes.Struct:
		if depth < mostStructs {
			return zeroOfStruct(f, markers, omitzero, depth)
		}
	}
	return zeroValue{unknown: true}
}

const (
	minItemsMarker      = "kubebuilder:validation:MinItems"
	minPropertiesMarker = "kubebuilder:validation:MinProperties"
	lengthMarker        = "kubebuilder:validation:MinLength"
	patternMarker       = "kubebuilder:validation:Pattern"
	celMarker           = "kubebuilder:validation:XValidation"
)

// oneOfMarkers are those by which a struct needs a field.
var oneOfMarkers = []string{"kubebuilder:validation:ExactlyOneOf", "kubebuilder:validation:AtLeastOneOf"}

// opaque reports whether methods write the JSON of a type.
func opaque(t *gotypes.Type) bool {
	for _, d := range t.Named() {
		if d.Opaque {
			return true
		}
	}
	return false
}

// zeroIsWritten reports whether a type is one of Kubernetes whose methods write a value for the zero value: 0 or 0s.
// Others write null, or whatever their methods do.
func zeroIsWritten(t *gotypes.Type) bool {
	for _, d := range t.Named() {
		if d.Elsewhere && d.Opaque && (d.Name == "Quantity" || d.Name == "IntOrString" || d.Name == "Duration") {
			return true
		}
	}
	return false
}

// markerValue returns the value of the first marker of a name.
func markerValue(markers []gotypes.Marker, name string) (string, bool) {
	for _, m := range markers {
		if m.Is(name) {
			return m.Value(name), true
		}
	}
	return "", false
}

// typeMarker returns the type that a marker gives to a field whose Go type has another one.
func typeMarker(markers []gotypes.Marker) string {
	value, _ := markerValue(markers, "kubebuilder:validation:Type")
	return strings.Trim(value, "\"'`")
}

// markerNumber returns the number of the first marker of a name; valid is false if there is one without a number,
// which controller-gen refuses.
func markerNumber(markers []gotypes.Marker, name string) (number float64, set, valid bool) {
	text, set := markerValue(markers, name)
	if !set {
		return 0, false, true
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, true, err == nil
}

func zeroOfNumber(markers []gotypes.Marker) zeroValue {
	least, hasLeast, ok := markerNumber(markers, "kubebuilder:validation:Minimum")
	most, hasMost, also := markerNumber(markers, "kubebuilder:validation:Maximum")
	if !ok || !also {
		return zeroValue{unknown: true}
	}
	without := func(name string) bool { value, _ := markerValue(markers, name); return value == "true" }
	above := hasLeast && (least > 0 || least == 0 && without("kubebuilder:validation:ExclusiveMinimum"))
	below := hasMost && (most < 0 || most == 0 && without("kubebuilder:validation:ExclusiveMaximum"))
	return zeroValue{
		valid:    !above && !below,
		complete: hasLeast && least >= 0 || hasMost && most <= 0 || hasLeast && hasMost && least <= most,
	}.inEnum(markers, "0").unlessIn(markers, celMarker)
}

func zeroOfString(markers []gotypes.Marker) zeroValue {
	zero := zeroOfLength(markers, lengthMarker).inEnum(markers, "")
	if text, set := markerValue(markers, patternMarker); set {
		if pattern, err := regexp.Compile(unquoted(text)); err == nil && !pattern.MatchString("") {
			zero.valid, zero.complete = false, true
		}
	}
	return zero.unlessIn(markers, celMarker, "kubebuilder:validation:Format", "k8s:format")
}

func zeroOfCount(markers []gotypes.Marker, name string) zeroValue {
	return zeroOfLength(markers, name).unlessIn(markers, celMarker)
}

// zeroOfLength is zeroInGo of what a marker gives a least length.
func zeroOfLength(markers []gotypes.Marker, name string) zeroValue {
	least, set, ok := markerNumber(markers, name)
	if !ok {
		return zeroValue{unknown: true}
	}
	return zeroValue{valid: least <= 0, complete: set}
}

// inEnum adds what the marker Enum says of a value.
func (z zeroValue) inEnum(markers []gotypes.Marker, value string) zeroValue {
	if values, set := enumOf(markers); set {
		z.valid, z.complete = z.valid && slices.Contains(values, value), true
	}
	return z
}

// unlessIn makes a value unknown that markers such as CEL rules may exclude, if no other marker does.
func (z zeroValue) unlessIn(markers []gotypes.Marker, names ...string) zeroValue {
	if z.valid && gotypes.HasMarker(markers, names...) {
		return zeroValue{unknown: true}
	}
	return z
}

// enumOf returns the values of the marker Enum.
func enumOf(markers []gotypes.Marker) (values []string, set bool) {
	text, set := markerValue(markers, "kubebuilder:validation:Enum")
	for value := range strings.FieldsFuncSeq(strings.Trim(text, "{}"), func(r rune) bool { return r == ';' || r == ',' }) {
		values = append(values, unquoted(strings.TrimSpace(value)))
	}
	return values, set
}

// unquoted returns the string that a value of a marker stands for.
func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		return text[1 : len(text)-1]
	}
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text
}

// zeroOfStruct is zeroInGo of a struct: the value has the fields that the encoder does not leave out, with their own
// zero values.
func zeroOfStruct(f *gotypes.Field, markers []gotypes.Marker, omitzero bool, depth int) zeroValue {
	least, bounded, ok := markerNumber(markers, minPropertiesMarker)
	if !ok {
		return zeroValue{unknown: true}
	}
	if !bounded && gotypes.HasMarker(markers, oneOfMarkers...) {
		least, bounded = 1, true
	}
	written, valid, unknown := writtenFields(f.Type.Struct(), omitzero, depth+1)
	if unknown {
		return zeroValue{unknown: true}
	}
	return zeroValue{valid: valid && least <= float64(written), complete: bounded || written > 0}
}

// writtenFields counts the fields of a struct that the encoder writes of its zero value, and reports whether all
// of them are valid. A required field that is left out makes the value invalid.
func writtenFields(fields []*gotypes.Field, omitzero bool, depth int) (written int, valid, unknown bool) {
	valid = true
	for _, f := range fields {
		if f.Tag.Ignored || f.Tag.Missing {
			continue
		}
		isStruct := f.Type.Kind() == gotypes.Struct
		if f.Embedded && f.Tag.Name == "" && isStruct && !f.Type.Pointer && !opaque(f.Type) {
			if depth < mostStructs {
				more, ok, not := writtenFields(f.Type.Struct(), omitzero, depth+1)
				written, valid, unknown = written+more, valid && ok, unknown || not
			}
			continue
		}
		required := markedRequired(f)
		omitted := isStruct && omitzero && f.Tag.OmitZero || f.Tag.OmitEmpty
		if required || !omitted {
			written++
		}
		switch {
		case omitted || f.Type.Pointer:
			// A pointer without omitempty is written as null, which the server drops.
			valid = valid && !required
		default:
			zero := zeroInGo(f, omitzero, depth)
			unknown = unknown || zero.unknown
			valid = valid && (zero.valid || zero.unknown)
		}
	}
	return written, valid, unknown && valid
}

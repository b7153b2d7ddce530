package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// Values of the options of optional-fields and required-fields.
const (
	always       = "always"
	whenRequired = "when-required"
	wanted       = "wanted"
	ignored      = "ignored"
	forbidden    = "forbidden"
)

var (
	omitEmptyOption = Option{Name: "omitempty", Title: "whether JSON tags have to have omitempty: wanted or ignored", Default: wanted, Values: []string{wanted, ignored}}
	omitZeroOption  = Option{Name: "omitzero", Title: "whether JSON tags of structs without a valid zero value have to have omitzero: wanted or forbidden; " +
		"forbidden always for modules of Go before 1.24, whose encoder ignores it", Default: wanted, Values: []string{wanted, forbidden}}
)

// goWithOmitZero is the first minor version of Go 1.x with omitzero.
const goWithOmitZero = 24

// serialization is how fields have to be written in Go, so that clients can tell a value from none.
type serialization struct {
	pointers            string // always or when-required
	omitEmpty, omitZero string
}

// serializationOf reads the options of a lint rule for a type.
func (p *Pass) serializationOf(d *gotypes.Declaration, pointers string) serialization {
	s := serialization{pointers: pointers, omitEmpty: p.Text("omitempty"), omitZero: p.Text("omitzero")}
	if d.GoMinor < goWithOmitZero {
		s.omitZero = forbidden
	}
	return s
}

// fault is a fact about a field that should be otherwise, and how to change it.
type fault struct{ fact, fix string }

// faults lists what is wrong with a field.
func (s serialization) faults(f *gotypes.Field) []fault {
	c := fieldCheck{serialization: s, f: f, zero: zeroInGo(f, s.omitZero != forbidden, 0)}
	// The types of other modules are judged as values: nobody here adds markers to them.
	c.isStruct = f.Type.Kind() == gotypes.Struct && !elsewhere(f.Type)
	if typ := typeMarker(f.AllMarkers()); typ != "" && typ != "object" {
		c.isStruct = false
	}
	if f.Type.Kind() == gotypes.Unknown {
		return nil
	}
	if s.pointers == always || f.Type.Kind() == gotypes.Pointer {
		c.pointer(fault{"is not a pointer", "make it a pointer"})
		c.tag()
		return c.found
	}
	c.structTag()
	if s.omitEmpty == wanted || f.Tag.OmitEmpty {
		c.omitted()
	} else {
		c.written()
	}
	return c.found
}

// fieldCheck collects the faults of a field.
type fieldCheck struct {
	serialization
	f        *gotypes.Field
	zero     zeroValue
	isStruct bool
	found    []fault
}

func (c *fieldCheck) add(f fault) {
	if !slices.Contains(c.found, f) {
		c.found = append(c.found, f)
	}
}

func elsewhere(t *gotypes.Type) bool {
	return slices.ContainsFunc(t.Named(), func(d *gotypes.Declaration) bool { return d.Elsewhere })
}

// tag wants omitempty. It has no effect on a struct without a pointer, whose methods write something for each value.
func (c *fieldCheck) tag() {
	if c.zero.unknown && c.f.Type.Kind() == gotypes.Struct && !c.f.Type.Pointer {
		return
	}
	if !c.f.Tag.OmitEmpty && c.omitEmpty == wanted {
		c.add(fault{"has no omitempty", "add omitempty to its JSON tag"})
	}
}

// structTag wants or forbids omitzero of a struct.
func (c *fieldCheck) structTag() {
	switch {
	case !c.isStruct:
	case c.omitZero == forbidden:
		if c.f.Tag.OmitZero {
			c.add(fault{"has omitzero", "remove omitzero from its JSON tag"})
		}
	case !c.zero.valid && !c.zero.unknown:
		switch {
		case c.f.Tag.OmitZero:
			c.noPointer("is a pointer, though its zero value is invalid")
		case c.f.Type.Pointer:
			c.add(fault{"is a pointer without omitzero, though its zero value is invalid", "remove the pointer, and add omitzero to its JSON tag"})
		default:
			c.add(fault{"has no omitzero, though its zero value is invalid", "add omitzero to its JSON tag"})
		}
	}
}

// omitted checks a field that is written with omitempty.
func (c *fieldCheck) omitted() {
	zero := c.zero
	switch {
	case zero.unknown:
	case c.isStruct && !zero.valid && c.omitZero != forbidden:
		return // structTag has said it
	case c.isStruct:
		c.pointer(fault{"is a struct without a pointer", pointerFix(c.f, zero)})
	case zero.valid && !zero.complete:
		c.pointer(fault{"is not a pointer, and no marker excludes its zero value" + zeroText(c.f.Type), pointerFix(c.f, zero)})
	case zero.valid:
		c.pointer(fault{"is not a pointer, though its zero value" + zeroText(c.f.Type) + " is valid", pointerFix(c.f, zero)})
	case zero.complete:
		c.noPointer("is a pointer, though its zero value" + zeroText(c.f.Type) + " is invalid")
	}
	c.tag()
}

// written checks a field that is written without omitempty.
func (c *fieldCheck) written() {
	switch {
	case c.zero.unknown:
	case c.zero.valid:
		c.noPointer("is a pointer, though it is always written and its zero value" + zeroText(c.f.Type) + " is valid")
	default:
		if c.omitZero == forbidden || !c.isStruct {
			c.add(fault{"has no omitempty, though its zero value" + zeroText(c.f.Type) + " is invalid", "add omitempty to its JSON tag"})
		}
		c.omitEmpty = ignored // it is said
		c.omitted()
	}
}

// pointer wants a pointer. Lists, maps and types that are pointers can be nil without one; only where the empty
// value is allowed by name, a pointer tells it from none.
func (c *fieldCheck) pointer(without fault) {
	kind := c.f.Type.Kind()
	nilable := kind == gotypes.List || kind == gotypes.Map || kind == gotypes.Pointer || kind == gotypes.Bytes
	switch {
	case !nilable:
		if !c.f.Type.Pointer {
			c.add(without)
		}
	case c.f.Type.Pointer:
		if !c.allowsEmpty() {
			c.add(fault{"is a pointer to what can be nil itself", c.nilableFix()})
		}
	case c.pointers == always && c.allowsEmpty():
		c.add(fault{"is not a pointer, so that clients in Go write the empty value as none, though a marker allows it", "make it a pointer"})
	}
}

// nilableFix returns how to change a pointer to a list or map. Some are pointers to tell the empty value from none.
func (c *fieldCheck) nilableFix() string {
	switch c.f.Type.Kind() {
	case gotypes.List:
		return "remove the pointer; or say that the empty list is allowed, by +" + minItemsMarker + "=0"
	case gotypes.Map:
		return "remove the pointer; or say that the empty map is allowed, by +" + minPropertiesMarker + "=0"
	}
	return "remove the pointer"
}

// noPointer reports a pointer that is not needed.
func (c *fieldCheck) noPointer(fact string) {
	if c.f.Type.Pointer && !c.allowsEmpty() {
		c.add(fault{fact, "remove the pointer"})
	}
}

// allowsEmpty reports whether a marker allows the empty list or map by name.
func (c *fieldCheck) allowsEmpty() bool {
	name := ""
	switch c.f.Type.Kind() {
	case gotypes.List, gotypes.Bytes:
		name = minItemsMarker
	case gotypes.Map:
		name = minPropertiesMarker
	}
	value, set := markerValue(c.f.AllMarkers(), name)
	return name != "" && set && value == "0"
}

// pointerFix returns how to change a field that is not a pointer.
func pointerFix(f *gotypes.Field, zero zeroValue) string {
	marker := ""
	switch f.Type.Kind() {
	case gotypes.String, gotypes.Bytes:
		marker = "+" + lengthMarker + "=1"
	case gotypes.Integer, gotypes.Float:
		marker = "+kubebuilder:validation:Minimum=1"
	case gotypes.Struct:
		marker = "+" + minPropertiesMarker + "=1"
	}
	if zero.complete || marker == "" {
		return "make it a pointer"
	}
	return "make it a pointer; or exclude the value, as by " + marker
}

// zeroText names the zero value of a type, after a blank.
func zeroText(t *gotypes.Type) string {
	switch t.Kind() {
	case gotypes.Bool:
		return " false"
	case gotypes.Integer, gotypes.Float:
		return " 0"
	case gotypes.String:
		return ` ""`
	case gotypes.List:
		return " []"
	case gotypes.Map:
		return " {}"
	}
	return ""
}

// reportFaults reports what is wrong with a field in one finding.
func (p *Pass) reportFaults(d *gotypes.Declaration, f *gotypes.Field, which string, faults []fault) {
	if len(faults) == 0 {
		return
	}
	var facts, fixes []string
	for _, fault := range faults {
		facts = append(facts, fault.fact)
		fixes = append(fixes, fault.fix)
	}
	p.ReportField(d, f, f.At(), "%s field %q %s", which, f.Qualified, strings.Join(facts, "; it ")).Help = strings.Join(fixes, "; ")
}

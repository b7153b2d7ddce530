package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// unknown adds the fault of a field that a struct does not have.
func (d *decoder) unknown(t *Type, key string, at *finding.Path) {
	path := at.Child(key)
	f := Fault{
		Code: code.UnknownField, Path: path, Message: "no such field", Help: d.meant(t, key),
		Server: "unknown field " + strconv.Quote(path.Server()),
	}
	if len(d.strict) < mostStrict {
		d.strict = append(d.strict, f.Server)
	}
	d.faults = append(d.faults, f)
}

// meant returns what may be meant by an unknown field of a struct: the same field in another release or in a struct
// near by, or a similar field. It returns "" if there is nothing.
func (d *decoder) meant(t *Type, key string) string {
	if since := t.since(key, d.minor); since != "" {
		return since
	}
	var names []string
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Has(d.minor) {
			names = append(names, f.Name)
		}
	}
	// A field that is indented too little belongs in a struct below, one that is indented too much in one around it.
	var owners []string
	for i := range t.Fields {
		f := &t.Fields[i]
		below := d.catalog.Types[strings.TrimLeft(f.Type, "*[]")]
		if f.Has(d.minor) && below != nil && below.field(key, d.minor) != nil {
			owners = append(owners, f.Name)
		}
	}
	if len(owners) == 1 {
		return fmt.Sprintf("did you mean it to be a field of %q?", owners[0])
	}
	if near := nearest.Name(key, names); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	for _, above := range slices.Backward(d.around[:len(d.around)-1]) {
		if _, set := above.fields[key]; !set && above.of.field(key, d.minor) != nil {
			return "it is indented too much: an object around this one has the field"
		}
	}
	return ""
}

// field returns the field that a struct has in a minor version, or nil.
func (t *Type) field(name string, minor int) *Field {
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name && f.Has(minor) })
	if i < 0 {
		return nil
	}
	return &t.Fields[i]
}

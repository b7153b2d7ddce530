// Package hostile makes inputs that are built to take long: CRDs and objects in
// which one thing is repeated, lengthened or nested. They are for the tests of how
// time and memory grow; cmd/crdtool takes each through every command.
package hostile

import (
	"strconv"
	"strings"
)

// A Family is a kind of input that grows with a number.
type Family struct {
	Name string
	// CRD is the text of a CRD, or of several.
	CRD func(n int) string
	// Object is the text of objects of the CRD; nil for CRDs that are of interest
	// by themselves.
	Object func(n int) string
	// Live is what the objects are to replace; nil if they are created.
	Live func(n int) string
}

// All returns all families.
func All() []Family {
	var all []Family
	for _, some := range [][]Family{schemas(), logic(), values(), cels(), names(), forms(), objects(), updates(), looked()} {
		all = append(all, some...)
	}
	all = append(all, each("rules-too-many", "- rule: self.b != %[1]d\n"))
	return all
}

// Named returns the family of a name, which may be one that a number chooses, or false.
func Named(name string) (Family, bool) {
	for _, random := range []func(uint64) Family{Random, RandomRules} {
		prefix := strings.TrimSuffix(random(0).Name, "0")
		if seed, err := strconv.ParseUint(strings.TrimPrefix(name, prefix), 10, 64); err == nil && strings.HasPrefix(name, prefix) {
			return random(seed), true
		}
	}
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}

// Changed is the text of a CRD in which all that a family marks as its own is
// called otherwise, and the same text as New. It stands for the stored CRD of an
// update.
func Changed(text string) string { return strings.ReplaceAll(text, mark, "z") }

// New is the text of a CRD as it is.
func New(text string) string { return strings.ReplaceAll(text, mark, "") }

// mark stands in the names and values that an update changes.
const mark = "@"

// Sized returns a number at which the text of a family is about as long as wanted, and
// no longer, and the text.
func Sized(text func(int) string, size int) (int, string) {
	const few, more = 8, 136
	start := len(text(few))
	each := max(1, (len(text(more))-start)/(more-few))
	n := max(few, (size-start)/each+few)
	s := text(n)
	for n > few && len(s) > size { // an index has more digits now
		n = min(n-1, n*size/len(s))
		s = text(n)
	}
	return n, s
}

// repeat writes a line for each number below n; %[1]d is the number in it.
func repeat(n int, format string) string {
	parts := strings.Split(format, "%[1]d")
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Join(parts, strconv.Itoa(i)))
	}
	return b.String()
}

// indent moves all lines of a text to the right.
func indent(by int, text string) string {
	blank := strings.Repeat(" ", by)
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(blank)
		}
		b.WriteString(line)
	}
	return b.String()
}

// Parts of a CRD that a family replaces.
type parts struct {
	before, metadata, names, spec, version, schema, more, after string
}

// text is a CRD of the kind Thing in which everything that is not replaced is as
// the server wants it.
func (p parts) text() string {
	if p.schema == "" {
		p.schema = "type: object\n"
	}
	return p.before + `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
` + indent(2, p.metadata) + `spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Thing
    plural: things
` + indent(4, p.names) + indent(2, p.spec) + `  versions:
  - name: v1
    served: true
    storage: true
` + indent(4, p.version) + `    schema:
      openAPIV3Schema:
` + indent(8, p.schema) + indent(2, p.more) + p.after
}

// spec is a family of CRDs by the schema of their spec.
func spec(name string, schema func(n int) string) Family {
	return Family{Name: name, CRD: func(n int) string {
		return parts{schema: "type: object\nproperties:\n  spec:\n" + indent(4, schema(n))}.text()
	}}
}

// fields is a family of CRDs by the lines for each field of their spec.
func fields(name, format string) Family {
	return spec(name, func(n int) string {
		return "type: object\nproperties:\n" + indent(2, repeat(n, format))
	})
}

// list is a family of CRDs in whose spec a list grows, between two texts.
func list(name, before, format, after string) Family {
	return spec(name, func(n int) string { return before + repeat(n, format) + after })
}

// part is a family of CRDs by a part of them.
func part(name string, of func(n int) parts) Family {
	return Family{Name: name, CRD: func(n int) string { return of(n).text() }}
}

// PlainObject is an object that many of the CRDs accept.
const PlainObject = `apiVersion: example.com/v1
kind: Thing
metadata:
  name: a
  namespace: default
spec: {}
`

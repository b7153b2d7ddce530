package docgen

import (
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
)

// A Set is the documentation of some CRDs.
type Set struct {
	Title string
	Pages []*Page
	// Late are the CRDs without samples because these take longer than Options.Timeout.
	Late []*crd.CustomResourceDefinition
	// noted says that there are notes.
	noted bool
}

// Mixed reports whether the set has CRDs of several groups.
func (s *Set) Mixed() bool {
	for _, p := range s.Pages {
		if p.Group != s.Pages[0].Group {
			return true
		}
	}
	return false
}

// A Page is the documentation of one CRD.
type Page struct {
	// Name is the name of the CRD: widgets.example.com.
	Name   string
	Anchor string

	Group, Kind, ListKind, Plural, Singular string
	ShortNames, Categories                  []string
	// Scope is "Namespaced" or "Cluster".
	Scope string
	// Webhook says that a webhook converts between versions.
	Webhook bool
	// Versions begin with the newest.
	Versions []*Version
	// Notes are about the whole CRD.
	Notes []Note
}

// A Note is information from outside of the schema, such as whether tests cover a field.
type Note struct {
	// Of is as in Limit.
	Of string
	// Good notes have a tick, others a cross.
	Good  bool
	Label string
	Text  string
}

// Notes has information about CRDs from outside of their schemas.
type Notes interface {
	// Page returns the notes about a CRD as a whole.
	Page(crd string) []Note
	// Field returns the notes about the values at a place, such as spec.ports[*].name.
	Field(crd, version, field string) []Note
}

// A Version is the documentation of a version.
type Version struct {
	Name   string
	Anchor string

	// Source is the address of its code; "" for none.
	Source string

	Served, Storage, Deprecated bool
	// Warning is the server's warning to users of a deprecated version.
	Warning     string
	Description Prose
	Columns     []Column
	// Selectable are the selectable fields.
	Selectable []Ref
	Status     bool
	Scale      *Scale
	Rules      []Rule
	// Limits and Notes are those of the whole object.
	Limits []Limit
	Notes  []Note
	Fields []*Field
	// SameAs is an earlier version with the same fields, which are not repeated.
	SameAs *Version
	// Preserves is spec.preserveUnknownFields of the CRD.
	Preserves bool

	Samples []Sample
}

// A Column is a column of kubectl get.
type Column struct {
	Name, Type, Description string
	// Wide is set if only -o wide shows the column.
	Wide bool
	From Ref
}

// Scale is the scale subresource.
type Scale struct{ Replicas, Status, Selector Ref }

// Sample is a sample manifest.
type Sample struct {
	// Size is "minimal" or "full".
	Size, YAML string
	// Refusal is the server's error if no accepted manifest was found.
	Refusal string
	// LeftOut is the number of fields that a full sample lacks because of rules.
	LeftOut int
}

// A Field is a field in the tree of a version.
type Field struct {
	Name string
	// Path is the path of the field in the object: spec.ports[*].name.
	Path   string
	Anchor string
	// Type describes the type.
	Type string
	// Required is set if the object around the field must have it.
	Required bool
	// Default is the default as JSON; empty if there is none.
	Default     string
	Description Prose
	Limits      []Limit
	Rules       []Rule
	Notes       []Note
	Fields      []*Field
	// Source is the address of its code; "" for none.
	Source string

	// in is the field above; nil for a field of the object.
	in *Field
}

// appendNames appends the path of the field without the stars.
func (f *Field) appendNames(to []byte) []byte {
	if f.in != nil {
		to = append(f.in.appendNames(to), '.')
	}
	return append(to, f.Name...)
}

// Above returns the part of the path before the name.
func (f *Field) Above() string { return strings.TrimSuffix(f.Path, f.Name) }

// Count returns the number of fields below.
func (f *Field) Count() int {
	n := len(f.Fields)
	for _, sub := range f.Fields {
		n += sub.Count()
	}
	return n
}

// A Limit is a restriction of a value.
type Limit struct {
	// Of is empty for the field itself, or the part that is limited: "each item", "each value".
	Of string
	// Label names the limit, such as "pattern"; Text is its value.
	Label string
	Text  []Span
}

// A Span is a piece of text that may be code, or a link to a field.
type Span struct {
	Text   string
	Code   bool
	Anchor string
}

// A Ref names a field; Anchor is empty if the tree lacks the field.
type Ref struct{ Path, Anchor string }

// A Rule is a CEL rule.
type Rule struct {
	// Of is as in Limit.
	Of string
	// Words describe the rule.
	Words string
	CEL   string
	// MessageExpression is the expression of the server's message, if there is one.
	MessageExpression string
	// OnUpdate says that the rule compares with the stored object.
	OnUpdate bool
	// Fields are the fields that the rule names.
	Fields []Ref
}

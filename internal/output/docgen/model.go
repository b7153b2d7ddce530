package docgen

import (
	"strings"
)

// Set is the documentation of some CRDs.
type Set struct {
	Title string
	Pages []*Page
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

// Page is the documentation of one CRD.
type Page struct {
	// Name is that of the CRD: widgets.example.com.
	Name   string
	Anchor string

	Group, Kind, ListKind, Plural, Singular string
	ShortNames, Categories                  []string
	// Scope is "Namespaced" or "Cluster".
	Scope string
	// Webhook says that versions are converted by a webhook.
	Webhook bool
	// Versions begin with the newest.
	Versions []*Version
	// Notes are about all of it.
	Notes []Note
}

// Note says what is known of something beside the schema, such as whether tests have seen it.
type Note struct {
	// Of is as in Limit.
	Of string
	// Good is shown as a tick, and otherwise as a cross.
	Good  bool
	Label string
	Text  string
}

// Notes say what is known of CRDs beside their schemas.
type Notes interface {
	// Page returns what is known of a CRD as a whole.
	Page(crd string) []Note
	// Field returns what is known of the values at a place, such as spec.ports[*].name.
	Field(crd, version, field string) []Note
}

// Version is the documentation of a version.
type Version struct {
	Name   string
	Anchor string

	// Source is the address of the code that it comes from; "" for none.
	Source string

	Served, Storage, Deprecated bool
	// Warning is what the server says to those who use a deprecated version.
	Warning     string
	Description Prose
	Columns     []Column
	// Selectable are the fields to select objects by.
	Selectable []Ref
	Status     bool
	Scale      *Scale
	Rules      []Rule
	// Limits are those of the object itself, as are Notes.
	Limits []Limit
	Notes  []Note
	Fields []*Field
	// SameAs is the version before this one that has the same fields, which are
	// not repeated then.
	SameAs *Version
	// Preserves is spec.preserveUnknownFields of the CRD.
	Preserves bool

	Samples []Sample
}

// Column is a column of kubectl get.
type Column struct {
	Name, Type, Description string
	// Wide is set if the column shows with -o wide only.
	Wide bool
	From Ref
}

// Scale is the scale subresource.
type Scale struct{ Replicas, Status, Selector Ref }

// Sample is a sample manifest.
type Sample struct {
	// Size is "minimal" or "full".
	Size, YAML string
	// Refusal is why the server would refuse it, where no better one was found.
	Refusal string
	// LeftOut is how many fields a full sample lacks, since rules exclude them.
	LeftOut int
}

// Field is a field in the tree of a version.
type Field struct {
	Name string
	// Path leads to the field from the object: spec.ports[*].name.
	Path   string
	Anchor string
	// Type is in words.
	Type string
	// Required is set if the object that the field is in must have it.
	Required bool
	// Default is in JSON; empty if there is none.
	Default     string
	Description Prose
	Limits      []Limit
	Rules       []Rule
	Notes       []Note
	Fields      []*Field
	// Source is the address of the code that it comes from; "" for none.
	Source string

	// in is the field that it is in; nil for a field of the object.
	in *Field
}

// appendNames appends the way to the field: Path without its stars.
func (f *Field) appendNames(to []byte) []byte {
	if f.in != nil {
		to = append(f.in.appendNames(to), '.')
	}
	return append(to, f.Name...)
}

// Above is the part of the path in front of the name.
func (f *Field) Above() string { return strings.TrimSuffix(f.Path, f.Name) }

// Count is how many fields are below.
func (f *Field) Count() int {
	n := len(f.Fields)
	for _, sub := range f.Fields {
		n += sub.Count()
	}
	return n
}

// Limit is something that a value has to comply with.
type Limit struct {
	// Of is empty, or says of what within the field: "each item", "each value".
	Of string
	// Label names the limit: "pattern"; Text is the rest of it.
	Label string
	Text  []Span
}

// Span is a piece of text that may be code, or lead to a field.
type Span struct {
	Text   string
	Code   bool
	Anchor string
}

// Ref names a field; Anchor is empty if it is not in the tree.
type Ref struct{ Path, Anchor string }

// Rule is a CEL rule.
type Rule struct {
	// Of is as in Limit.
	Of string
	// Words say what the rule asks for.
	Words string
	CEL   string
	// MessageExpression makes the server's message, if it is set.
	MessageExpression string
	// OnUpdate says that the rule compares with the stored object.
	OnUpdate bool
	// Fields are those that the rule speaks of.
	Fields []Ref
}

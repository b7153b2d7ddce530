package builtin

// A Catalog holds the kinds of Kubernetes' own API and the fields of their types, for all minor versions of
// Kubernetes that crdtool knows. It is written by "make builtin" from the Go types of each minor version.
type Catalog struct {
	// From and To are the first and the last minor version.
	From  int    `json:"from"`
	To    int    `json:"to"`
	Kinds []Kind `json:"kinds"`
	// Types are the Go types by name, such as apps/v1.DeploymentSpec.
	Types map[string]*Type `json:"types"`
}

// A Span is a range of minor versions. Zero stands for the first or the last minor version of the catalog.
type Span struct {
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
}

// Has reports whether a minor version is in the range.
func (s Span) Has(minor int) bool { return s.From <= minor && (s.To == 0 || minor <= s.To) }

// A Kind is a kind in one version of its group. Its span has the releases with its Go type.
type Kind struct {
	Group   string `json:"group,omitempty"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	Type    string `json:"type"`
	Span
	// Removed is the minor version that stopped to serve the kind; 0 for a kind that is served.
	Removed int `json:"removed,omitempty"`
	// Replacement is the apiVersion that Kubernetes names as the replacement.
	Replacement string `json:"replacement,omitempty"`
}

// Forms of types.
const (
	Struct = "struct"
	// Decoder is a type with a JSON decoder of its own, such as a quantity.
	Decoder = "decoder"
)

// A Type is a named Go type.
type Type struct {
	// Form is Struct, Decoder or the Go type that it names, such as string or []string.
	Form   string  `json:"form"`
	Fields []Field `json:"fields,omitempty"` // of a struct
	Enum   []Value `json:"enum,omitempty"`   // the allowed values of a string
}

// A Field is a field of a struct in the releases of its span. A field whose Go type changed is listed for each type.
type Field struct {
	Name string `json:"name"`
	// Type is a Go type such as *int32, []core/v1.Container or map[string][]uint8.
	Type string `json:"type"`
	// Embedded are the embedded structs that hold the field, as the decoder's errors name them.
	Embedded string `json:"embedded,omitempty"`
	Span
}

// A Value is an allowed value of a string type in the releases of its span.
type Value struct {
	Value string `json:"value"`
	Span
}

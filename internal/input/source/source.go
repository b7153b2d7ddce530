// Package source reads files, directories and standard input into documents, finds the line and column of a path
// in them, and reads their values as kubectl and kube-apiserver do.
//
// Positions are those of go.yaml.in/yaml/v3's nodes; fastReader makes these nodes for most documents. Values
// follow YAML 1.1 as sigs.k8s.io/yaml reads it, because kubectl sends them: "yes" is a boolean, 010 is 8, and 1.0
// is the integer 1.
package source

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A File is one input, split into parsed documents. It must not be copied.
type File struct {
	Name string
	// Text is the input without UTF-8 byte order marks at its start.
	Text []byte
	// Marks are the byte order marks at the start of the input: usually none or one.
	Marks     []byte
	Documents []*Document
	// Problems are the reasons why documents could not be read, each at its line, in the order of the file.
	Problems []finding.Finding

	lines lineIndex
}

// Unreadable returns an error with its position for each part of the file that cannot be read.
func (f *File) Unreadable() []error {
	var errs []error
	for i := range f.Problems {
		if p := &f.Problems[i]; p.Severity != finding.Info {
			errs = append(errs, fmt.Errorf("%s:%d: %s", f.Name, p.Pos.Line, p.Message))
		}
	}
	return errs
}

// A Document is one YAML or JSON document, or one item of a List.
type Document struct {
	File *File
	// Index counts the documents of the file from 0, with unreadable documents and without empty ones; each item of a
	// List counts.
	Index int
	// Root is the document's mapping. It is a scalar or a sequence if the document is only that, which no Kubernetes
	// object is. It is never nil, null or an alias. Nodes may lack comments, and the tag of a plain scalar may be
	// empty; String, Scalar, IsNull and Key return the value.
	Root *yamlnode.Node
	// Text is the text of the document; empty for an item of a List.
	Text []byte
	// ImpliedAPIVersion and ImpliedKind are set for an item without a type in a typed list, such as
	// CustomResourceDefinitionList: kubectl gives it the type of the list.
	ImpliedAPIVersion, ImpliedKind string
	// DerivedFrom is the CompositeResourceDefinition from which Crossplane derives this CRD; nil for a document that is
	// in the file itself. It has the definition's File and Index.
	DerivedFrom *Document
}

// JSON reports whether the document is written in JSON, where 1.0 is not an integer.
func (d *Document) JSON() bool { return IsJSON(d.Root) }

// Line returns the line of the document's first key or value.
func (d *Document) Line() int { return d.Root.Line() }

// TypeMeta returns the document's apiVersion and kind, or those that its list implies. They are empty if absent or
// no strings.
func (d *Document) TypeMeta() (apiVersion, kind string) {
	apiVersion, kind = typeMeta(d.Root)
	if apiVersion == "" && kind == "" {
		return d.ImpliedAPIVersion, d.ImpliedKind
	}
	return apiVersion, kind
}

// MistypedTypeMeta returns the first of apiVersion and kind that is not a string; "" if both are. Null counts as
// absent.
func (d *Document) MistypedTypeMeta() string {
	for _, field := range [...]string{"apiVersion", "kind"} {
		if n := Field(d.Root, field); n != nil && !IsNull(n) {
			if _, isString := String(n); !isString {
				return field
			}
		}
	}
	return ""
}

func typeMeta(n *yamlnode.Node) (apiVersion, kind string) {
	if v := Field(n, "apiVersion"); v != nil {
		apiVersion, _ = String(v)
	}
	if v := Field(n, "kind"); v != nil {
		kind, _ = String(v)
	}
	return apiVersion, kind
}

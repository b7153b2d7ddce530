// Package source reads files, directories and standard input into documents,
// finds the line and column of a path in them, and reads their values as
// kubectl and kube-apiserver do.
//
// Positions are those of go.yaml.in/yaml/v3's nodes, which fastReader makes of
// most documents itself. Values follow YAML 1.1 as sigs.k8s.io/yaml reads it,
// which is what kubectl sends to the server: "yes" is a boolean, 010 is 8, and
// 1.0 is the integer 1.
package source

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// File is one input, read and split into documents. It must not be copied.
type File struct {
	Name string
	// Text is the input without UTF-8 byte order marks at its start.
	Text []byte
	// Marks are the byte order marks that the input begins with: as a rule none,
	// or one.
	Marks     []byte
	Documents []*Document
	// Problems are what kept documents from being read, each at its line, in
	// the order of the file.
	Problems []finding.Finding

	lines lineIndex
}

// Unreadable returns an error with its place for each part of the file that cannot be read.
func (f *File) Unreadable() []error {
	var errs []error
	for i := range f.Problems {
		if p := &f.Problems[i]; p.Severity != finding.Info {
			errs = append(errs, fmt.Errorf("%s:%d: %s", f.Name, p.Pos.Line, p.Message))
		}
	}
	return errs
}

// Document is one YAML or JSON document, or one item of a List.
type Document struct {
	File *File
	// Index counts the documents of the file from 0, those that could not be
	// read included and empty ones left out; the items of a List count one
	// each.
	Index int
	// Root is the document's mapping. A document that is only a scalar or a
	// sequence, which no Kubernetes object is, keeps that here. It is never nil,
	// null or an alias. Comments may be missing from the nodes, and the Tag of a
	// plain scalar may be empty; String, Scalar, IsNull and Key tell what it is.
	Root *yamlnode.Node
	// Text is the document as it stands in the file; empty for an item of a List.
	Text []byte
	// ImpliedAPIVersion and ImpliedKind are set for an item of a typed list,
	// such as CustomResourceDefinitionList, that names neither itself: kubectl
	// gives it those of the list.
	ImpliedAPIVersion, ImpliedKind string
}

// JSON reports whether the document is written in JSON, where 1.0 is not an integer.
func (d *Document) JSON() bool { return IsJSON(d.Root) }

// Line is the line on which the document's first key or value stands.
func (d *Document) Line() int { return d.Root.Line() }

// TypeMeta returns the document's apiVersion and kind, or those its list
// implies. They are empty when absent or no strings.
func (d *Document) TypeMeta() (apiVersion, kind string) {
	apiVersion, kind = typeMeta(d.Root)
	if apiVersion == "" && kind == "" {
		return d.ImpliedAPIVersion, d.ImpliedKind
	}
	return apiVersion, kind
}

// MistypedTypeMeta returns which of apiVersion and kind, looked at in this order, is something
// other than a string, and "" if neither is: null counts as absent.
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

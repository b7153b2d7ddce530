// Package schemafacts derives facts about the fields of a schema: the paths of their values in an object, which of them
// are always present, whether the server, Kubernetes or the author of the CRD defines them, which schemas apply to the
// same value, and what the server drops.
//
// A fact about a value holds for every object that the server stores with this schema. CEL rules and the branches of
// anyOf and oneOf are ignored, so that these may require further fields and restrict values further. The owner of a
// type (Own, Given) is a guess from names of fields and descriptions.
package schemafacts

import (
	"regexp/syntax"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Tree is a schema with derived facts. It computes some facts at their first use, and is not safe for concurrent use.
type Tree struct {
	*schematree.Tree

	inherited []inherited
	// retired is set if all versions with this schema are deprecated or not served.
	retired bool
	// origins are the origins of all nodes; nil until the first use.
	origins []origin
	// patterns caches parsed patterns by their texts; see Pattern.
	patterns map[string]*syntax.Regexp
	// types are the objects that equal others; nil until the first use.
	types *repeatedTypes
}

// Of returns the facts of a schema. retired reports that all versions with it are deprecated or not served.
func Of(t *schematree.Tree, retired bool) *Tree {
	return &Tree{Tree: t, inherited: inherit(t), retired: retired, patterns: map[string]*syntax.Regexp{}}
}

// Retired reports whether all versions with this schema are deprecated or not served.
func (t *Tree) Retired() bool { return t.retired }

// Package schemafacts says what follows from a schema about its fields: where
// their values stand in an object, which of them are always there, which belong to
// the server, to Kubernetes or to the author of the CRD, which schemas hold for
// the same value, and what the server drops.
//
// What it says of a value holds for every object that the server stores with this
// schema. Of CEL rules and of the branches of anyOf and oneOf it takes no account,
// so that a field may be required by those, too, and a value be bounded further.
// Whose a type is (Own, Given) is told by the names of fields and by descriptions,
// and is a guess.
package schemafacts

import (
	"regexp/syntax"

	"github.com/crdtool/crdtool/schema"
)

// Tree is a schema with what follows from it. Some of that is worked out when it
// is asked for first, so a Tree is for one goroutine.
type Tree struct {
	*schema.Tree

	inherited []inherited
	// retired is set if no version with this schema is served without being
	// deprecated.
	retired bool
	// origins says where each node comes from, once somebody has asked.
	origins []origin
	// patterns are the parsed patterns by their texts; see Pattern.
	patterns map[string]*syntax.Regexp
	// types says which objects equal others, once somebody has asked.
	types *repeatedTypes
}

// Of returns the facts of a schema. Retired says that no version with it is served
// without being deprecated.
func Of(t *schema.Tree, retired bool) *Tree {
	return &Tree{Tree: t, inherited: inherit(t), retired: retired, patterns: map[string]*syntax.Regexp{}}
}

// Retired reports whether no version with this schema is served without being
// deprecated.
func (t *Tree) Retired() bool { return t.retired }

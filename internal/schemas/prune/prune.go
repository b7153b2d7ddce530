// Package prune removes the fields of objects that their schema does not declare, as the server
// does before it validates (pkg/apiserver/schema/pruning of k8s.io/apiextensions-apiserver), and
// the nulls that their schema does not allow.
package prune

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Removed is a field that was taken out of an object.
type Removed struct {
	At *finding.Path
	// Path is At in the server's writing.
	Path  string
	Value any
}

// Unknown removes the unknown fields of x, a JSON value, and returns them with their values, sorted
// by the server's writing of the paths. At a resource (the root of an object, or an embedded one)
// apiVersion, kind and metadata stay; elsewhere they are fields like others.
//
// The schema nil knows no field. A node that preserves unknown fields keeps them, but the fields
// that it declares are pruned below.
func Unknown(x any, s *schema.Schema, resource bool) []Removed {
	p := &pruner{}
	p.prune(x, s, resource)
	slices.SortFunc(p.removed, func(a, b Removed) int { return strings.Compare(a.Path, b.Path) })
	return p.removed
}

// Drop removes the unknown fields of x as Unknown does, and lists none of them.
func Drop(x any, s *schema.Schema, resource bool) {
	p := &pruner{unlisted: true}
	p.prune(x, s, resource)
}

type pruner struct {
	at finding.Trail
	// unlisted leaves out what was removed, and the way there.
	unlisted bool
	removed  []Removed
}

// note lists what was removed here.
func (p *pruner) note(value any) {
	if !p.unlisted {
		p.removed = append(p.removed, Removed{At: p.at.Path(), Path: string(p.at.AppendServer(nil)), Value: value})
	}
}

func typeMeta(name string) bool {
	return name == "apiVersion" || name == "kind" || name == "metadata"
}

// prune removes what s does not declare. resource says that x is a resource
// although s does not say so.
func (p *pruner) prune(x any, s *schema.Schema, resource bool) {
	if s != nil && s.PreservesUnknownFields() {
		p.preserve(x, s, resource)
		return
	}
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if (resource || s != nil && s.XEmbeddedResource) && typeMeta(k) {
				continue
			}
			sub, known := declared(s, k)
			if known {
				p.at.Enter(k)
				p.prune(v, sub, false)
				p.at.Leave()
				continue
			}
			if !typeMeta(k) || len(p.at) > 0 {
				p.at.Enter(k)
				p.note(v)
				p.at.Leave()
			}
			delete(x, k)
		}
	case []any:
		var items *schema.Schema
		if s != nil {
			items = s.ItemSchema()
		}
		for i, v := range x {
			p.at.EnterIndex(i)
			p.prune(v, items, false)
			p.at.Leave()
		}
	}
}

// preserve keeps what s does not declare and prunes below what it does.
func (p *pruner) preserve(x any, s *schema.Schema, resource bool) {
	if s == nil {
		return
	}
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if (resource || s.XEmbeddedResource) && typeMeta(k) {
				continue
			}
			if sub, known := declared(s, k); known {
				p.at.Enter(k)
				p.prune(v, sub, false)
				p.at.Leave()
			}
		}
	case []any:
		for i, v := range x {
			p.at.EnterIndex(i)
			p.preserve(v, s.ItemSchema(), false)
			p.at.Leave()
		}
	}
}

// declared returns the schema of a field; additionalProperties without a schema
// declare a field of which nothing is known.
func declared(s *schema.Schema, name string) (*schema.Schema, bool) {
	if s == nil {
		return nil, false
	}
	if p := s.Property(name); p != nil {
		return p, true
	}
	return s.ValueSchema(), s.AdditionalProperties != nil
}

// Package prune removes from objects what their schema does not know, as the
// server does before it looks at anything else (pkg/apiserver/schema/pruning of
// k8s.io/apiextensions-apiserver).
package prune

import (
	"sort"
	"strconv"

	"github.com/crdtool/crdtool/schema"
)

// Fields removes the unknown fields of x, a JSON value, and returns their paths,
// sorted, in the server's writing. At a resource (the root of an object, or an
// embedded one) apiVersion, kind and metadata are left alone.
//
// The schema nil knows no field. A node that preserves unknown fields keeps
// them, but what it declares is pruned below.
func Fields(x any, s *schema.Schema, resource bool) []string {
	p := &pruner{}
	p.prune(x, s, resource)
	sort.Strings(p.unknown)
	return p.unknown
}

type pruner struct {
	at      []byte
	unknown []string
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
				p.under(k, func() { p.prune(v, sub, false) })
				continue
			}
			if !typeMeta(k) || len(p.at) > 0 {
				p.under(k, func() { p.unknown = append(p.unknown, string(p.at)) })
			}
			delete(x, k)
		}
	case []any:
		var items *schema.Schema
		if s != nil {
			items = s.ItemSchema()
		}
		for i, v := range x {
			p.item(i, func() { p.prune(v, items, false) })
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
				p.under(k, func() { p.prune(v, sub, false) })
			}
		}
	case []any:
		for i, v := range x {
			p.item(i, func() { p.preserve(v, s.ItemSchema(), false) })
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

func (p *pruner) under(name string, f func()) {
	l := len(p.at)
	if l > 0 {
		p.at = append(p.at, '.')
	}
	p.at = append(p.at, name...)
	f()
	p.at = p.at[:l]
}

func (p *pruner) item(i int, f func()) {
	l := len(p.at)
	p.at = append(p.at, '[')
	p.at = strconv.AppendInt(p.at, int64(i), 10)
	p.at = append(p.at, ']')
	f()
	p.at = p.at[:l]
}

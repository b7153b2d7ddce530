package crd

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/schema"
)

// withoutRereading returns a document of which the server's decoder says the same as of the whole
// one. At items, additionalProperties and the like the decoder starts anew, so it reads what is
// deep in a schema once more for each of them around it. Of what is below them it tells
// the first wrong type alone, and only that is left there. A document with a wrong type has no
// aliases.
func withoutRereading(doc *source.Document, flaws []schema.Flaw) *yamlnode.Node {
	c := cutter{isJSON: doc.JSON(), wrong: map[*yamlnode.Node]bool{}}
	for i := range flaws {
		if flaws[i].Kind == schema.WrongType && flaws[i].Want != schema.NumberInRange { // which the decoder does not tell
			c.wrong[flaws[i].Node] = true
		}
	}
	return c.cut(doc.Root, document, &reading{strict: true})
}

// cutter leaves out what the decoder does not tell.
type cutter struct {
	isJSON bool
	wrong  map[*yamlnode.Node]bool // the values of wrong types
}

// reading is one run of the decoder.
type reading struct {
	strict bool // it tells unknown and repeated fields
	wrong  bool // it has met a value of a wrong type
	ended  bool // by a run below it which has
}

// part is what a node is to the decoder.
type part uint8

const (
	document   part = iota // or anything of it that is in no schema
	aSchema                // that the same run reads
	anew                   // that another run reads: a schema, a list of them, or something else
	schemas                // by their names
	schemasNew             // by their names, and another run reads each
	aList                  // of schemas
)

// below returns what the value of a field is.
func (p part) below(field string) part {
	switch p {
	case document:
		if field == "openAPIV3Schema" {
			return aSchema
		}
	case schemas:
		return aSchema
	case schemasNew:
		return anew
	case aSchema, anew:
		switch field {
		case "properties", "patternProperties", "definitions":
			return schemas
		case "dependencies":
			return schemasNew
		case "allOf", "oneOf", "anyOf":
			return aList
		case "not":
			return aSchema
		case "items", "additionalProperties", "additionalItems":
			return anew
		}
	}
	return document
}

// items returns what the items of a list are.
func (p part) items() part {
	if p == aList || p == anew {
		return aSchema
	}
	return document
}

// cut returns a node without what is not told, nil if that is all of it.
func (c *cutter) cut(n *yamlnode.Node, p part, r *reading) *yamlnode.Node {
	n = source.Resolve(n)
	if p == anew {
		below := &reading{}
		told := c.within(n, p, below)
		if told == nil || r.ended {
			return c.nothing(n, r)
		}
		r.ended = true
		return told
	}
	return c.within(n, p, r)
}

func (c *cutter) within(n *yamlnode.Node, p part, r *reading) *yamlnode.Node {
	if c.wrong[n] && !r.wrong {
		r.wrong = true
		return emptied(n)
	}
	switch n.Kind {
	case yamlnode.Mapping:
		return c.mapping(n, p, r)
	case yamlnode.Sequence:
		return c.sequence(n, p, r)
	}
	return c.nothing(n, r)
}

// nothing is what stands for a node of which nothing is told: a field that is read strictly may
// be a repeated one.
func (c *cutter) nothing(n *yamlnode.Node, r *reading) *yamlnode.Node {
	if !r.strict {
		return nil
	}
	return emptied(n)
}

// emptied returns a node of the same kind, the kind being all that the decoder tells of it.
func emptied(n *yamlnode.Node) *yamlnode.Node {
	if n.Kind == yamlnode.Scalar {
		return n
	}
	return like(n, nil)
}

func (c *cutter) mapping(n *yamlnode.Node, p part, r *reading) *yamlnode.Node {
	var entries []source.Entry
	for e := range source.Entries(n) {
		entries = append(entries, e)
	}
	if !c.isJSON { // keys of YAML are sorted when it becomes JSON, and the last of a name is taken
		slices.SortStableFunc(entries, func(a, b source.Entry) int { return cmp.Compare(a.Key, b.Key) })
	}
	var content []*yamlnode.Node
	for i, e := range entries {
		if !c.isJSON && i+1 < len(entries) && entries[i+1].Key == e.Key {
			continue
		}
		if v := c.cut(e.Value, p.below(e.Key), r); v != nil {
			content = append(content, e.KeyNode, v)
		}
	}
	if content == nil && !r.strict {
		return nil
	}
	return like(n, content)
}

func (c *cutter) sequence(n *yamlnode.Node, p part, r *reading) *yamlnode.Node {
	var content []*yamlnode.Node
	for _, item := range n.Content {
		if v := c.cut(item, p.items(), r); v != nil {
			content = append(content, v)
		}
	}
	if content == nil && !r.strict {
		return nil
	}
	return like(n, content)
}

// like returns a node of the kind of another one, with other content.
func like(n *yamlnode.Node, content []*yamlnode.Node) *yamlnode.Node {
	c := yamlnode.New(n.Kind, n.Style, n.Line(), n.Column())
	c.Content = content
	return c
}

package convert

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

const (
	openAPI  = "openAPIV3Schema"
	preserve = "x-kubernetes-preserve-unknown-fields"
)

// schemas applies the decision about unknown fields to the schemas. kept says that the CRD keeps them.
func (b *builder) schemas(spec source.Fields, kept bool) {
	if kept && b.unknown == Undecided {
		return // old servers store the CRD in this form
	}
	list := spec.Get("versions")
	if list == nil || list.Kind != yamlnode.Sequence {
		return
	}
	for _, item := range list.Content {
		if item = source.Resolve(item); item.Kind != yamlnode.Mapping {
			continue
		}
		v := source.Fields{Node: item}
		keep := kept && b.unknown == Keep
		schema := v.Get(fieldSchema)
		switch {
		case !v.Has(fieldSchema):
			if keep {
				v.Put(fieldSchema, b.anything(item), item)
			}
			continue
		case schema.Kind != yamlnode.Mapping:
			continue
		}
		s := source.CopyFields(schema)
		switch root := s.Get(openAPI); {
		case !s.Has(openAPI):
			if !keep {
				continue
			}
			s.Put(openAPI, source.Fields{Node: b.anything(schema)}.Get(openAPI), schema)
		case root.Kind != yamlnode.Mapping:
			continue
		default:
			r := source.CopyFields(root)
			if keep {
				b.keep(r, true)
			}
			if !r.Has("type") { // an object needs no other type
				r.Remove("type")
				r.Put("type", source.NewText("object", root), root)
			}
			s.Node.Content[s.Index(openAPI)+1] = r.Node
		}
		v.Node.Content[v.Index(fieldSchema)+1] = s.Node
	}
}

// anything returns a schema that accepts and keeps every object.
func (b *builder) anything(at *yamlnode.Node) *yamlnode.Node {
	empty := yamlnode.New(yamlnode.Mapping, b.doc.Root.Style, at.Line(), at.Column())
	clone := *empty
	root, out := source.Fields{Node: &clone}, source.Fields{Node: empty}
	root.Put("type", source.NewText("object", at), at)
	root.Put(preserve, source.NewBool(true, at), at)
	out.Put(openAPI, root.Node, at)
	return out.Node
}

// keep makes a schema, and the schemas in it, keep unknown fields. It skips apiVersion, kind and metadata of
// objects, because schemas do not control unknown fields there.
func (b *builder) keep(s source.Fields, object bool) {
	kind, _ := source.String(s.Get("type"))
	if intOrString, _ := source.Scalar(s.Get("x-kubernetes-int-or-string")).(bool); intOrString {
		return
	}
	if embedded, _ := source.Scalar(s.Get("x-kubernetes-embedded-resource")).(bool); embedded {
		object = true
	}
	if kind == "array" {
		b.within(s, "items", func(items source.Fields) { b.keep(items, false) })
		return
	}
	if kind != "object" && (kind != "" || !object && !s.Has("properties") && !s.Has("additionalProperties")) {
		return
	}
	if i := s.Index("properties"); i >= 0 {
		if n := source.Resolve(s.Node.Content[i+1]); n.Kind == yamlnode.Mapping {
			properties := source.CopyFields(n)
			for j := 0; j < len(properties.Node.Content); j += 2 {
				name, _ := source.Key(properties.Node.Content[j])
				if object && (name == "metadata" || name == "apiVersion" || name == "kind") {
					continue
				}
				if p := source.Resolve(properties.Node.Content[j+1]); p.Kind == yamlnode.Mapping {
					property := source.CopyFields(p)
					b.keep(property, false)
					properties.Node.Content[j+1] = property.Node
				}
			}
			s.Node.Content[i+1] = properties.Node
		}
	}
	if more := s.Get("additionalProperties"); more != nil {
		if more.Kind == yamlnode.Mapping {
			b.within(s, "additionalProperties", func(values source.Fields) { b.keep(values, false) })
			return
		}
		if any, isBool := source.Scalar(more).(bool); isBool && !any {
			return
		}
		s.Remove("additionalProperties") // with true, the server would empty objects and lists in it
	}
	if !s.Has(preserve) {
		s.Remove(preserve)
		s.Put(preserve, source.NewBool(true, s.Node), s.Node)
	}
}

func (b *builder) within(s source.Fields, name string, do func(source.Fields)) {
	i := s.Index(name)
	if i < 0 {
		return
	}
	if n := source.Resolve(s.Node.Content[i+1]); n.Kind == yamlnode.Mapping {
		inner := source.CopyFields(n)
		do(inner)
		s.Node.Content[i+1] = inner.Node
	}
}

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
func (b *builder) schemas(spec fields, kept bool) {
	if kept && b.unknown == Undecided {
		return // old servers store the CRD in this form
	}
	list := spec.get("versions")
	if list == nil || list.Kind != yamlnode.Sequence {
		return
	}
	for _, item := range list.Content {
		if item = source.Resolve(item); item.Kind != yamlnode.Mapping {
			continue
		}
		v := fields{item}
		keep := kept && b.unknown == Keep
		schema := v.get(fieldSchema)
		switch {
		case !v.has(fieldSchema):
			if keep {
				b.put(v, fieldSchema, b.anything(item), item)
			}
			continue
		case schema.Kind != yamlnode.Mapping:
			continue
		}
		s := all(schema)
		switch root := s.get(openAPI); {
		case !s.has(openAPI):
			if !keep {
				continue
			}
			b.put(s, openAPI, fields{b.anything(schema)}.get(openAPI), schema)
		case root.Kind != yamlnode.Mapping:
			continue
		default:
			r := all(root)
			if keep {
				b.keep(r, true)
			}
			if !r.has("type") { // an object needs no other type
				r.remove("type")
				b.put(r, "type", b.text("object", root), root)
			}
			s.node.Content[s.index(openAPI)+1] = r.node
		}
		v.node.Content[v.index(fieldSchema)+1] = s.node
	}
}

// anything returns a schema that accepts and keeps every object.
func (b *builder) anything(at *yamlnode.Node) *yamlnode.Node {
	empty := yamlnode.New(yamlnode.Mapping, b.doc.Root.Style, at.Line(), at.Column())
	clone := *empty
	root, out := fields{&clone}, fields{empty}
	b.put(root, "type", b.text("object", at), at)
	b.put(root, preserve, b.boolean(true, at), at)
	b.put(out, openAPI, root.node, at)
	return out.node
}

// keep makes a schema, and the schemas in it, keep unknown fields. It skips apiVersion, kind and metadata of
// objects, because schemas do not control unknown fields there.
func (b *builder) keep(s fields, object bool) {
	kind, _ := source.String(s.get("type"))
	if intOrString, _ := source.Scalar(s.get("x-kubernetes-int-or-string")).(bool); intOrString {
		return
	}
	if embedded, _ := source.Scalar(s.get("x-kubernetes-embedded-resource")).(bool); embedded {
		object = true
	}
	if kind == "array" {
		b.within(s, "items", func(items fields) { b.keep(items, false) })
		return
	}
	if kind != "object" && (kind != "" || !object && !s.has("properties") && !s.has("additionalProperties")) {
		return
	}
	if i := s.index("properties"); i >= 0 {
		if n := source.Resolve(s.node.Content[i+1]); n.Kind == yamlnode.Mapping {
			properties := all(n)
			for j := 0; j < len(properties.node.Content); j += 2 {
				name, _ := source.Key(properties.node.Content[j])
				if object && (name == "metadata" || name == "apiVersion" || name == "kind") {
					continue
				}
				if p := source.Resolve(properties.node.Content[j+1]); p.Kind == yamlnode.Mapping {
					property := all(p)
					b.keep(property, false)
					properties.node.Content[j+1] = property.node
				}
			}
			s.node.Content[i+1] = properties.node
		}
	}
	if more := s.get("additionalProperties"); more != nil {
		if more.Kind == yamlnode.Mapping {
			b.within(s, "additionalProperties", func(values fields) { b.keep(values, false) })
			return
		}
		if any, isBool := source.Scalar(more).(bool); isBool && !any {
			return
		}
		s.remove("additionalProperties") // with true, the server would empty objects and lists in it
	}
	if !s.has(preserve) {
		s.remove(preserve)
		b.put(s, preserve, b.boolean(true, s.node), s.node)
	}
}

func (b *builder) within(s fields, name string, do func(fields)) {
	i := s.index(name)
	if i < 0 {
		return
	}
	if n := source.Resolve(s.node.Content[i+1]); n.Kind == yamlnode.Mapping {
		inner := all(n)
		do(inner)
		s.node.Content[i+1] = inner.node
	}
}

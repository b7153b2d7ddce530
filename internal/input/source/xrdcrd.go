package source

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"sync"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// The scopes of composite resources. Those that may have a claim have LegacyCluster.
const (
	scopeNamespaced    = "Namespaced"
	scopeCluster       = "Cluster"
	scopeLegacyCluster = "LegacyCluster"
)

// An xrd is a CompositeResourceDefinition.
type xrd struct {
	doc   *Document
	spec  *yamlnode.Node
	scope string
	// added is what Crossplane adds to derived CRDs.
	added *yamlnode.Node
	// nowhere has the position and the style of nodes that are in no file.
	nowhere *yamlnode.Node
}

// newXRD reads a definition, with the scope that a server sets by default.
func newXRD(d *Document) *xrd {
	x := &xrd{doc: d, added: crossplaneYAML(), scope: scopeLegacyCluster}
	if d.JSON() {
		x.added = crossplaneJSON()
	}
	x.nowhere = yamlnode.New(yamlnode.Mapping, x.added.Style, 0, 0)
	x.spec = Resolve(Field(d.Root, "spec"))
	if IsNull(x.spec) {
		x.spec = x.nowhere // no server sets defaults in it
	} else if apiVersion, _ := d.TypeMeta(); apiVersion != XRDGroup+"/v1" {
		x.scope = scopeNamespaced
	}
	if scope, isText := String(Field(x.spec, "scope")); isText {
		x.scope = scope
	}
	return x
}

// xrd.yaml is what Crossplane adds.
//
//go:embed xrd.yaml
var xrdText []byte

// crossplaneYAML and crossplaneJSON return what Crossplane adds, for documents in YAML and in JSON.
var (
	crossplaneYAML = sync.OnceValue(func() *yamlnode.Node { return inNoFile(parseYAML(xrdText)) })
	crossplaneJSON = sync.OnceValue(func() *yamlnode.Node {
		text, err := ToJSON(crossplaneYAML())
		if err != nil {
			panic(err)
		}
		j := jsonReader{text: text, line: 1, column: 1}
		return inNoFile(j.value(0))
	})
)

func inNoFile(n *yamlnode.Node, err error) *yamlnode.Node {
	if err != nil {
		panic(err)
	}
	return yamlnode.Clone(n, func(_, clone *yamlnode.Node) { clone.Place(0, 0) })
}

// A derivedCRD is what differs between the CRDs of a composite resource and of its claim.
type derivedCRD struct {
	// namesField is the field of the definition with the names.
	namesField string
	// name is metadata.name; nil if the definition has none.
	name     *yamlnode.Node
	category string
	scope    string
	columns  string
	// spec and status are the properties that Crossplane sets.
	spec, status Fields
}

func (x *xrd) composite() derivedCRD {
	of := derivedCRD{
		namesField: "names", name: Field(Field(x.doc.Root, "metadata"), "name"), category: "composite", scope: scopeCluster,
		columns: "compositeColumns", spec: x.fields("composition"), status: x.fields("status"),
	}
	x.put(of.spec, "compositionUpdatePolicy", x.withDefault("compositionUpdatePolicy", "defaultCompositionUpdatePolicy", "Automatic"))
	refs := "clusterRefs"
	if x.scope == scopeNamespaced {
		of.scope, refs = scopeNamespaced, "namespacedRefs"
	}
	x.put(of.spec, "resourceRefs", Field(x.added, refs))
	if x.scope == scopeLegacyCluster {
		of.columns = "legacyColumns"
		of.spec.takeAll(Field(x.added, "legacy"))
		of.status.takeAll(Field(x.added, "legacyStatus"))
		return of
	}
	inner := x.object()
	x.put(inner, "description", x.text("Configures how Crossplane will reconcile this composite resource"))
	x.put(inner, "properties", of.spec.Node)
	of.spec = NewFields(x.nowhere)
	x.put(of.spec, "crossplane", inner.Node)
	return of
}

func (x *xrd) claim() derivedCRD {
	of := derivedCRD{
		namesField: "claimNames", category: "claim", scope: scopeNamespaced,
		columns: "claimColumns", spec: x.fields("composition"), status: x.fields("status"),
	}
	names := Field(x.spec, "claimNames")
	plural, _ := String(Field(names, "plural"))
	group, _ := String(Field(x.spec, "group"))
	of.name = NewText(plural+"."+group, cmp.Or(Resolve(Field(names, "plural")), x.nowhere))
	x.put(of.spec, "compositionUpdatePolicy", Field(x.added, "compositionUpdatePolicy"))
	x.put(of.spec, "compositeDeletePolicy", x.withDefault("compositeDeletePolicy", "defaultCompositeDeletePolicy", "Background"))
	of.spec.takeAll(Field(x.added, "claim"))
	of.status.takeAll(Field(x.added, "legacyStatus"))
	return of
}

// withDefault returns an added schema with the default that a field of the definition sets, or a server.
func (x *xrd) withDefault(added, field, value string) *yamlnode.Node {
	schema := x.fields(added)
	n := Field(x.spec, field)
	if IsNull(n) {
		n = x.text(value)
	}
	x.put(schema, "default", n)
	return schema.Node
}

// crd returns a derived CRD.
func (x *xrd) crd(of derivedCRD) *Document {
	spec := NewFields(x.spec)
	spec.take(x.spec, "group")
	names := x.copyOf(Field(x.spec, of.namesField))
	x.extend(names, "categories", x.text(of.category))
	spec.Set(NewText("names", x.key(x.spec, of.namesField)), "names", names.Node)
	spec.Set(x.key(x.spec, "scope"), "scope", NewText(of.scope, cmp.Or(Resolve(Field(x.spec, "scope")), x.nowhere)))
	versions := NewList(x.nowhere)
	if n := Field(x.spec, "versions"); !IsNull(n) {
		versions = x.versions(Resolve(n), of)
	}
	spec.Set(x.key(x.spec, "versions"), "versions", versions)
	spec.take(x.spec, "conversion")

	at := x.doc.Root
	root := NewFields(at)
	root.Set(x.key(at, "apiVersion"), "apiVersion", NewText(CRDAPIVersion, cmp.Or(Resolve(Field(at, "apiVersion")), x.nowhere)))
	root.Set(x.key(at, "kind"), "kind", NewText(CRDKind, cmp.Or(Resolve(Field(at, "kind")), x.nowhere)))
	root.Set(x.key(at, "metadata"), "metadata", x.metadata(of))
	root.Set(x.key(at, "spec"), "spec", spec.Node)
	return &Document{File: x.doc.File, Index: x.doc.Index, Root: root.Node, DerivedFrom: x.doc}
}

// metadata returns the metadata of a derived CRD, without the owner reference: its uid is known in a cluster only.
func (x *xrd) metadata(of derivedCRD) *yamlnode.Node {
	own, more := Field(x.doc.Root, "metadata"), Field(x.spec, "metadata")
	out := NewFields(cmp.Or(Resolve(own), x.nowhere))
	if of.name != nil {
		out.Set(x.key(own, "name"), "name", of.name)
	}
	out.take(own, "labels")
	if labels := Field(more, "labels"); !IsNull(labels) {
		all := x.copyOf(out.Get("labels"))
		all.takeAll(labels)
		out.Set(x.key(more, "labels"), "labels", all.Node)
	}
	out.take(more, "annotations")
	return out.Node
}

func (x *xrd) versions(list *yamlnode.Node, of derivedCRD) *yamlnode.Node {
	if list.Kind != yamlnode.Sequence {
		return list
	}
	out := NewList(list)
	for _, item := range list.Content {
		if item = Resolve(item); item.Kind == yamlnode.Mapping {
			item = x.version(item, of)
		}
		out.Content = append(out.Content, item)
	}
	return out
}

func (x *xrd) version(item *yamlnode.Node, of derivedCRD) *yamlnode.Node {
	v := NewFields(item)
	for _, field := range [...]string{"name", "served", "referenceable", "deprecated", "deprecationWarning", "additionalPrinterColumns"} {
		v.take(item, field)
	}
	if i := v.Index("referenceable"); i >= 0 {
		v.Node.Content[i] = NewText("storage", v.Node.Content[i])
	}
	x.extend(v, "additionalPrinterColumns", Resolve(Field(x.added, of.columns)).Content...)
	if schema := Resolve(Field(item, "schema")); schema != nil && schema.Kind == yamlnode.Mapping {
		s := NewFields(schema)
		s.Set(x.key(schema, "openAPIV3Schema"), "openAPIV3Schema", x.schema(Resolve(Field(schema, "openAPIV3Schema")), of))
		v.Set(x.key(item, "schema"), "schema", s.Node)
	}
	subresources := NewFields(x.nowhere)
	x.put(subresources, "status", x.nowhere)
	subresources.take(Field(item, "subresources"), "scale")
	x.put(v, "subresources", subresources.Node)
	return v.Node
}

// schema returns the schema of a version. Crossplane keeps some keywords of the root, of spec and of status, and drops
// the others.
func (x *xrd) schema(n *yamlnode.Node, of derivedCRD) *yamlnode.Node {
	if n.Kind != yamlnode.Mapping {
		return n
	}
	n = exactKeywords(n)
	own := Field(n, "properties")
	root := x.objectFrom(n, "description", "x-kubernetes-validations")
	x.put(root, "required", NewList(x.nowhere, x.text("spec")))

	properties := NewFields(cmp.Or(Resolve(own), x.nowhere))
	x.put(properties, "apiVersion", x.ofType("string").Node)
	x.put(properties, "kind", x.ofType("string").Node)
	x.put(properties, "metadata", x.metadataSchema(own))
	spec := x.objectFrom(Field(own, "spec"), "description", "required", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations", "oneOf")
	x.setProperties(spec, Field(own, "spec"), of.spec)
	properties.Set(x.key(own, "spec"), "spec", spec.Node)
	status := x.objectFrom(Field(own, "status"), "description", "required", "x-kubernetes-validations", "oneOf")
	x.setProperties(status, Field(own, "status"), of.status)
	properties.Set(x.key(own, "status"), "status", status.Node)
	root.Set(x.key(n, "properties"), "properties", properties.Node)
	return root.Node
}

// setProperties sets the properties of a schema to those of another one, with what Crossplane adds.
func (x *xrd) setProperties(schema Fields, own *yamlnode.Node, added Fields) {
	properties := x.copyOf(Field(own, "properties"))
	properties.takeAll(added.Node)
	schema.Set(x.key(own, "properties"), "properties", properties.Node)
}

// objectFrom returns a schema for objects with some keywords of another one, which may be nil.
func (x *xrd) objectFrom(of *yamlnode.Node, kept ...string) Fields {
	s := NewFields(cmp.Or(Resolve(of), x.nowhere))
	s.Set(x.key(of, "type"), "type", NewText("object", cmp.Or(Resolve(Field(of, "type")), x.nowhere)))
	for _, keyword := range kept {
		s.take(of, keyword)
	}
	return s
}

// maxNameLength is the length of the value of a label, which the name of a composite resource is used as.
const maxNameLength = 63

// metadataSchema returns the schema of metadata, which limits the length of the name.
func (x *xrd) metadataSchema(properties *yamlnode.Node) *yamlnode.Node {
	maxLength := Field(Field(Field(Field(properties, "metadata"), "properties"), "name"), "maxLength")
	if length, isInt := Scalar(maxLength).(int64); !isInt || length >= maxNameLength {
		maxLength = yamlnode.New(yamlnode.Scalar, x.nowhere.Style, 0, 0)
		maxLength.Value = strconv.Itoa(maxNameLength)
	}
	name, fields, metadata := x.ofType("string"), NewFields(x.nowhere), x.object()
	x.put(name, "maxLength", maxLength)
	x.put(fields, "name", name.Node)
	x.put(metadata, "properties", fields.Node)
	return metadata.Node
}

func (x *xrd) object() Fields { return x.ofType("object") }

func (x *xrd) ofType(name string) Fields {
	s := NewFields(x.nowhere)
	x.put(s, "type", x.text(name))
	return s
}

// fields returns a copy of a part of what Crossplane adds.
func (x *xrd) fields(added string) Fields { return x.copyOf(Field(x.added, added)) }

// text returns a string that is in no file.
func (x *xrd) text(s string) *yamlnode.Node { return NewText(s, x.nowhere) }

// put sets a field whose key is in no file.
func (x *xrd) put(m Fields, name string, value *yamlnode.Node) { m.Put(name, value, x.nowhere) }

// copyOf returns a copy of a mapping; an empty mapping for nil.
func (x *xrd) copyOf(n *yamlnode.Node) Fields { return CopyFields(cmp.Or(Resolve(n), x.nowhere)) }

// key returns the key of a field in a mapping; a new one that is in no file if there is no such field.
func (x *xrd) key(mapping *yamlnode.Node, name string) *yamlnode.Node {
	if mapping = Resolve(mapping); mapping != nil {
		if e, found := lookup(mapping, name); found {
			return e.KeyNode
		}
	}
	return x.text(name)
}

// extend appends items to the list in a field.
func (x *xrd) extend(m Fields, name string, items ...*yamlnode.Node) {
	list := m.Get(name)
	switch {
	case IsNull(list):
		x.put(m, name, NewList(x.nowhere, items...))
	case list.Kind == yamlnode.Sequence:
		m.Set(x.key(m.Node, name), name, NewList(list, slices.Concat(list.Content, items)...))
	}
}

// take copies a field that is not null from a mapping.
func (m Fields) take(from *yamlnode.Node, name string) {
	if from = Resolve(from); from == nil {
		return
	}
	if e, found := lookup(from, name); found && !IsNull(e.Value) {
		m.Set(e.KeyNode, name, e.Value)
	}
}

// takeAll copies all fields of a mapping.
func (m Fields) takeAll(from *yamlnode.Node) {
	for e := range Entries(from) {
		m.Set(e.KeyNode, e.Key, e.Value)
	}
}

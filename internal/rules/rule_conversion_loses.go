package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

var conversionLoses = Rule{
	ID: "conversion-loses", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "fields are lost between versions that are not converted",
	Why: "With the conversion strategy `None` the API server changes `apiVersion` and nothing else, then prunes the " +
		`object by the schema of the version it is for. A field that only another version has is gone without a word: one
that the storage version lacks is never stored, and one that a served version lacks is taken away by everybody who
reads an object in that version and writes it back. Give both versions all fields, or convert them with a webhook.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
`,
	Good: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, color: {type: string}}}
`,
	CRD: func(p *Pass) {
		if !conversionWritten(p) {
			return // conversion-missing says so
		}
		unconverted(p, func(v, storage *Version, unstored, dropped losses) {
			if len(unstored.fields) > 0 {
				p.Report(unstored.first, "%s of version %q %s never stored: version %q, which is, has no such field, and nothing converts",
					prose.AndMore(unstored.fields, 5), v.Name, isOrAre(unstored.fields), storage.Name).Help =
					"add the field to " + storage.Name + ", or convert with a webhook"
			}
			if len(dropped.fields) > 0 {
				p.Report(v.VersionPath().Child("name"), "whoever updates an object in version %q drops %s, which it has no field for, and nothing converts",
					v.Name, prose.AndMore(dropped.fields, 5)).Help =
					"add the field to " + v.Name + ", or convert with a webhook"
			}
			for _, r := range unstored.retyped {
				p.Report(r.path, "%s is of type %s in version %q and of type %s in %q, which is stored, and nothing converts",
					r.field, r.here, v.Name, r.there, storage.Name)
			}
		})
	},
}

// unconverted calls f for each served version that is not stored if nothing
// converts between the two: with what the storage version prunes of it, and what
// it prunes of the storage version.
func unconverted(p *Pass, f func(v, storage *Version, unstored, dropped losses)) {
	s := &p.CRD.Spec
	if s.Conversion == nil || s.Conversion.Strategy != "None" || s.PreserveUnknownFields || s.Shared.Schema {
		return
	}
	stored := slices.IndexFunc(p.Versions, func(v *Version) bool { return v.Storage })
	if stored < 0 {
		return
	}
	storage := p.Versions[stored]
	for _, v := range p.Versions {
		if v != storage && v.Served {
			f(v, storage, lostBetween(v, storage), lostBetween(storage, v))
		}
	}
}

// conversionWritten reports whether the file says how to convert, and not the
// server's default.
func conversionWritten(p *Pass) bool {
	spec := source.Field(p.Doc.Root, "spec")
	return spec != nil && !source.IsNull(source.Field(spec, "conversion"))
}

func isOrAre(of []string) string {
	if len(of) == 1 {
		return "is"
	}
	return "are"
}

// losses are what becomes of objects of one version under the schema of another.
type losses struct {
	// fields are those that are pruned; of what is lost with another only that
	// one is named. first is the place of the first of them.
	fields []string
	first  *finding.Path
	// retyped are fields of which no value is valid in both.
	retyped []retypedField
}

type retypedField struct {
	field, here, there string
	path               *finding.Path
}

func lostBetween(from, to *Version) losses {
	l := &loss{from: from, to: to}
	l.compare(&from.Tree.Nodes[0], &to.Tree.Nodes[0])
	return l.losses
}

type loss struct {
	from, to *Version
	losses
}

// compare goes through what two places of a schema have below them.
func (l *loss) compare(a, b *schema.Node) {
	if retyped(a.Schema, b.Schema) && retyped(b.Schema, a.Schema) {
		l.retyped = append(l.retyped, retypedField{l.from.named(a), typeOf(a.Schema), typeOf(b.Schema), l.from.Tree.Path(a.ID)})
		return
	}
	values := l.to.Values(b)
	l.children(a, func(c *schema.Node) {
		switch c.Role {
		case schema.RoleProperty:
			if l.from.Resource(a) && (c.Name == "metadata" || c.Name == "apiVersion" || c.Name == "kind") {
				return
			}
			other := l.to.Child(b, c.Name)
			if other == nil {
				other = values
			}
			l.match(c, other, b)
		case schema.RoleItems:
			if other := l.to.Items(b); other != nil {
				l.compare(c, other)
			}
		case schema.RoleAdditionalProperties:
			l.match(c, values, b)
		}
	})
}

// match goes on with a field and its like in the other version, whose object is
// below.
func (l *loss) match(c, other, below *schema.Node) {
	switch {
	case other != nil:
		l.compare(c, other)
	case l.to.PrunesUnknown(below):
		if l.fields == nil {
			l.first = l.from.Tree.Path(c.ID)
		}
		l.fields = append(l.fields, l.from.FieldPath(c))
	}
}

// children calls f for the nodes directly below one, outside of junctors.
func (l *loss) children(n *schema.Node, f func(c *schema.Node)) {
	nodes := l.from.Tree.Nodes
	for id := n.ID + 1; id < n.End; id = nodes[id].End {
		if c := &nodes[id]; !c.Nested && !c.Unwalked {
			f(c)
		}
	}
}

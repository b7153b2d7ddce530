package navigate

import (
	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Mention is a place that names a field.
type Mention struct {
	Place
	// IsDeclaration is set for the key of the property itself.
	IsDeclaration bool
	// exact says that Place has the name and nothing else. A name in a scalar with escapes has the place of the scalar.
	exact bool
	form  form
	// path is the place in the document of the CRD, and from and to the bytes of the name in the scalar there, for
	// names in texts.
	path     *finding.Path
	from, to int
}

// A form is how a name is written.
type form uint8

const (
	scalarForm form = iota // a key or a scalar of YAML or JSON
	celForm                // an identifier of CEL
	pathForm               // a name in a JSON path
)

// mentions finds the places in a version of a CRD that name a field.
type mentions struct {
	*version
	field *field
	found []Mention
}

// mentionsIn returns the places in a version of the CRD that name the field, in no order.
func (f *field) mentionsIn(version int, assistant *celassist.Assistant) []Mention {
	m := mentions{version: &f.def.versions[version], field: f}
	if len(m.tree.Nodes) == 0 {
		return nil
	}
	for _, parent := range nodesAt(m.tree, f.parent()) {
		m.inParent(parent)
	}
	if of := f.parent(); len(of) > 0 && of[len(of)-1].kind == itemStep {
		for _, list := range nodesAt(m.tree, of[:len(of)-1]) {
			m.inList(m.tree.Path(list).Child("x-kubernetes-list-map-keys"))
		}
	}
	for n := range f.steps {
		for _, id := range nodesAt(m.tree, f.steps[:n]) {
			m.inValues(id, f.steps[n:])
			m.inFieldPaths(id, f.steps[n:])
		}
	}
	m.inRules(assistant.Schema(m.tree))
	m.inVersion()
	return m.found
}

// add adds a scalar that is the name.
func (m *mentions) add(n *yamlnode.Node, path *finding.Path, isDeclaration bool) {
	if n == nil || n.Line() == 0 {
		return
	}
	m.found = append(m.found, Mention{Place: placeOf(m.field.def.doc, n), IsDeclaration: isDeclaration, exact: true, path: path})
}

// addPart adds a part of the scalar at a path.
func (m *mentions) addPart(path *finding.Path, from, to int, as form) {
	n := m.field.def.node(path)
	if n == nil || n.Line() == 0 || n.Kind != yamlnode.Scalar || to > len(n.Value) {
		return
	}
	at, exact := inScalar(m.field.def.doc, n, from, to)
	if !exact {
		at = placeOf(m.field.def.doc, n)
	}
	m.found = append(m.found, Mention{Place: at, exact: exact, form: as, path: path, from: from, to: to})
}

// inParent finds the property and its entry in required.
func (m *mentions) inParent(parent int32) {
	def, path := m.field.def, m.tree.Path(parent)
	property := path.Child("properties").Key(m.field.name())
	m.add(def.key(property), property, !m.tree.Nodes[parent].Nested)
	m.inList(path.Child("required"))
}

// inList finds the name in a list of names.
func (m *mentions) inList(path *finding.Path) {
	list := m.field.def.node(path)
	if list == nil || list.Kind != yamlnode.Sequence {
		return
	}
	for i, item := range list.Content {
		if name, ok := source.String(item); ok && name == m.field.name() {
			m.add(item, path.Index(i), false)
		}
	}
}

// inValues finds the keys in the default, the example and the enum of a schema, from which steps lead to the field.
func (m *mentions) inValues(id int32, steps []step) {
	path := m.tree.Path(id)
	for _, keyword := range [...]string{"default", "example"} {
		keysAt(m.field.def.node(path.Child(keyword)), steps, func(key *yamlnode.Node) { m.add(key, path.Child(keyword), false) })
	}
	if enum := m.field.def.node(path.Child("enum")); enum != nil && enum.Kind == yamlnode.Sequence {
		for _, item := range enum.Content {
			keysAt(item, steps, func(key *yamlnode.Node) { m.add(key, path.Child("enum"), false) })
		}
	}
}

// keysAt calls f for the keys of a value to which steps lead.
func keysAt(n *yamlnode.Node, steps []step, f func(key *yamlnode.Node)) {
	n = source.Resolve(n)
	if n == nil || len(steps) == 0 {
		return
	}
	switch s := steps[0]; {
	case s.kind == itemStep && n.Kind == yamlnode.Sequence:
		for _, item := range n.Content {
			keysAt(item, steps[1:], f)
		}
	case s.kind != itemStep && n.Kind == yamlnode.Mapping:
		source.EachEntry(n, func(name string, key, value *yamlnode.Node) {
			if s.kind == fieldStep && name != s.name {
				return
			}
			if len(steps) == 1 {
				f(key)
				return
			}
			keysAt(value, steps[1:], f)
		})
	}
}

// inFieldPaths finds the name in the fieldPath of the rules of a schema, from which steps lead to the field.
func (m *mentions) inFieldPaths(id int32, steps []step) {
	n := &m.tree.Nodes[id]
	for i, rule := range n.XValidations() {
		if rule.FieldPath != "" {
			m.inPath(m.tree.Path(id).Child("x-kubernetes-validations").Index(i).Child("fieldPath"), rule.FieldPath, m.field.steps[:len(m.field.steps)-len(steps)])
		}
	}
}

// inPath finds the name in a JSON path, which begins at the value at the end of steps.
func (m *mentions) inPath(at *finding.Path, text string, from []step) {
	for _, name := range namesOfPath(text) {
		if name.steps[len(name.steps)-1].name != m.field.name() {
			continue
		}
		if steps, ok := resolve(m.tree, from, name.steps); ok && same(steps, m.field.steps) {
			m.addPart(at, name.start, name.end, pathForm)
		}
	}
}

func same(a, b []step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// inRules finds the name in the rules.
func (m *mentions) inRules(s *celassist.Schema) {
	for _, id := range nodesAt(m.tree, m.field.steps) {
		if n := &m.tree.Nodes[id]; n.Nested || n.Role != schematree.RoleProperty {
			continue
		}
		for _, r := range s.References(id) {
			part := "rule"
			if r.IsMessage {
				part = "messageExpression"
			}
			path := m.tree.Path(r.Node).Child("x-kubernetes-validations").Index(r.Rule).Child(part)
			m.addPart(path, r.Span.Start, r.Span.End, celForm)
		}
	}
}

// inVersion finds the name in the columns, the selectable fields and the subresources of the version.
func (m *mentions) inVersion() {
	def := m.field.def
	spec := &def.crd.Spec.Versions[def.version(m.name)]
	for i := range spec.AdditionalPrinterColumns {
		m.inPath(m.root.Child("additionalPrinterColumns").Index(i).Child("jsonPath"), spec.AdditionalPrinterColumns[i].JSONPath, nil)
	}
	for i := range spec.SelectableFields {
		m.inPath(m.root.Child("selectableFields").Index(i).Child("jsonPath"), spec.SelectableFields[i].JSONPath, nil)
	}
	if spec.Subresources == nil || spec.Subresources.Scale == nil {
		return
	}
	scale, at := spec.Subresources.Scale, m.root.Child("subresources", "scale")
	m.inPath(at.Child("specReplicasPath"), scale.SpecReplicasPath, nil)
	m.inPath(at.Child("statusReplicasPath"), scale.StatusReplicasPath, nil)
	if scale.LabelSelectorPath != nil {
		m.inPath(at.Child("labelSelectorPath"), *scale.LabelSelectorPath, nil)
	}
}

package navigate

import (
	"encoding/json"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A subject is what a place of a file names.
type subject struct {
	// span is the name in the file.
	span Place
	// field is the field that is named, and kind the CRD whose kind is named; nil for others.
	field *field
	kind  *definition
	// version is the version of the kind; -1 for all. isAPIVersion is set if the name is an apiVersion.
	version      int
	isAPIVersion bool
	// value is the value of the field in an object; nil at other places.
	value *string
	// variable is the place at which a macro of CEL declares the variable that is named; nil for others.
	variable *Place
	// def is the CRD, and code a path in its document from which Go code may be found; nil if there is none.
	def  *definition
	code []finding.Segment
}

// subject returns what stands at an offset of a document; nil if it is nothing with a declaration.
func (n *Navigator) subject(p *workspace.Project, doc *workspace.Document, offset int) *subject {
	if !doc.IsManifest() {
		return nil
	}
	at := doc.At(offset)
	if at.Role != cursor.Key && at.Scalar == nil {
		return nil
	}
	path, span := at.Path, at.Token
	if at.Role == cursor.Key {
		name := keyText(string(doc.Text[span.Start:span.End]))
		if name == "" {
			return nil
		}
		path = append(path[:len(path):len(path)], finding.Segment{Name: name})
	} else {
		span = cursor.Span{Start: at.Scalar.Start, End: at.Scalar.End}
	}
	if len(path) == 0 {
		return nil
	}
	s := &subject{span: Place{doc.Name, span.Start, span.End}, version: -1}
	q := question{n, p, doc, at, path, s}
	if at.Kind == source.CRDKind && strings.HasPrefix(at.APIVersion, source.CRDGroup+"/") {
		if !q.inCRD() {
			return nil
		}
		return s
	}
	if !q.inObject() {
		return nil
	}
	return s
}

// keyText returns the key that is written as a text.
func keyText(written string) string {
	switch {
	case strings.HasPrefix(written, `"`):
		var s string
		if json.Unmarshal([]byte(written), &s) != nil {
			s = strings.Trim(written, `"`)
		}
		return s
	case strings.HasPrefix(written, "'"):
		return strings.ReplaceAll(strings.Trim(written, "'"), "''", "'")
	}
	return written
}

// A question is about a place of a document.
type question struct {
	n    *Navigator
	p    *workspace.Project
	doc  *workspace.Document
	at   *cursor.Place
	path []finding.Segment // with the key, if one is at the place
	s    *subject
}

func (q *question) isKey() bool { return q.at.Role == cursor.Key }

// inObject finds what an object names at the place. An object may have objects of other kinds inside.
func (q *question) inObject() bool {
	last := q.path[len(q.path)-1]
	for depth := range q.path {
		value, _ := q.at.ValueAt(q.path[:depth])
		object, _ := value.(map[string]any)
		apiVersion, _ := object["apiVersion"].(string)
		kind, _ := object["kind"].(string)
		if kind == "" || apiVersion == "" {
			continue
		}
		group, version := splitAPIVersion(apiVersion)
		doc := q.p.CRDs(q.doc).Document(group, kind)
		if doc == nil {
			continue
		}
		def := newDefinition(doc)
		v := def.version(version)
		below := q.path[depth:]
		if len(below) == 1 && (last.Name == "kind" || last.Name == "apiVersion") {
			q.s.kind, q.s.version, q.s.isAPIVersion = def, v, last.Name == "apiVersion"
			return true
		}
		if v < 0 {
			continue
		}
		if steps, ok := follow(def.versions[v].tree, nil, below); ok {
			q.asField(def, v, steps)
			return true
		}
	}
	return false
}

// asField makes a field the subject: the field itself, or the one with the list or map that has the item or value.
func (q *question) asField(def *definition, version int, steps []step) {
	isItem := false
	for len(steps) > 0 && steps[len(steps)-1].kind != fieldStep {
		steps, isItem = steps[:len(steps)-1], true
	}
	if len(steps) == 0 {
		return
	}
	q.s.field = &field{def, version, steps}
	if q.at.Scalar != nil && !q.isKey() && !isItem {
		q.s.value = &q.at.Scalar.Value
	}
	q.s.def = def
	tree := def.versions[version].tree
	if nodes := nodesAt(tree, steps); len(nodes) > 0 {
		q.s.code = tree.Path(nodes[0]).Segments()
	}
}

// inCRD finds what a CRD names at the place.
func (q *question) inCRD() bool {
	doc := readAt(q.doc, q.at.Offset, q.at.Document)
	if doc == nil {
		return false
	}
	def := newDefinition(doc)
	q.s.def, q.s.code = def, q.path
	if isAt(q.path, "spec", "names", "kind") {
		q.s.kind = def
		return true
	}
	for i := range def.versions {
		v := &def.versions[i]
		root := v.root.Segments()
		if !hasPrefix(q.path, root) {
			continue
		}
		if id, rest := v.nodeAt(q.path); id >= 0 {
			return q.inSchema(def, i, id, rest)
		}
		return q.inVersion(def, i, q.path[len(root):])
	}
	return true
}

func isAt(path []finding.Segment, names ...string) bool {
	if len(path) != len(names) {
		return false
	}
	for i, name := range names {
		if path[i].IsIndex || path[i].Name != name {
			return false
		}
	}
	return true
}

// inSchema finds what a keyword of a schema names. rest is the path in the schema of node id.
func (q *question) inSchema(def *definition, version int, id int32, rest []finding.Segment) bool {
	tree := def.versions[version].tree
	steps, ok := stepsOf(tree, id)
	if !ok {
		return true
	}
	named := func(more ...step) bool {
		all := append(steps[:len(steps):len(steps)], more...)
		if len(nodesAt(tree, all)) > 0 {
			q.s.field = &field{def, version, all}
		}
		return true
	}
	if len(rest) == 0 {
		if tree.Nodes[id].Role == schematree.RoleProperty && q.isKey() {
			return named()
		}
		return true
	}
	value := ""
	if q.at.Scalar != nil {
		value = q.at.Scalar.Value
	}
	switch keyword := rest[0].Name; {
	case keyword == "required" && len(rest) == 2:
		return named(step{fieldStep, value})
	case keyword == "x-kubernetes-list-map-keys" && len(rest) == 2:
		return named(step{kind: itemStep}, step{fieldStep, value})
	case keyword == "x-kubernetes-validations" && len(rest) == 3 && !q.isKey():
		return q.inRule(def, version, id, rest[1].Index, rest[2].Name)
	case (keyword == "default" || keyword == "example") && q.isKey():
		if of, ok := follow(tree, steps, rest[1:]); ok {
			q.asField(def, version, of)
		}
	}
	return true
}

// inRule finds what an expression names, or the path of a rule.
func (q *question) inRule(def *definition, version int, id int32, rule int, part string) bool {
	v := &def.versions[version]
	rules := v.tree.Nodes[id].XValidations()
	if q.at.Scalar == nil || rule >= len(rules) {
		return true
	}
	steps, _ := stepsOf(v.tree, id)
	switch part {
	case "fieldPath":
		return q.inPath(def, version, steps)
	case "rule", "messageExpression":
	default:
		return true
	}
	optional := rules[rule].OptionalOldSelf != nil && *rules[rule].OptionalOldSelf
	x := q.n.CEL(q.p).Schema(v.tree).Expression(q.at.Scalar.Value, celassist.Place{Node: id, IsMessage: part != "rule", OptionalOldSelf: optional})
	d := x.Definition(q.at.Scalar.Offset)
	if d == nil {
		return true
	}
	q.s.span = q.within(d.Span.Start, d.Span.End)
	if d.Variable != nil {
		at := q.within(d.Variable.Start, d.Variable.End)
		q.s.variable = &at
		return true
	}
	if of, ok := stepsOf(v.tree, d.Node); ok {
		for len(of) > 0 && of[len(of)-1].kind != fieldStep {
			of = of[:len(of)-1]
		}
		if len(of) > 0 {
			q.s.field = &field{def, version, of}
		}
	}
	return true
}

// within returns the place of a part of the scalar at the place.
func (q *question) within(start, end int) Place {
	return Place{q.doc.Name, q.at.Scalar.InFile(start), q.at.Scalar.InFile(end)}
}

// inVersion finds what the JSON paths of a version name.
func (q *question) inVersion(def *definition, version int, path []finding.Segment) bool {
	if len(path) == 0 {
		return true
	}
	last := path[len(path)-1].Name
	isPath := path[0].Name == "additionalPrinterColumns" && last == "jsonPath" || path[0].Name == "selectableFields" && last == "jsonPath" ||
		path[0].Name == "subresources" && strings.HasSuffix(last, "Path")
	if !isPath || q.isKey() || q.at.Scalar == nil {
		return true
	}
	return q.inPath(def, version, nil)
}

// inPath finds the name in a JSON path, which begins at the value at the end of steps.
func (q *question) inPath(def *definition, version int, from []step) bool {
	tree := def.versions[version].tree
	for _, name := range namesOfPath(q.at.Scalar.Value) {
		if q.at.Scalar.Offset < name.start || q.at.Scalar.Offset > name.end {
			continue
		}
		steps, ok := resolve(tree, from, name.steps)
		if !ok {
			return true
		}
		q.s.span = q.within(name.start, name.end)
		for len(steps) > 0 && steps[len(steps)-1].kind != fieldStep {
			steps = steps[:len(steps)-1]
		}
		if len(steps) > 0 {
			q.s.field = &field{def, version, steps}
		}
		return true
	}
	return true
}

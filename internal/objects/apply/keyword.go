package apply

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// A keyword is the keyword of a schema that causes an error.
type keyword struct {
	name string
	// value is the value of the keyword, if the error gives it.
	value string
	// item is an item of the keyword's list, such as the name of a required field. The error is then at the missing
	// field.
	item string
	// ofParent says that the keyword is in the schema of the list that holds the value.
	ofParent bool
}

// setBy adds to a finding the keyword in the CRD that causes it. If the keyword is not found, setBy adds the
// schema of the value.
func (q *request) setBy(out *report.Finding, at *finding.Path, k keyword) {
	if (k.item != "" || k.ofParent) && at != nil {
		at = at.Parent()
	}
	doc := q.def.doc
	root, s := q.def.resource.SchemaPath(q.version, nil)
	if s == nil {
		return
	}
	top, exact := doc.Node(root.Segments())
	if !exact {
		return
	}
	place, _ := q.def.resource.SchemaPath(q.version, at)
	key, value := k.find(schemasAt(doc, top, at))
	if key == nil {
		pos := doc.LocateKey(place.Segments())
		q.follows(out, place, pos, strings.TrimRight(strings.TrimSpace(doc.File.Line(pos.Line)), ":"))
		q.origin(out, place)
		return
	}
	// The keyword may be in a schema of allOf, anyOf, oneOf or not.
	q.follows(out, place, doc.NodePos(key), k.text(value))
	if k.item != "" { // the Go code of a required field is that of the field
		q.origin(out, place.Child("properties").Key(k.item))
		return
	}
	q.origin(out, place.Child(k.name))
}

// schemasAt returns the schemas in a CRD for a path of an object, with those of allOf, anyOf, oneOf and not.
func schemasAt(doc *source.Document, root *yamlnode.Node, at *finding.Path) []*yamlnode.Node {
	schemas := combined([]*yamlnode.Node{root})
	for _, step := range at.Segments() {
		var next []*yamlnode.Node
		for _, n := range schemas {
			if sub := below(n, step); sub != nil {
				next = append(next, sub)
			}
		}
		schemas = combined(next)
	}
	return schemas
}

// origin adds the Go code from which a place of the CRD is generated, if Origins has the CRD.
func (q *request) origin(out *report.Finding, at *finding.Path) {
	if !q.opts.Origins.Asks(q.def.doc) {
		return
	}
	o := q.opts.Origins.At(q.def.doc, at.Segments())
	out.SchemaOrigin = o
	if n := len(out.Related); o != nil && o.First && n > 0 {
		out.Related = slices.Insert(out.Related, n-1, report.Related{
			Message: "what the CRD is generated from", File: o.File,
			Line: o.Line, Column: o.Column, EndLine: o.Line, EndColumn: o.EndColumn,
		})
	}
}

// follows adds to a finding its cause in the CRD: a rule or a keyword of the schema at a path.
func (q *request) follows(out *report.Finding, at *finding.Path, pos finding.Pos, text string) {
	out.SchemaFile, out.SchemaLine, out.SchemaText = q.def.doc.File.Name, pos.Line, text
	message := oneLine(text)
	if IsRule(out) {
		message = "rule: " + message
	}
	out.Related = append(out.Related, report.Related{
		Message: cmp.Or(message, "the schema"), File: q.def.doc.File.Name, Path: at.File(),
		Line: pos.Line, Column: pos.Column, EndLine: pos.EndLine, EndColumn: pos.EndColumn,
	})
}

// oneLine returns a text on one line, shortened: a line of the CRD may hold the whole file.
func oneLine(text string) string {
	const most = 200
	runes := []rune(text[:min(len(text), 4*most*utf8.UTFMax)])
	text = strings.Join(strings.Fields(string(runes)), " ")
	if runes = []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// below returns the schema of a field or an item in a schema, or nil.
func below(schema *yamlnode.Node, step finding.Segment) *yamlnode.Node {
	if step.IsIndex {
		return source.Field(schema, "items")
	}
	if p := source.Field(source.Field(schema, "properties"), step.Name); p != nil {
		return p
	}
	return source.Field(schema, "additionalProperties")
}

// combined returns schemas with those in their allOf, anyOf, oneOf and not.
func combined(schemas []*yamlnode.Node) []*yamlnode.Node {
	const most = 1000 // aliases may repeat schemas without limit
	for i := 0; i < len(schemas) && len(schemas) < most; i++ {
		for _, junctor := range [...]string{"allOf", "anyOf", "oneOf"} {
			for _, item := range items(source.Field(schemas[i], junctor)) {
				schemas = append(schemas, source.Resolve(item))
			}
		}
		if not := source.Field(schemas[i], "not"); not != nil {
			schemas = append(schemas, not)
		}
	}
	return schemas
}

// find returns the key and the value of the keyword in the first schema where its value or item matches the error.
// Without a match, it returns the first keyword of this name, except for an item.
func (k *keyword) find(schemas []*yamlnode.Node) (key, value *yamlnode.Node) {
	for _, n := range schemas {
		for e := range source.Entries(n) {
			if e.Key != k.name {
				continue
			}
			v := source.Resolve(e.Value)
			if k.item != "" {
				for _, item := range items(v) {
					if s, ok := source.String(source.Resolve(item)); ok && s == k.item {
						return item, v
					}
				}
				continue
			}
			if k.value == "" || v.Value == k.value {
				return e.KeyNode, v
			}
			if key == nil {
				key, value = e.KeyNode, v
			}
		}
	}
	return key, value
}

// text returns the keyword and its value on one line.
func (k *keyword) text(value *yamlnode.Node) string {
	if value.Kind == yamlnode.Scalar {
		return k.name + ": " + unquoted(source.Scalar(value))
	}
	list := items(value)
	if len(list) == 0 || source.Resolve(list[0]).Kind != yamlnode.Scalar {
		return k.name
	}
	const most = 12
	var texts []string
	for i, item := range list {
		if i == most {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, unquoted(source.Value(item)))
	}
	return k.name + ": [" + strings.Join(texts, ", ") + "]"
}

// unquoted returns a value as text: a plain word without quotes.
func unquoted(v any) string {
	if s, ok := v.(string); ok && word().MatchString(s) {
		return s
	}
	return short(v)
}

var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`) })

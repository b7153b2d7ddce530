package apply

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/report"
)

// keyword is what in a schema an error follows from.
type keyword struct {
	name string
	// value is the keyword's, if the error tells it.
	value string
	// item is that of a list, such as the name of a required field, which is
	// demanded where the field should be.
	item string
	// ofParent says that the keyword is one of the list that the place is in.
	ofParent bool
}

// blame is what was found out about the CRD of an object that is refused. What is wrong with
// one item of a list, or with one object of a file, is often wrong with the next, in several ways.
type blame struct {
	crd     *source.Document
	version string
	causes  [8]cause // of the last errors
	next    int      // the one of them that the next takes the place of
	reached reached  // what the last error is about
	// items are those of long lists in the CRD that are strings.
	items map[*yamlnode.Node]map[string]*yamlnode.Node
}

// of returns what is known of a version of a CRD, if it is the one that was asked for last. The
// nil blame knows nothing.
func (b *blame) of(crd *source.Document, version string) *blame {
	if b == nil {
		return &blame{crd: crd, version: version}
	}
	if b.crd != crd || b.version != version {
		*b = blame{crd: crd, version: version}
	}
	return b
}

// setBy finds a keyword in the CRD that an error at a place in the object, to which a way leads,
// comes from. If it is nowhere to be found, the schema of the place stands for it.
func (q *request) setBy(out *report.Finding, at *finding.Path, way []finding.Segment, k keyword) {
	if (k.item != "" || k.ofParent) && at != nil {
		at, way = at.Parent(), way[:len(way)-1]
	}
	known := q.blame
	if c := known.cause(&k, way); c != nil {
		c.tell(out)
		q.from(out, &k, c.schema)
		return
	}
	root, s := q.def.resource.SchemaPath(q.version, nil)
	if s == nil {
		return
	}
	doc := q.def.doc
	top, exact := doc.Node(root.Segments())
	if !exact {
		return
	}
	if r := &known.reached; r.schemas == nil || !sameItems(r.way, way) {
		*r = reached{way: way, schemas: schemasAt(doc, top, way)}
	}
	place, _ := q.def.resource.SchemaPath(q.version, at)
	key, value := q.find(&k, &known.reached)
	if key == nil {
		pos := doc.LocateKey(place.Segments())
		q.follows(out, place, pos, strings.TrimRight(strings.TrimSpace(doc.File.Line(pos.Line)), ":"))
		q.origin(out, place)
		return
	}
	// The schema that the keyword stands in may be one of a junctor.
	c := known.newCause()
	*c = cause{found: true, way: way, by: k, schema: place, text: k.text(doc, value)}
	c.place = q.relatedAt(place, doc.NodePos(key), oneLine(c.text))
	c.tell(out)
	q.from(out, &k, place)
}

// reached are the schemas of a place, and what they have of some keywords: a CRD may combine
// very many schemas, and all fields of an object may break one.
type reached struct {
	way     []finding.Segment
	schemas []*yamlnode.Node
	named   map[string]*uses
}

// schemasAt are the schemas of a place to which a way leads from one, with all that they
// combine.
func schemasAt(doc *source.Document, top *yamlnode.Node, way []finding.Segment) []*yamlnode.Node {
	schemas := combined(doc, []*yamlnode.Node{top})
	for _, step := range way {
		var next []*yamlnode.Node
		for _, n := range schemas {
			if sub := below(doc, n, step); sub != nil {
				next = append(next, sub)
			}
		}
		schemas = combined(doc, next)
	}
	return schemas
}

// from finds where in Go the keyword of a schema comes from: what requires a field stands at
// the field.
func (q *request) from(out *report.Finding, k *keyword, schema *finding.Path) {
	switch {
	case !q.opts.Origins.Asks(q.def.doc):
	case k.item != "":
		q.origin(out, schema.Child("properties").Key(k.item))
	default:
		q.origin(out, schema.Child(k.name))
	}
}

// origin finds where in Go a place of the CRD comes from, if that is asked for.
func (q *request) origin(out *report.Finding, at *finding.Path) {
	if q.opts.Origins == nil {
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

// A cause is the keyword that an error came from.
type cause struct {
	found  bool
	way    []finding.Segment // to the error
	by     keyword
	schema *finding.Path // that the keyword is of
	text   string
	place  report.Related
}

// cause returns what is known of a keyword that errors with such a way come from; nil if
// that is nothing.
func (b *blame) cause(by *keyword, way []finding.Segment) *cause {
	for i := range b.causes {
		if c := &b.causes[i]; c.found && c.by == *by && sameItems(c.way, way) {
			return c
		}
	}
	return nil
}

// newCause is the place for another one.
func (b *blame) newCause() *cause {
	c := &b.causes[b.next]
	b.next = (b.next + 1) % len(b.causes)
	return c
}

// tell says that a finding comes from the keyword.
func (c *cause) tell(out *report.Finding) {
	out.SchemaFile, out.SchemaLine, out.SchemaText = c.place.File, c.place.Line, c.text
	out.Related = append(out.Related, c.place)
}

// sameItems reports whether two ways are the same but for the items that they take of
// lists, which have one schema.
func sameItems(a, b []finding.Segment) bool {
	return slices.EqualFunc(a, b, func(a, b finding.Segment) bool { return a.IsIndex == b.IsIndex && a.Name == b.Name })
}

// follows says that a finding follows from a place in the CRD: a rule or a keyword
// in the schema at a path.
func (q *request) follows(out *report.Finding, at *finding.Path, pos finding.Pos, text string) {
	out.SchemaFile, out.SchemaLine, out.SchemaText = q.def.doc.File.Name, pos.Line, text
	message := oneLine(text)
	if IsRule(out) {
		message = "rule: " + message
	}
	out.Related = append(out.Related, q.relatedAt(at, pos, message))
}

// relatedAt is a place in the CRD, with what is there.
func (q *request) relatedAt(at *finding.Path, pos finding.Pos, message string) report.Related {
	return report.Related{
		Message: cmp.Or(message, "the schema"), File: q.def.doc.File.Name, Path: at.File(),
		Line: pos.Line, Column: pos.Column, EndLine: pos.EndLine, EndColumn: pos.EndColumn,
	}
}

// oneLine is a text on one line, and no more of it than a reader wants: a line may
// be all of a file.
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
func below(doc *source.Document, schema *yamlnode.Node, step finding.Segment) *yamlnode.Node {
	if step.IsIndex {
		return source.Field(schema, "items")
	}
	if p := doc.Field(source.Field(schema, "properties"), step.Name); p != nil {
		return p
	}
	return source.Field(schema, "additionalProperties")
}

// combined returns schemas with all that they combine.
func combined(doc *source.Document, schemas []*yamlnode.Node) []*yamlnode.Node {
	const most = 1000 // a CRD may nest them at will
	for i := 0; i < len(schemas) && len(schemas) < most; i++ {
		for _, junctor := range [...]string{"allOf", "anyOf", "oneOf"} {
			if list := source.Field(schemas[i], junctor); list != nil && list.Kind == yamlnode.Sequence {
				for _, item := range list.Content {
					schemas = append(schemas, source.Resolve(item))
				}
			}
		}
		if not := source.Field(schemas[i], "not"); not != nil {
			schemas = append(schemas, not)
		}
	}
	return schemas
}

// find returns the keyword's key and value in the first schema that has it: of
// those that fit what the error tells, or else of all.
func (q *request) find(k *keyword, in *reached) (key, value *yamlnode.Node) {
	const many = 32 // from which there is a table
	if len(in.schemas) >= many {
		return in.usesOf(k.name).find(k)
	}
	return q.walk(k, in)
}

// walk is find, schema by schema.
func (q *request) walk(k *keyword, in *reached) (key, value *yamlnode.Node) {
	for _, n := range in.schemas {
		for e := range source.Entries(n) {
			if e.Key != k.name {
				continue
			}
			v := source.Resolve(e.Value)
			if k.item != "" {
				if item := q.itemOf(v, k.item); item != nil {
					return item, v
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

// A use of a keyword is its key, or an item of its list, and its value.
type use struct{ key, value *yamlnode.Node }

// uses are the first use of a keyword in some schemas, and the first with each value and each
// item.
type uses struct {
	first  use
	values map[string]use
	items  map[string]use
}

func (r *reached) usesOf(name string) *uses {
	if u := r.named[name]; u != nil {
		return u
	}
	u := &uses{values: map[string]use{}, items: map[string]use{}}
	for _, n := range r.schemas {
		for e := range source.Entries(n) {
			if e.Key == name {
				u.add(use{e.KeyNode, source.Resolve(e.Value)})
			}
		}
	}
	if r.named == nil {
		r.named = map[string]*uses{}
	}
	r.named[name] = u
	return u
}

func (u *uses) add(one use) {
	if u.first.key == nil {
		u.first = one
	}
	if _, again := u.values[one.value.Value]; !again {
		u.values[one.value.Value] = one
	}
	if one.value.Kind != yamlnode.Sequence {
		return
	}
	for _, item := range one.value.Content {
		name, ok := source.String(source.Resolve(item))
		if _, again := u.items[name]; ok && !again {
			u.items[name] = use{item, one.value}
		}
	}
}

func (u *uses) find(k *keyword) (key, value *yamlnode.Node) {
	found := u.first
	if k.item != "" {
		found = u.items[k.item]
	} else if fits, ok := u.values[k.value]; ok && k.value != "" {
		found = fits
	}
	return found.key, found.value
}

// itemOf returns the first item of a list that is a string.
func (q *request) itemOf(list *yamlnode.Node, name string) *yamlnode.Node {
	if list.Kind != yamlnode.Sequence {
		return nil
	}
	const many = 32 // from which there is a table, since each item may be asked for
	if len(list.Content) < many {
		for _, item := range list.Content {
			if s, ok := source.String(source.Resolve(item)); ok && s == name {
				return item
			}
		}
		return nil
	}
	named := q.blame.items[list]
	if named == nil {
		named = make(map[string]*yamlnode.Node, len(list.Content))
		for _, item := range list.Content {
			s, ok := source.String(source.Resolve(item))
			if _, again := named[s]; ok && !again {
				named[s] = item
			}
		}
		if q.blame.items == nil {
			q.blame.items = map[*yamlnode.Node]map[string]*yamlnode.Node{}
		}
		q.blame.items[list] = named
	}
	return named[name]
}

// text is the keyword on one line.
func (k *keyword) text(doc *source.Document, value *yamlnode.Node) string {
	switch {
	case value.Kind == yamlnode.Scalar:
		return k.name + ": " + plainest(source.Scalar(value))
	case value.Kind == yamlnode.Sequence && len(value.Content) > 0 && source.Resolve(value.Content[0]).Kind == yamlnode.Scalar:
		const most = 12
		var items []string
		for i, item := range value.Content {
			if i == most {
				items = append(items, "…")
				break
			}
			items = append(items, plainest(source.Value(item)))
		}
		return k.name + ": [" + strings.Join(items, ", ") + "]"
	}
	return k.name
}

// plainest is a value as it is mostly written in YAML: a word without quotes.
func plainest(v any) string {
	if s, ok := v.(string); ok && word().MatchString(s) {
		return s
	}
	return short(v)
}

var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`) })

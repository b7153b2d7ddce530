package hostile

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
)

// RandomRules is a family of CEL rules that a number chooses: what is repeated and nested in a
// rule, how long rules are, and where they stand. Random has short rules beside other keywords.
func RandomRules(seed uint64) Family {
	of := func(turn uint64, n int) string {
		return newRandomRules(random{rand.New(rand.NewPCG(seed, turn))}).crd(n)
	}
	turn := sync.OnceValue(func() uint64 {
		for turn := uint64(2); ; turn++ { // some make too much of two parts already
			if isRead(of(turn, few)) {
				return turn
			}
		}
	})
	return within(Family{Name: fmt.Sprintf("random-rules-%d", seed), CRD: func(n int) string { return of(turn(), n) }})
}

// few is how many parts all random rules may have and are read.
const few = 8

// randomRules is all that a number chooses for a family.
type randomRules struct {
	rules    []*randomRule // in turn
	parts    int           // of a rule; those of the last one are fewer
	layout   int
	types    []string // of fields that rules stand at, in turn
	numbered int
	defaults bool // fields have values in every object
	bounded  bool // they have a maximum
}

// A randomRule is a rule and what may stand beside it.
type randomRule struct {
	rule    growth
	message *growth // its messageExpression
	beside  string
	style   int
}

// Where rules stand.
const (
	atSpec = iota
	atRoot
	atFields
	atItems
	besideFields
	inVersions
	layouts
)

// How rules are told apart.
const (
	partsNumbered = iota
	rulesNumbered
	allSame
	numberings
)

func newRandomRules(r random) *randomRules {
	rr := &randomRules{
		parts: []int{1, 3, 10, 40, 150, 600, longestRule}[r.IntN(7)], layout: []int{atSpec, atSpec, atSpec, r.IntN(layouts)}[r.IntN(4)],
		numbered: r.IntN(numberings), defaults: r.IntN(3) == 0, bounded: r.IntN(3) > 0,
	}
	var at *place
	switch rr.layout {
	case atRoot:
		at = newPlace(specAtoms("self.spec"))
	case atFields:
		rr.types = []string{fieldTypes[r.IntN(len(fieldTypes))].name}
		for range r.IntN(3) {
			rr.types = append(rr.types, fieldTypes[r.IntN(len(fieldTypes))].name)
		}
	case atItems:
		at = newPlace(map[string][]string{"dyn": {"dyn(self)"}, "string": {"self.name", "self.c.p"}, "int": {"self.n"}, "opt(string)": {"self.?name"}, "bool": {"has(self.name)"}})
	default:
		self := specAtoms("self")
		if rr.layout == besideFields {
			self["string"] = append(self["string"], "self.f"+fieldMark, "self.f"+fieldMark)
			self["opt(string)"] = append(self["opt(string)"], "self.?f"+fieldMark)
			self["bool"] = append(self["bool"], "has(self.f"+fieldMark+")")
		}
		at = newPlace(self)
	}
	for i := range max(1+r.IntN(2), len(rr.types)) {
		p := at
		if rr.layout == atFields {
			p = newPlace(fieldType(rr.types[i%len(rr.types)]).self)
		}
		rule := rr.newRule(r, p)
		rr.parts = min(rr.parts, rule.rule.most())
		if rule.message != nil {
			rr.parts = min(rr.parts, rule.message.most())
		}
		rr.rules = append(rr.rules, rule)
	}
	return rr
}

func (rr *randomRules) newRule(r random, p *place) *randomRule {
	g := growing{random: r, place: p, sameNames: r.IntN(2) == 0}
	rule := &randomRule{rule: g.grow("bool"), style: r.IntN(3)}
	if r.IntN(5) == 0 {
		message := g.grow("string")
		rule.message = &message
	}
	rule.beside = r.sometimes(3, "  message: m@"+numberMark+"\n") + r.sometimes(6, "  reason: FieldValueForbidden\n")
	if rr.layout != atFields && rr.layout != atRoot {
		rule.beside += r.sometimes(6, "  fieldPath: .a\n")
	}
	// What speaks of oldSelf does so in all parts.
	if r.IntN(4) == 0 {
		old := "oldSelf"
		if r.IntN(3) == 0 {
			old = "oldSelf.value()"
			rule.beside += "  optionalOldSelf: true\n"
		}
		was := rule.rule.right
		rule.rule.right.text = strings.Replace(was.text, "self.", old+".", 1)
		if rule.rule.right.text == was.text && was.typ == "bool" {
			rule.rule.right.text = "(" + old + " == self && " + was.tight() + ")"
		}
	}
	return rule
}

// A fieldKind is a schema of a field, and what rules at it are about.
type fieldKind struct {
	name, schema string
	self         map[string][]string
}

// fieldTypes are the types of fields that rules stand at.
var fieldTypes = []fieldKind{
	{"string", "type: string", map[string][]string{"string": {"self"}}},
	{"integer", "type: integer", map[string][]string{"int": {"self"}}},
	{"number", "type: number", map[string][]string{"double": {"self"}}},
	{"list", "type: array, items: {type: string}", map[string][]string{"list(string)": {"self"}, "string": {"self[0]"}, "opt(string)": {"self[?#]"}}},
	{"objects", "type: array, maxItems: 20, items: {type: object, properties: {a: {type: string}, n: {type: integer}}}", map[string][]string{"string": {"self[0].a"}, "int": {"self[#].n", "self.size()"}, "bool": {"self.all(x, x.a != 'a#')"}}},
	{"lists", "type: array, items: {type: array, items: {type: integer}}", map[string][]string{"list(list(int))": {"self"}, "list(int)": {"self[0]"}, "int": {"self[#][0]"}}},
	{"map", "type: object, additionalProperties: {type: string}", map[string][]string{"map(string)": {"self"}, "string": {"self.k#"}, "opt(string)": {"self[?'k#']"}, "bool": {"'k#' in self"}}},
	{"object", "type: object, properties: {a: {type: string}, b: {type: integer}}", map[string][]string{"string": {"self.a"}, "int": {"self.b"}, "bool": {"has(self.a)"}, "opt(string)": {"self.?a"}}},
	{"time", "type: string, format: date-time", map[string][]string{"timestamp": {"self"}}},
	{"intOrString", "x-kubernetes-int-or-string: true", map[string][]string{"dyn": {"self"}, "bool": {"type(self) == int"}}},
	{"anything", "type: object, x-kubernetes-preserve-unknown-fields: true", map[string][]string{"dyn": {"dyn(self)", "self"}}},
}

func fieldType(name string) *fieldKind {
	for i := range fieldTypes {
		if fieldTypes[i].name == name {
			return &fieldTypes[i]
		}
	}
	return nil
}

// specFields are the fields of a spec; a bound or a default is written for those that have one.
var specFields = []struct{ name, schema, bound, value string }{
	{"a", "type: string", "maxLength: 10", "abc"},
	{"b", "type: integer", "maximum: 1000", "7"},
	{"c", "type: number", "", "1.5"},
	{"d", "type: boolean", "", "true"},
	{"l", "type: array, items: {type: string, maxLength: 8}", "maxItems: 10", "[a, b]"},
	{"li", "type: array, items: {type: integer}", "maxItems: 10", "[1, 2]"},
	{"ll", "type: array, items: {type: array, items: {type: integer}, maxItems: 3}", "maxItems: 5", "[[1], [2]]"},
	{"m", "type: object, additionalProperties: {type: string}", "maxProperties: 9", "{k: v}"},
	{"o", "type: object, properties: {p: {type: object, properties: {q: {type: string}, r: {type: integer}}}}", "", "{p: {q: a, r: 1}}"},
	{"ol", "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, n: {type: integer}, c: {type: object, properties: {p: {type: string}}}}}", "maxItems: 10", "[{name: a, n: 1}]"},
	{"s", "type: array, x-kubernetes-list-type: set, items: {type: string}", "maxItems: 10", "[a, b]"},
	{"t", "type: string, format: date-time", "", "'2024-01-01T00:00:00Z'"},
	{"u", "type: string, format: duration", "", "1h"},
	{"v", "x-kubernetes-int-or-string: true", "", "1"},
	{"w", "type: object, x-kubernetes-preserve-unknown-fields: true", "", "{z: 1}"},
	{"y", "type: string, format: byte", "maxLength: 10", "YWJj"},
	{"e", "type: string, enum: [x, y]", "", "x"},
}

// specAtoms are what rules say of those fields, by type.
func specAtoms(self string) map[string][]string {
	all := map[string][]string{
		"string":       {".a", ".a", ".o.p.q", ".ol[0].name", ".ol[#].c.p", ".m['k#']", ".m.k", ".?a.orValue('z#')", ".e", ".l[#]", ".?o.?p.?q.orValue('')"},
		"int":          {".b", ".b", ".l.size()", ".li[#]", ".ll[0][0]", ".o.p.r", ".ol[0].n", ".?b.orValue(#)"},
		"double":       {".c"},
		"bool":         {".d", ".a == 'x#'", ".b > #", ".l.all(x, x != 'a#')", ".m.exists(k, k == 'a#')", ".ol.exists_one(x, x.name == 'a#')", ".?a.hasValue()", ".b == # && true"},
		"list(string)": {".l", ".s", ".ol.map(x, x.name)", ".a.split(',')"},
		"list(int)":    {".li", ".ll[0]"},
		"map(string)":  {".m"},
		"timestamp":    {".t"},
		"duration":     {".u"},
		"bytes":        {".y"},
		"dyn":          {".v", ".w.z", ".w.z#.a"},
		"opt(string)":  {".?a", ".m[?'k#']", ".l[?#]"},
		"opt(int)":     {".?b", ".li[?0]"},
	}
	for _, of := range all {
		for i := range of {
			of[i] = self + of[i]
		}
	}
	all["bool"] = append(all["bool"], "has("+self+".a)", "has("+self+".o.p)", "'k#' in "+self+".m", self+".a in ['a', 'b#']")
	return all
}

// schema is the fields of a spec.
func (rr *randomRules) schema() string {
	var b strings.Builder
	b.WriteString("type: object\nproperties:\n")
	for _, f := range specFields {
		b.WriteString("  " + f.name + ": {" + f.schema)
		if rr.bounded && f.bound != "" {
			b.WriteString(", " + f.bound)
		}
		if rr.defaults {
			b.WriteString(", default: " + f.value)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// crd is the CRD with so many parts of rules.
func (rr *randomRules) crd(n int) string {
	w := &ruleWriter{randomRules: rr, fields: n}
	root, spec := "type: object\n", rr.schema()
	if rr.defaults {
		root += "default: {spec: {}}\n"
	}
	root += "properties:\n  spec:\n"
	if rr.defaults {
		root += "    default: {}\n"
	}
	var p parts
	switch rr.layout {
	case atRoot:
		p.schema = root + indent(4, spec) + "x-kubernetes-validations:\n" + w.rules(n)
		return p.text()
	case atFields:
		spec = "type: object\nproperties:\n"
		var b strings.Builder
		for i := 0; n > 0; i++ {
			kind := fieldType(rr.types[i%len(rr.types)])
			fmt.Fprintf(&b, "  f@%d:\n    x-kubernetes-validations:\n", i)
			b.WriteString(indent(4, w.rule(i, min(n, rr.parts))))
			for _, keyword := range keywordsOf(kind.schema) {
				b.WriteString("    " + keyword + "\n")
			}
			n -= rr.parts
		}
		spec += b.String()
	case atItems:
		spec = "type: object\nproperties:\n  ol:\n    type: array\n    items:\n      type: array\n      items:\n        type: object\n        properties: {name: {type: string}, n: {type: integer}, c: {type: object, properties: {p: {type: string}}}}\n" +
			"        x-kubernetes-validations:\n" + indent(8, w.rules(n))
	case besideFields:
		spec += repeat(n, "  f%[1]d: {type: string}\n") + "x-kubernetes-validations:\n" + w.rules(n)
	case inVersions:
		each := min(n, max(rr.parts, 20))
		spec += "x-kubernetes-validations:\n" + w.rules(each)
		var b strings.Builder
		for i := 1; i*each < n; i++ {
			b.WriteString(indent(2, "- name: v"+strconv.Itoa(i+1)+"\n  served: true\n  storage: false\n  schema:\n    openAPIV3Schema:\n"+indent(6, root+indent(4, rr.schema()+"x-kubernetes-validations:\n"+w.rules(min(each, n-i*each))))))
		}
		p.after = b.String()
	default:
		spec += "x-kubernetes-validations:\n" + w.rules(n)
	}
	p.schema = root + indent(4, spec)
	return p.text()
}

// keywordsOf splits keywords as they stand between braces.
func keywordsOf(keywords string) []string {
	var all []string
	depth, start := 0, 0
	for i, c := range keywords {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, strings.TrimSpace(keywords[start:i]))
				start = i + 1
			}
		}
	}
	return append(all, strings.TrimSpace(keywords[start:]))
}

// ruleWriter writes rules with numbers in them.
type ruleWriter struct {
	*randomRules
	fields int // how many there are of those that rules are beside of
	next   int // the number of the next part
}

// rules are the lines of rules that have so many parts together.
func (w *ruleWriter) rules(n int) string {
	var b strings.Builder
	for i := 0; n > 0; i++ {
		b.WriteString(w.rule(i, min(n, w.parts)))
		n -= w.parts
	}
	return b.String()
}

// rule is the lines of the rule with a number and so many parts.
func (w *ruleWriter) rule(i, parts int) string {
	r := w.randomRules.rules[i%len(w.randomRules.rules)]
	text := "- rule: " + w.scalar(r, w.numbers(r.rule.of(parts), i)) + w.numbers(r.beside, i)
	if r.message != nil {
		text += "  messageExpression: " + w.scalar(r, w.numbers(r.message.of(parts), i))
	}
	return text
}

// scalar is a text in YAML, with the end of its line.
func (w *ruleWriter) scalar(r *randomRule, text string) string {
	switch r.style {
	case 1:
		return "|-\n" + indent(4, strings.ReplaceAll(text, " && ", " &&\n")+"\n")
	case 2:
		return ">-\n" + indent(4, strings.ReplaceAll(text, ", ", ",\n")+"\n")
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + "\"\n"
}

// numbers replaces the marks of numbers.
func (w *ruleWriter) numbers(text string, rule int) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for {
		at := strings.IndexAny(text, numberMark+fieldMark)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		n := 1
		switch w.numbered {
		case partsNumbered:
			n = w.next
			w.next++
		case rulesNumbered:
			n = rule
		}
		if text[at:at+1] == fieldMark {
			n %= w.fields
		}
		b.WriteString(strconv.Itoa(n))
		text = text[at+1:]
	}
}

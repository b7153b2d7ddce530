package celmeant

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// A candidate is a change to try. The lower its rank, the likelier it is.
type candidate struct {
	changes []Change
	rank    int
	// text is the changed expression. Until it is tried, the words at and their replacement to stand for it.
	text string
	at   []word
	to   string
}

// operators maps operators of other languages to those of CEL.
var operators = map[string]string{
	"=": "==", "===": "==", "!==": "!=", "<>": "!=", "=<": "<=", "=!": "!=", "&": "&&", "|": "||",
	"and": "&&", "AND": "&&", "And": "&&", "or": "||", "OR": "||", "Or": "||", "not": "!", "NOT": "!",
}

// otherNames maps names of other languages to CEL's functions and constants.
var otherNames = map[string][]string{
	"len": {"size"}, "length": {"size"}, "count": {"size"}, "Size": {"size"},
	"any": {"exists"}, "some": {"exists"}, "every": {"all"}, "forall": {"all"}, "one": {"exists_one"}, "select": {"filter"},
	"hasPrefix": {"startsWith"}, "hasSuffix": {"endsWith"},
	"includes": {"contains"}, "has": {"contains"}, "match": {"matches"}, "regex": {"matches"}, "test": {"matches"},
	"lower": {"lowerAscii"}, "toLower": {"lowerAscii"}, "toLowerCase": {"lowerAscii"},
	"upper": {"upperAscii"}, "toUpper": {"upperAscii"}, "toUpperCase": {"upperAscii"}, "defined": {"has"}, "exists": {"has"},
	"str": {"string"}, "toString": {"string"}, "float": {"double"}, "integer": {"int"}, "boolean": {"bool"},
	"True": {"true"}, "TRUE": {"true"}, "False": {"false"}, "FALSE": {"false"},
	"None": {"null"}, "nil": {"null"}, "undefined": {"null"}, "NULL": {"null"}, "this": {"self"}, "old": {"oldSelf"},
}

// variables are the names that are in scope everywhere.
var variables = []string{"self", "oldSelf", "true", "false", "null"}

const (
	certain = 0 // nothing else can be meant
	likely  = 1
	distant = 10 // times the number of different letters
)

// candidates returns the changes that the errors about a text suggest.
func candidates(e *Expression, text string, issues []string) []candidate {
	c := collector{e: e, text: text, words: scan(text), seen: map[string]bool{text: true}, tried: map[tried]bool{}}
	c.escaped()
	if unparsed(issues) {
		c.operators()
		c.quotes()
	}
	asked := map[issue]bool{}
	for _, text := range issues {
		about := issue{code.KindOf(text), code.NameIn(text)}
		if about.name == "" || asked[about] {
			continue
		}
		asked[about] = true
		switch about.kind {
		case code.UndefinedField:
			c.field(about.name)
		case code.UndeclaredReference:
			c.reference(about.name)
		}
	}
	if !unparsed(issues) {
		c.misused()
	}
	slices.SortStableFunc(c.all, func(a, b candidate) int { return cmp.Compare(a.rank, b.rank) })
	c.all = c.all[:min(len(c.all), maxCandidates)]
	for i := range c.all {
		if one := &c.all[i]; one.text == "" {
			one.text = c.with(one.at, one.to)
		}
	}
	return c.all
}

// issue is the kind of an error of the compiler, and the name in it.
type issue struct {
	kind code.IssueKind
	name string
}

type collector struct {
	e     *Expression
	text  string
	words []word
	seen  map[string]bool
	tried map[tried]bool
	all   []candidate
}

// tried is a replacement of a number of words, beginning at the first.
type tried struct {
	first, words int
	to           string
}

func (c *collector) add(text string, rank int, slip bool, from, to string) {
	c.addAll(text, rank, []Change{{from, to, slip}})
}

func (c *collector) addAll(text string, rank int, changes []Change) {
	if !c.seen[text] {
		c.seen[text] = true
		c.all = append(c.all, candidate{changes: changes, text: text, rank: rank})
	}
}

// addWords adds the replacement of some words.
func (c *collector) addWords(at []word, rank int, slip bool, to string) {
	from := c.text[at[0].start:at[0].end]
	key := tried{at[0].start, len(at), to}
	if c.tried[key] || from == to {
		return
	}
	c.tried[key] = true
	c.all = append(c.all, candidate{changes: []Change{{from, to, slip}}, rank: rank, at: at, to: to})
}

// places returns the words that satisfy meant.
func (c *collector) places(meant func(word) bool) (at []word) {
	for _, w := range c.words {
		if meant(w) {
			at = append(at, w)
		}
	}
	return at
}

func (c *collector) replace(meant func(word) bool, to string, rank int, slip bool) {
	c.replaceAt(c.places(meant), to, rank, slip)
}

// replaceAt adds the replacement of equal words.
func (c *collector) replaceAt(at []word, to string, rank int, slip bool) {
	if len(at) == 0 {
		return
	}
	c.addWords(at, rank, slip, to)
	if len(at) > mostAlone {
		return
	}
	for i := range at {
		c.addWords(at[i:i+1], rank+1, slip, to)
	}
}

// mostAlone is the number of equal words up to which they are also replaced one by one.
const mostAlone = 6

// with returns the text after a replacement of words.
func (c *collector) with(at []word, to string) string {
	var b strings.Builder
	last := 0
	for _, w := range at {
		b.WriteString(c.text[last:w.start])
		b.WriteString(to)
		if to == "!" {
			for w.end < len(c.text) && c.text[w.end] == ' ' {
				w.end++
			}
		}
		last = w.end
	}
	b.WriteString(c.text[last:])
	return b.String()
}

func (c *collector) named(name string) func(word) bool {
	return func(w word) bool { return c.text[w.start:w.end] == name }
}

// operators adds the replacement of operators by CEL's: all together, and those of each kind.
func (c *collector) operators() {
	var changes []Change
	text := c.text
	for _, from := range slices.Sorted(maps.Keys(operators)) {
		of := func(w word) bool { return !w.field && c.named(from)(w) }
		if !slices.ContainsFunc(c.words, of) {
			continue
		}
		to := operators[from]
		c.replace(of, to, certain+1, true)
		all := collector{text: text, words: scan(text)}
		var at []word
		for _, w := range all.words {
			if !w.field && all.named(from)(w) {
				at = append(at, w)
			}
		}
		text = all.with(at, to)
		changes = append(changes, Change{from, to, true})
	}
	c.addAll(text, certain, changes)
}

// quotes adds the replacement of typographic quotes by straight ones.
func (c *collector) quotes() {
	text := strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "`", "'").Replace(c.text)
	c.add(text, certain, true, "typographic quotes", "' or \"")
}

// escaped adds the replacement of field names by escaped ones: CEL reads self.a-b as self.a minus b.
func (c *collector) escaped() {
	for _, own := range slices.Sorted(maps.Keys(c.e.Fields)) {
		if in := c.e.Fields[own]; own != in && strings.ContainsAny(own, "-./") && strings.Contains(c.text, "."+own) {
			c.add(strings.ReplaceAll(c.text, "."+own, "."+in), certain, true, own, in)
		}
	}
}

// field adds the replacement of an undeclared field by similar fields.
func (c *collector) field(name string) {
	read := func(w word) bool { return w.field && c.named(name)(w) }
	if in := c.e.Fields[name]; in != "" && in != name { // a reserved word
		c.replace(read, in, certain, true)
	}
	for _, near := range c.near(name, slices.Sorted(maps.Values(c.e.Fields))) {
		c.replace(read, near.name, near.rank, near.slip)
	}
	if slices.Contains(c.e.Around, name) {
		var b strings.Builder
		last := 0
		for i, w := range c.words {
			if i > 0 && read(w) && w.start == c.words[i-1].end+1 && (c.named("self")(c.words[i-1]) || c.named("oldSelf")(c.words[i-1])) {
				b.WriteString(c.text[last:c.words[i-1].end])
				last = w.end
			}
		}
		b.WriteString(c.text[last:])
		c.add(b.String(), likely, false, "self."+name, "self")
	}
}

// reference adds replacements of an undeclared name: by a variable, a function, a field of a variable, or a quoted
// string.
func (c *collector) reference(name string) {
	there := c.named(name)
	if slices.ContainsFunc(c.words, func(w word) bool { return w.called && there(w) }) {
		c.function(name)
		return
	}
	for _, other := range otherNames[name] {
		c.replace(there, other, likely, false)
	}
	free := c.places(func(w word) bool { return !w.field && !w.called && there(w) })
	if slices.Contains(c.e.Enums, name) {
		c.replaceAt(free, "'"+name+"'", likely, false)
	}
	for _, near := range c.near(name, c.e.Enums) {
		c.replaceAt(free, "'"+near.name+"'", near.rank+2, false)
	}
	bound := c.bound()
	for _, near := range c.near(name, append(slices.Clone(variables), bound...)) {
		c.replaceAt(free, near.name, near.rank, near.slip)
	}
	fields := c.near(name, slices.Sorted(maps.Values(c.e.Fields)))
	if slices.Contains(slices.Collect(maps.Values(c.e.Fields)), name) {
		fields = append(fields, near{name, likely, false})
	}
	for i, variable := range append([]string{"self"}, bound...) {
		for _, field := range fields {
			c.replaceAt(free, variable+"."+field.name, field.rank+1+i, false)
		}
	}
}

// function adds the replacement of an undeclared function by a function, macro or operator.
func (c *collector) function(name string) {
	called := func(w word) bool { return w.called && c.named(name)(w) }
	for _, near := range c.near(name, c.e.Functions) {
		c.replace(called, near.name, near.rank, near.slip)
	}
	for _, other := range otherNames[name] {
		c.replace(called, other, likely, false)
	}
	if to := operators[name]; to == "!" {
		c.replace(called, to, likely, true)
	}
}

// misused adds replacements for unknown functions and macros, as a misspelt macro makes its variable undeclared, and
// for functions that are fields in other languages.
func (c *collector) misused() {
	type use struct {
		name          string
		called, field bool
	}
	seen := map[use]bool{}
	for _, w := range c.words {
		name := c.text[w.start:w.end]
		now := use{name, w.called, w.field}
		if seen[now] {
			continue
		}
		seen[now] = true
		switch {
		case w.called && !slices.Contains(c.e.Functions, name):
			c.function(name)
		case w.field && !w.called:
			for _, other := range otherNames[name] { // self.name.length
				c.replace(func(o word) bool { return o.field && !o.called && c.named(name)(o) }, other+"()", likely, false)
			}
		}
	}
}

// bound returns the variables of macros: names after a parenthesis and before a comma.
func (c *collector) bound() []string {
	var names []string
	for i, w := range c.words {
		if i == 0 || !w.name || w.field || !c.words[i-1].called {
			continue
		}
		name := c.text[w.start:w.end]
		if strings.TrimSpace(c.text[c.words[i-1].end:w.start]) == "(" && strings.HasPrefix(strings.TrimLeft(c.text[w.end:], " "), ",") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

type near struct {
	name string
	rank int
	slip bool
}

// near returns the names that are similar to a word.
func (c *collector) near(word string, names []string) []near {
	var all []near
	for _, name := range names {
		if name == word || name == "" {
			continue
		}
		if strings.EqualFold(name, word) {
			all = append(all, near{name, likely, true})
			continue
		}
		d := nearest.Distance(word, name)
		if d > max(1, len(word)/3) || d >= min(len(word), len(name)) {
			continue
		}
		all = append(all, near{name, distant * d, d == 1 && len(word) >= 5})
	}
	return all
}

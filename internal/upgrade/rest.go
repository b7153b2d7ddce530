package upgrade

// A firstOnes keeps the first changes of each kind and counts the others. Of hostile CRDs there
// is a change for every few bytes: to say and place each takes a thousand times the memory of
// the documents, and nobody reads them.
type firstOnes struct {
	seen map[counted]*seen
	rest []counted // those of which there are more than are kept
	kept int       // of all kinds
}

// seen is how many changes of a kind there were, and how many of them are kept.
type seen struct{ n, kept int }

// CRDs may differ in many kinds. Once manyKept times as many changes are kept as of one kind, of
// each only the first fewOf-th part are.
const manyKept, fewOf = 2, 10

// keeps counts one more and reports whether it is kept.
func (f *firstOnes) keeps(k counted, most int) bool {
	if f.seen == nil {
		f.seen = map[counted]*seen{}
	}
	s := f.seen[k]
	if s == nil {
		s = &seen{}
		f.seen[k] = s
	}
	s.n++
	if s.kept >= most || f.kept >= manyKept*most && s.kept >= most/fewOf {
		if s.n == s.kept+1 {
			f.rest = append(f.rest, k)
		}
		return false
	}
	s.kept++
	f.kept++
	return true
}

// counted is what changes have in common that are counted together.
type counted struct {
	kind                 *Kind
	class                Class
	breaking, unpromised bool
}

// keepFirst counts the changes that have come since there were so many, and lets go of those of
// which there are enough.
func (c *comparison) keepFirst(since int) {
	if c.Most == 0 {
		return
	}
	kept := c.found[:since]
	for _, n := range c.found[since:] {
		// No witness would be looked for.
		k := counted{n.Kind, n.Class, n.Breaking && !n.onlyBeside(), n.unpromised}
		if c.counts.keeps(k, c.Most) {
			kept = append(kept, n)
		}
	}
	clear(c.found[len(kept):])
	c.found = kept
}

// countRest adds a change for each kind of which not all were kept.
func (c *comparison) countRest() {
	for _, k := range c.counts.rest {
		s := c.counts.seen[k]
		c.found = append(c.found, Change{
			Kind: k.kind, Class: k.class, Breaking: k.breaking, unpromised: k.unpromised, More: s.n - s.kept,
		})
	}
}

package upgrade

// A firstOnes keeps the first changes of each kind and counts the others. Of hostile CRDs there
// is a change for every few bytes: to say and place each takes a thousand times the memory of
// the documents, and nobody reads them.
type firstOnes struct {
	seen map[counted]int
	rest []counted // those of which there are more than are kept
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
	if c.counts.seen == nil {
		c.counts.seen = map[counted]int{}
	}
	kept := c.found[:since]
	for _, n := range c.found[since:] {
		// No witness would be looked for.
		k := counted{n.Kind, n.Class, n.Breaking && !n.onlyBeside(), n.unpromised}
		c.counts.seen[k]++
		switch seen := c.counts.seen[k]; {
		case seen <= c.Most:
			kept = append(kept, n)
		case seen == c.Most+1:
			c.counts.rest = append(c.counts.rest, k)
		}
	}
	clear(c.found[len(kept):])
	c.found = kept
}

// countRest adds a change for each kind of which not all were kept.
func (c *comparison) countRest() {
	for _, k := range c.counts.rest {
		c.found = append(c.found, Change{
			Kind: k.kind, Class: k.class, Breaking: k.breaking, unpromised: k.unpromised, More: c.counts.seen[k] - c.Most,
		})
	}
}

package celassist

// call is a call whose arguments are around a token.
type call struct {
	name     int // token
	open     int // token
	argument int // the index of the argument
}

// deepest is the nesting that cel-go's parser accepts.
const deepest = 250

// calls returns the calls that have the place before token i among their arguments, the innermost first. Only the tokens
// before i count.
func (c *code) calls(i int) []call {
	var all []call
	for open := c.openBefore(i); open >= 0 && len(all) < deepest; open = c.around[open] {
		if c.is(open) == '(' && c.isName(open-1) {
			all = append(all, call{open - 1, open, c.commas(open, i)})
		}
	}
	return all
}

// openBefore returns the innermost bracket that is open before token i, or -1.
func (c *code) openBefore(i int) int {
	switch {
	case i <= 0:
		return -1
	case c.opens(i - 1):
		return i - 1
	}
	return c.around[i-1]
}

func (c *code) opens(i int) bool {
	of := c.is(i)
	return of == '(' || of == '[' || of == '{'
}

// commas counts the commas directly in a bracket before token i.
func (c *code) commas(open, i int) int {
	n := 0
	for k := open + 1; k < i; k++ {
		if c.is(k) == ',' && c.around[k] == open {
			n++
		}
	}
	return n
}

// argument returns the first and the last token of an argument of a call, before token i. The last is less than the first
// if there is none.
func (c *code) argument(open, index, i int) (first, last int) {
	first = open + 1
	for k := open + 1; k < i; k++ {
		if c.is(k) == ',' && c.around[k] == open || k == c.pair[open] {
			if index == 0 {
				return first, k - 1
			}
			index--
			first = k + 1
		}
	}
	return first, i - 1
}

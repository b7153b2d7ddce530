package celfacts

import "math"

// numeric is a part that compares a value with a literal number: whether the value is less, equal or more. It is zero
// for other parts.
type numeric struct {
	of     string
	sign   byte // '<', '=' or '>'
	number float64
}

// says returns the result of the comparison for a number.
func (c *numeric) says(n float64) truth3 {
	if c.sign == '<' && n < c.number || c.sign == '=' && n == c.number || c.sign == '>' && n > c.number {
		return holds
	}
	return fails
}

// possible reports whether the parts can have their values: numbers exist for all comparisons, and no relation is
// violated.
func (p *parts) possible() bool {
	if !p.related() {
		return false
	}
	for i := range p.to {
		if p.to[i].of != "" && !p.someNumber(p.to[i].of) {
			return false
		}
	}
	return true
}

// someNumber reports whether there is a number for which all comparisons of a value have their results: it suffices to
// try the numbers in them, and numbers beside and between these. Or all comparisons are errors, except that = is false
// for a value of another type.
func (p *parts) someNumber(of string) bool {
	named := []float64{math.Inf(-1), math.Inf(1)}
	errors, can := 0, true
	for i := range p.to {
		if p.to[i].of != of {
			continue
		}
		named = append(named, p.to[i].number)
		if p.values[i] == errs {
			errors++
		} else if p.to[i].sign != '=' || p.values[i] == holds {
			can = false
		}
	}
	if errors > 0 {
		return can
	}
	for _, n := range named {
		for _, m := range named {
			if p.fits(of, n) || p.fits(of, n/2+m/2) {
				return true
			}
		}
	}
	return false
}

func (p *parts) fits(of string, n float64) bool {
	for i := range p.to {
		if p.to[i].of == of && (math.IsNaN(n) || p.to[i].says(n) != p.values[i]) {
			return false
		}
	}
	return true
}

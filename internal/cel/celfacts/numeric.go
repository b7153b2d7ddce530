package celfacts

import "math"

// numeric is what a part says of a value and a literal number: whether the value is
// less, equal or more. The zero value is of parts that say something else.
type numeric struct {
	of     string
	sign   byte // '<', '=' or '>'
	number float64
}

// says is what a numeric comes to for a number.
func (c *numeric) says(n float64) truth3 {
	if c.sign == '<' && n < c.number || c.sign == '=' && n == c.number || c.sign == '>' && n > c.number {
		return holds
	}
	return fails
}

// possible reports whether parts can have the values that they have: there are numbers
// for which all comparisons do, and no relation is broken.
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

// someNumber reports whether some number has all comparisons of a value come to what they
// do: those that they name, and those beside and between, stand for all. Or they all err,
// but that of a value of another type with = comes to false.
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

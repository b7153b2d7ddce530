package schemadiff

import (
	"math"

	"github.com/crdtool/crdtool/schema"
)

// numbers compares the bounds of numbers. A bound and its exclusiveness belong together: each change has the effect of
// both.
func (w *walk) numbers(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	if old.Maximum != nil || new.Maximum != nil || old.ExclusiveMaximum != new.ExclusiveMaximum {
		e := effectOfBound(upper(old), upper(new))
		pointer(w.at(p, "maximum"), old.Maximum, new.Maximum, e)
		scalar(w.at(p, "exclusiveMaximum"), old.ExclusiveMaximum, new.ExclusiveMaximum, e)
	}
	if old.Minimum != nil || new.Minimum != nil || old.ExclusiveMinimum != new.ExclusiveMinimum {
		e := effectOfBound(lower(old), lower(new))
		pointer(w.at(p, "minimum"), old.Minimum, new.Minimum, e)
		scalar(w.at(p, "exclusiveMinimum"), old.ExclusiveMinimum, new.ExclusiveMinimum, e)
	}
	// Multiples of 6 are multiples of 3, but not for the validator: it divides floats and rounds.
	pointer(w.at(p, "multipleOf"), old.MultipleOf(), new.MultipleOf(), change(old.MultipleOf() != nil, new.MultipleOf() != nil))
}

// bound is an upper bound, or a lower bound with the opposite sign.
type bound struct {
	at        float64 // infinite if there is none
	exclusive bool
	reading   reading
}

// reading is the way in which the server's validator uses a bound.
type reading uint8

const (
	// 0: unchanged.
	_ reading = iota
	// truncated: cut to an integer for integers, so that a minimum of 0.5 accepts 0.
	truncated
	// unreadable: every number is refused, as the bound is not of the type.
	unreadable
	// unholdable: not an integer of 64 bits; the result of the conversion depends on the processor.
	unholdable
)

func upper(s *schema.Schema) bound { return boundOf(s, s.Maximum, s.ExclusiveMaximum, 1) }
func lower(s *schema.Schema) bound { return boundOf(s, s.Minimum, s.ExclusiveMinimum, -1) }

func boundOf(s *schema.Schema, at *float64, exclusive bool, sign float64) bound {
	if at == nil { // exclusive is ignored without a bound
		if formatInForce(s) == "int32" {
			return bound{at: max(math.MaxInt32*sign, math.MinInt32*sign)}
		}
		return bound{at: math.Inf(1)}
	}
	b := bound{at: sign * *at, exclusive: exclusive}
	whole, most := *at == math.Trunc(*at), math.Abs(*at)
	switch {
	case s.XIntOrString || s.Type != "integer":
		if formatInForce(s) == "float" && most > math.MaxFloat32 {
			b.reading = unreadable
		} else if most >= 1<<63 {
			b.reading = unholdable
		} else if !whole {
			b.reading = truncated
		}
	case !whole || most >= 1<<63 || formatInForce(s) == "int32" && (*at > math.MaxInt32 || *at < math.MinInt32):
		b.reading = unreadable
	}
	return b
}

func effectOfBound(was, is bound) Effect {
	switch {
	case was == is:
		return Same
	case was.reading == unreadable && is.reading == unreadable:
		return Same
	case was.reading == unreadable || is.reading == unreadable:
		return change(was.reading == unreadable, is.reading == unreadable)
	case math.IsInf(was.at, 1) || math.IsInf(is.at, 1):
		return change(!math.IsInf(was.at, 1), !math.IsInf(is.at, 1))
	case was.reading == unholdable || is.reading == unholdable:
		return Both
	}
	e := was.against(is)
	if was.reading == truncated || is.reading == truncated {
		was.at, is.at = math.Trunc(was.at), math.Trunc(is.at)
		e |= was.against(is)
	}
	return e
}

func (b bound) against(is bound) Effect {
	switch {
	case b.at < is.at:
		return Widens
	case b.at > is.at:
		return Narrows
	case b.exclusive == is.exclusive:
		return Same
	}
	return change(b.exclusive, is.exclusive)
}

// sizes compares the bounds of lengths and counts.
func (w *walk) sizes(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	most := func(keyword string, was, is *int64) {
		pointer(w.at(p, keyword), was, is, above(orElse(was, math.MaxInt64), orElse(is, math.MaxInt64)))
	}
	least := func(keyword string, was, is *int64) {
		// No length is less than 0.
		pointer(w.at(p, keyword), was, is, above(max(orElse(was, 0), 0), max(orElse(is, 0), 0)).Mirror())
	}
	most("maxLength", old.MaxLength, new.MaxLength)
	least("minLength", old.MinLength, new.MinLength)
	most("maxItems", old.MaxItems, new.MaxItems)
	least("minItems", old.MinItems, new.MinItems)
	most("maxProperties", old.MaxProperties(), new.MaxProperties())
	least("minProperties", old.MinProperties(), new.MinProperties())
	scalar(w.at(p, "uniqueItems"), old.UniqueItems, new.UniqueItems, change(old.UniqueItems, new.UniqueItems))
}

// above compares two upper bounds.
func above(was, is int64) Effect {
	switch {
	case was < is:
		return Widens
	case was > is:
		return Narrows
	}
	return Same
}

func orElse(n *int64, without int64) int64 {
	if n == nil {
		return without
	}
	return *n
}

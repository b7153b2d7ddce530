package rules

import (
	"fmt"
	"math"
	"strconv"

	"github.com/crdtool/crdtool/schema"
)

// limit is one end of a range, and the node that sets it.
type limit struct {
	keyword   string
	value     float64
	exclusive bool
	by        *schema.Node
}

func (l *limit) String() string {
	text := l.keyword + ": " + number(l.value)
	if l.exclusive {
		text += ", exclusive"
	}
	return text
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// clash is why nothing satisfies the nodes that hold for a value. Keyword is the
// one to point at, at the node By; With is the other node, which may be the same.
type clash struct {
	by, with *schema.Node
	keyword  string
	why      string
}

func clashOf(low, high *limit, format string, args ...any) *clash {
	return &clash{by: low.by, with: high.by, keyword: low.keyword, why: fmt.Sprintf(format, args...)}
}

// counts are a pair of keywords that say how long or large a value may be.
type counts struct {
	what, least, most string
	get               func(*schema.Node) (least, most *int64)
}

var (
	stringLengths = counts{"string", "minLength", "maxLength", func(n *schema.Node) (*int64, *int64) { return n.MinLength, n.MaxLength }}
	itemCounts    = counts{"list", "minItems", "maxItems", func(n *schema.Node) (*int64, *int64) { return n.MinItems, n.MaxItems }}
	fieldCounts   = counts{"object", "minProperties", "maxProperties", func(n *schema.Node) (*int64, *int64) { return n.MinProperties, n.MaxProperties }}
)

// narrowest returns the ends of the range that all nodes leave; nil for none.
func (c *counts) narrowest(nodes []*schema.Node) (low, high *limit) {
	for _, n := range nodes {
		least, most := c.get(n)
		if least != nil && (low == nil || float64(*least) > low.value) {
			low = &limit{keyword: c.least, value: float64(*least), by: n}
		}
		if most != nil && (high == nil || float64(*most) < high.value) {
			high = &limit{keyword: c.most, value: float64(*most), by: n}
		}
	}
	return low, high
}

// clash finds that the range of nodes that hold for one value is empty.
func (c *counts) clash(nodes []*schema.Node) *clash {
	switch low, high := c.narrowest(nodes); {
	case high != nil && high.value < 0:
		return clashOf(high, high, "no %s passes %s", c.what, high)
	case low != nil && high != nil && low.value > high.value:
		return clashOf(low, high, "no %s passes both %s and %s", c.what, low, high)
	}
	return nil
}

// numbersClash finds that no number passes minimum, maximum and multipleOf of
// nodes that hold for one value. Bounds that the server can't read are left to
// the rule unreadable-bound.
func numbersClash(nodes []*schema.Node, integer bool) *clash {
	var low, high *limit
	for _, n := range nodes {
		if n.Minimum != nil {
			l := limit{"minimum", *n.Minimum, n.ExclusiveMinimum, n}
			if low == nil || l.value > low.value || l.value == low.value && l.exclusive {
				low = &l
			}
		}
		if n.Maximum != nil {
			l := limit{"maximum", *n.Maximum, n.ExclusiveMaximum, n}
			if high == nil || l.value < high.value || l.value == high.value && l.exclusive {
				high = &l
			}
		}
		if n.MultipleOf != nil && *n.MultipleOf <= 0 {
			f := &limit{keyword: "multipleOf", value: *n.MultipleOf, by: n}
			return clashOf(f, f, "no number passes %s, which must be above 0", f)
		}
	}
	if low == nil || high == nil {
		return nil
	}
	if apart(low, high, low.value, high.value) {
		// Whole numbers are compared with what the server has cut off.
		if !apart(low, high, math.Trunc(low.value), math.Trunc(high.value)) || !holdable(low.value) || !holdable(high.value) {
			return nil
		}
		return clashOf(low, high, "no number passes both %s and %s", low, high)
	}
	if !integer || !exact(low.value) || !exact(high.value) {
		return nil
	}
	least, most := low.value, high.value
	if low.exclusive {
		least++
	}
	if high.exclusive {
		most--
	}
	if least > most {
		return clashOf(low, high, "no integer passes both %s and %s", low, high)
	}
	for _, n := range nodes {
		if m := n.MultipleOf; m != nil && exact(*m) && math.Ceil(least / *m)**m > most {
			f := &limit{keyword: "multipleOf", value: *m, by: n}
			return clashOf(f, low, "no integer passes %s with %s and %s", f, low, high)
		}
	}
	return nil
}

// apart reports whether nothing lies between two ends that stand at these values.
func apart(low, high *limit, least, most float64) bool {
	return least > most || least == most && (low.exclusive || high.exclusive)
}

// holdable reports whether a number is within 64 bits once its fraction is gone.
func holdable(v float64) bool { return v >= math.MinInt64 && v < 1<<63 }

// exact reports whether a number is an integer with which float64 calculates
// without rounding.
func exact(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<52 }

// readable reports whether the server can take a bound for a number of a type
// and format: it writes it out in decimals, and reads that as the type.
func readable(v float64, typ, format string) bool {
	text, err := number(v), error(nil)
	switch {
	case typ == "integer" && format == "int32":
		_, err = strconv.ParseInt(text, 10, 32)
	case typ == "integer":
		_, err = strconv.ParseInt(text, 10, 64)
	case format == "float":
		_, err = strconv.ParseFloat(text, 32)
	}
	return err == nil
}

package validate

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// passed are values that have passed all rules of a schema and below it, with what these
// cost: the same value does so again, as long as no rule looks at anything else. Objects
// that are applied again and again, and those of one repository, have most of their
// values in common. It is safe for concurrent use.
type passed struct {
	mu    sync.RWMutex
	costs map[passedKey]costs
	size  int
}

// passedKey names a value below rules by its text, so that nothing but the value itself
// is taken for it.
type passedKey struct {
	at   *Rules
	text string
}

// costs are what the rules of a value cost: of the budget of an object, and of a Meter.
type costs struct{ budget, effort int64 }

const (
	// mostPassed is how many bytes of values are kept; then all are forgotten.
	mostPassed = 1 << 20
	// mostPassedText is the length of a value that is kept.
	mostPassedText = 16 << 10
)

// cost is what the rules of a value cost that has passed them.
func (p *passed) cost(at *Rules, text []byte) (costs, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	cost, ok := p.costs[passedKey{at, string(text)}]
	return cost, ok
}

func (p *passed) add(at *Rules, text []byte, cost costs) {
	if len(text) > mostPassedText {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size += len(text); p.costs == nil || p.size > mostPassed {
		p.costs, p.size = map[passedKey]costs{}, len(text)
	}
	p.costs[passedKey{at, string(text)}] = cost
}

// part is a value that has rules, or has them below, as text that no other value has of which
// rules see something else.
type part struct {
	from, to int // in the text
	keys     []string
	// below are the parts of an object, by the order of keys, and of a list. Those that
	// have no rules are nil.
	below []*part
}

// valueText is values written as text.
type valueText struct {
	text []byte
	// unknown is set if that can't be done, or takes more than so many bytes; 0 is for any.
	unknown bool
	most    int
}

// part writes of a value what rules see of it, and returns its parts that have rules. All of it
// is seen if rules around it see that.
func (t *valueText) part(r *Rules, value any, all bool) *part {
	p := &part{from: len(t.text)}
	all = all || r.some()
	switch value := value.(type) {
	case map[string]any:
		// Schemas that are structural have properties or rules for all values.
		t.unknown = t.unknown || r.properties != nil && r.values != nil
		p.keys = r.seenOf(value, all)
		if r.properties != nil || r.values != nil {
			p.below = make([]*part, len(p.keys))
		}
		t.begin('{', len(p.keys))
		for i, k := range p.keys {
			t.string(k)
			of := r.values
			if property := r.properties[k]; property != nil {
				of = property
			}
			if of == nil {
				t.value(value[k])
			} else {
				p.below[i] = t.part(of, value[k], all)
			}
		}
	case []any:
		if r.items == nil && !all {
			t.begin('[', 0)
			break
		}
		t.begin('[', len(value))
		if r.items != nil {
			p.below = make([]*part, len(value))
		}
		for i, item := range value {
			if r.items != nil {
				p.below[i] = t.part(r.items, item, all)
			} else {
				t.value(item)
			}
		}
	default:
		if all {
			t.value(value)
		} else {
			t.text = append(t.text, '0') // no rule sees which it is
		}
	}
	p.to = len(t.text)
	return p
}

// some reports whether there are rules of the schema itself, which see all of a value.
func (r *Rules) some() bool { return r.decl != nil || r.broken != "" }

// seenOf are the fields of an object that rules see, sorted.
func (r *Rules) seenOf(object map[string]any, all bool) []string {
	if all || r.values != nil {
		return sortedKeys(object)
	}
	var seen []string
	for name := range r.properties {
		if _, has := object[name]; has {
			seen = append(seen, name)
		}
	}
	slices.Sort(seen)
	return seen
}

func (t *valueText) value(value any) {
	if t.unknown {
		return
	}
	switch value := value.(type) {
	case nil:
		t.text = append(t.text, '0')
	case bool:
		if value {
			t.text = append(t.text, 't')
		} else {
			t.text = append(t.text, 'f')
		}
	case string:
		t.string(value)
	case int64:
		t.number('i', uint64(value))
	case float64:
		t.number('d', math.Float64bits(value))
	case map[string]any:
		if t.begin('{', len(value)); t.unknown {
			return
		}
		for _, k := range sortedKeys(value) {
			t.string(k)
			t.value(value[k])
		}
	case []any:
		t.begin('[', len(value))
		for _, item := range value {
			t.value(item)
		}
	default:
		t.unknown = true
	}
}

func (t *valueText) string(s string) {
	if t.begin('"', len(s)); !t.unknown {
		t.text = append(t.text, s...)
	}
}

// begin is for a value of which each part takes a byte or more.
func (t *valueText) begin(what byte, size int) {
	t.unknown = t.unknown || t.most > 0 && len(t.text)+size > t.most
	t.text = binary.AppendUvarint(append(t.text, what), uint64(size))
}

func (t *valueText) number(what byte, bits uint64) {
	t.text = binary.BigEndian.AppendUint64(append(t.text, what), bits)
}

// at is the part of a value of the object, or of an item of the list.
func (p *part) at(i int) *part {
	if p == nil || p.below == nil {
		return nil
	}
	return p.below[i]
}

// names are the keys of the object that rules see, sorted.
func (p *part) names(object map[string]any) []string {
	if p == nil {
		return sortedKeys(object)
	}
	return p.keys
}

package validate

import (
	"crypto/sha256"
	"slices"
	"strconv"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/crdtool/crdtool/internal/celrule"
)

const (
	// costly is what an evaluation costs that takes longer than to write down what it sees.
	costly = 20_000
	// seenPerStep is how many bytes of what it sees are written down in the time of a step.
	seenPerStep = 4
	// mostView is how long the text of a schema may be: many are around each other.
	mostView = 32 << 10
)

// recalled evaluates a rule, unless that was costly and saw the same before.
func (v *evaluator) recalled(r *Rules, rule *rule, value, old any, variables interpreter.Activation) (ref.Val, uint64, error) {
	p := rule.plan()
	var seen celrule.Seen
	bytes, known := 0, false
	o, ok := p.Recall(func(most int) (celrule.Seen, bool) {
		seen, bytes, known = r.seen(rule, value, old, most)
		return seen, known
	})
	if ok && (v.meter == nil || p.Brief(o.Cost)) && v.used.Again(o.Made, o.Looked) {
		v.count(p, rule.at, "rule", o.Cost, o.Made+o.Looked)
		return types.Bool(o.Passed), o.Cost, nil
	}
	looked := v.used.Looked
	result, spent, err := v.run(p, variables, rule.at, "rule")
	passed, isBool := result.(types.Bool)
	if err != nil || !isBool || spent < costly {
		return result, spent, err
	}
	if !known {
		seen, bytes, known = r.seen(rule, value, old, int(min(spent*seenPerStep, mostRecalled)))
	}
	if !known {
		return result, spent, err
	}
	p.Keep(seen, bytes, celrule.Outcome{Passed: bool(passed), Cost: spent, Made: v.used.Made, Looked: v.used.Looked - looked})
	return result, spent, err
}

// mostRecalled is how long what is seen may be.
const mostRecalled = 1 << 20

// sight is what is seen by a rule: how its schema shows it, and which fields, nil for all.
type sight struct {
	view   []byte // nil if that is too long
	fields []string
}

func (r *Rules) sight(of *rule) *sight {
	of.onceSeen.Do(func() {
		if fields, alone := of.expression.Fields(); alone {
			of.seen.fields = append([]string{}, fields...)
		}
		shown := of.seen.fields
		if r.resource && shown != nil { // these decide together over how they are shown
			shown = append(slices.Clone(shown), "apiVersion", "kind", "metadata")
		}
		if text, ok := celrule.AppendView([]byte{}, r.schema, shown, mostView); ok {
			of.seen.view = strconv.AppendBool(text, r.resource)
		}
	})
	return &of.seen
}

// seen stands for all that a rule sees of a value and the one that it replaces, which comes to so
// many bytes. It reports false if these are too many.
func (r *Rules) seen(rule *rule, value, old any, most int) (seen celrule.Seen, bytes int, ok bool) {
	s := r.sight(rule)
	if s.view == nil {
		return seen, 0, false
	}
	t := valueText{text: slices.Clone(s.view), most: len(s.view) + most}
	t.fields(value, s.fields)
	if rule.expression.UsesOldSelf && old != nil {
		t.text = append(t.text, 'o')
		t.fields(old, s.fields)
	}
	return sha256.Sum256(t.text), len(t.text) - len(s.view), !t.unknown
}

// fields writes some fields of a value that has fields, nil for all.
func (t *valueText) fields(value any, names []string) {
	object, ok := value.(map[string]any)
	if !ok || names == nil {
		t.value(value)
		return
	}
	for i, name := range names {
		if v, has := object[name]; has {
			t.begin(':', i)
			t.value(v)
		}
	}
}

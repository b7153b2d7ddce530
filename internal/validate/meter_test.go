package validate

import (
	"context"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// metered returns the rules of a schema of a text with some rules, and what evaluates them under
// a meter.
func metered(rules ...string) func(value any, m *Meter) finding.List {
	s := &schema.Schema{Type: "string"}
	for _, r := range rules {
		s.OwnRare().XValidations = append(s.XValidations(), schema.ValidationRule{Rule: r})
	}
	root := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "s", Schema: s}})}
	all := NewRules(celrule.NewCompiler(kube.Latest.Behaviour().CEL), schema.NewTree(root, finding.Root("schema")), 0, false)
	return func(value any, m *Meter) finding.List {
		found, _ := all.Evaluate(context.Background(), nil, map[string]any{"s": value}, nil, Evaluation{Budget: RuntimeBudget, Meter: m})
		return found
	}
}

const (
	nestedLoops = "[1,2,3,4,5].all(a, [1,2,3,4,5].all(b, [1,2,3,4,5].all(c, [1,2,3,4,5].all(d, self != 'x'))))"
	doubling    = "[self].map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).all(x, x != '')"
)

func isStopped(found finding.List) bool { return len(found) == 1 && found[0].Code == code.CELStopped }

// A search ends when its rules have cost what they may.
func TestMeter(t *testing.T) {
	evaluate := metered(nestedLoops)
	const most = 20_000
	m := NewMeter(most)
	tries := 0
	for ; !isStopped(evaluate(strings.Repeat("a", tries+1), m)); tries++ {
		if tries > most/625 {
			t.Fatalf("%d objects were tried with a rule of more than 625 steps, and %d counted", tries, m.Spent())
		}
	}
	if tries < 2 || m.Spent() < most || m.Spent() > 2*most {
		t.Errorf("after %d objects, %d were counted of %d", tries, m.Spent(), most)
	}
	if before := m.Spent(); !isStopped(evaluate("another", m)) || m.Spent() != before {
		t.Error("a rule is evaluated with nothing left")
	}
	if found := evaluate("another", nil); len(found) > 0 {
		t.Errorf("without a meter: %v", found)
	}
}

// What costs as little as usual is not counted, however often it is evaluated.
func TestMeterOfUsualRules(t *testing.T) {
	evaluate := metered("self != 'x'", doubling)
	m := NewMeter(1)
	for i := range 1000 {
		if found := evaluate(strings.Repeat("a", 1+i%50), m); len(found) > 0 {
			t.Fatal(found)
		}
	}
	if m.Spent() != 0 {
		t.Errorf("%d were counted", m.Spent())
	}
}

// A value that has passed costs what it did when it was evaluated: what is counted does not depend
// on what else was tried before.
func TestMeterOfPassedValues(t *testing.T) {
	for _, rules := range [][]string{{nestedLoops}, {nestedLoops, doubling}, {"self.replace('', self).replace('', self).size() < 1000000", nestedLoops}} {
		evaluate := metered(rules...)
		first, second := NewMeter(1_000_000), NewMeter(1_000_000)
		value := strings.Repeat("a", 60)
		if found := append(evaluate(value, first), evaluate(value, second)...); len(found) > 0 {
			t.Fatal(found)
		}
		if first.Spent() == 0 || first.Spent() != second.Spent() {
			t.Errorf("%s: %d, then %d", rules, first.Spent(), second.Spent())
		}
	}
}

// Nor does it depend on that whether a value passes.
func TestMeterOfPassedValuesAtItsEnd(t *testing.T) {
	evaluate := metered(nestedLoops)
	if found := evaluate("a", nil); len(found) > 0 {
		t.Fatal(found)
	}
	full := NewMeter(10_000_000)
	evaluate("a", full)
	for most := int64(0); most < full.Spent()+100; most += 97 {
		m, fresh := NewMeter(most), NewMeter(most)
		if was, is := metered(nestedLoops)("a", fresh), evaluate("a", m); isStopped(was) != isStopped(is) || m.Spent() != fresh.Spent() {
			t.Fatalf("of %d: stopped %t and %t, counted %d and %d", most, isStopped(was), isStopped(is), fresh.Spent(), m.Spent())
		}
	}
}

// In a search one evaluation may cost less than the server lets it cost, and then it is not known
// what the server answers.
func TestMeterOfOneEvaluation(t *testing.T) {
	const within = "[1,2,3,4,5,6,7,8,9,10].all(a, "
	deep := strings.Repeat(within, 5) + "self != 'x'" + strings.Repeat(")", 5)
	for _, rule := range []string{
		deep,
		"sets.contains([1], [1]) && " + deep, // which cel-go evaluates in another way
	} {
		evaluate := metered(rule)
		m := NewMeter(10_000_000)
		if found := evaluate("a", m); !isStopped(found) {
			t.Errorf("%s: %v", rule, found)
		}
		if m.Spent() > 300_000 {
			t.Errorf("%s: %d were counted", rule, m.Spent())
		}
		if found := evaluate("a", nil); len(found) > 0 {
			t.Errorf("%s without a meter: %v", rule, found)
		}
		if found := evaluate("a", NewMeter(10_000_000)); !isStopped(found) {
			t.Errorf("%s, which passed without a meter: %v", rule, found)
		}
	}
}

// What is made counts, though CEL counts next to nothing for it.
func TestMeterOfWhatIsMade(t *testing.T) {
	evaluate := metered("self" + strings.Repeat(".replace('a', 'aa')", 20) + " != ''")
	m := NewMeter(100_000)
	tries := 0
	for ; !isStopped(evaluate(strings.Repeat("a", 10)+strings.Repeat("b", tries), m)); tries++ {
		if tries > 100 {
			t.Fatalf("%d objects were tried, and %d counted", tries, m.Spent())
		}
	}
}

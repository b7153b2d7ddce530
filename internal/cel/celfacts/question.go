package celfacts

import (
	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// maxCombinations limits the combinations of answers that are tried for an expression: n questions have two to the
// power of n.
const maxCombinations = 400

// answer is the current answer to one question; last is set if the other was tried before.
type answer struct {
	yes, last bool
}

// equality is the knowledge about a value that is compared with literals.
type equality struct {
	is   string
	nots int
}

// each calls run with all combinations of answers. It returns false if they are too many, or if run does.
func (ev *evaluator) each(run func() bool) bool {
	ev.trail = ev.trail[:0]
	if ev.answers == nil {
		ev.answers, ev.equals = map[string]bool{}, map[string]equality{}
	}
	for range maxCombinations {
		clear(ev.answers)
		clear(ev.equals)
		ev.step = 0
		if !run() {
			return false
		}
		for len(ev.trail) > 0 && ev.trail[len(ev.trail)-1].last {
			ev.trail = ev.trail[:len(ev.trail)-1]
		}
		if len(ev.trail) == 0 {
			return true
		}
		ev.trail[len(ev.trail)-1] = answer{yes: true, last: true}
	}
	return false
}

// ask returns the current answer to a question.
func (ev *evaluator) ask(question string) bool {
	if ev.collect != nil {
		return true
	}
	if yes, ok := ev.answers[question]; ok {
		return yes
	}
	if ev.step == len(ev.trail) {
		ev.trail = append(ev.trail, answer{})
	}
	yes := ev.trail[ev.step].yes
	ev.step++
	ev.answers[question] = yes
	return yes
}

// equal answers whether a value equals a literal. A value equals at most one literal, and one of its enum.
func (ev *evaluator) equal(v value, literal string) outcome {
	if literal == "null" && neverNull(v) {
		return isFalse
	}
	if ev.rough {
		return unknown
	}
	return truth(ev.isEqual(v, literal))
}

func (ev *evaluator) isEqual(v value, literal string) bool {
	if ev.collect != nil {
		return true
	}
	question := v.text + " == " + literal
	if yes, ok := ev.answers[question]; ok {
		return yes
	}
	known := ev.equals[v.text]
	yes := false
	if known.is == "" {
		enum := 0
		if v.place != nil && v.place.Node != nil {
			enum = len(v.place.Node.Enum)
		}
		switch {
		case enum > 0 && !celtext.InEnum(v.place.Node.Enum, literal):
		case enum > 0 && known.nots == enum-1 && !v.place.Node.Nullable:
			yes = true
		default:
			yes = ev.ask(question)
		}
		if enum == 0 || celtext.InEnum(v.place.Node.Enum, literal) {
			known.nots++
		}
		if yes {
			known.is = literal
		}
		ev.equals[v.text] = known
	}
	ev.answers[question] = yes
	return yes
}

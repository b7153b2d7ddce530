package celfacts

import "github.com/google/cel-go/common/ast"

// present answers whether a field is present, if its parent is.
func (ev *evaluator) present(p *Place) outcome {
	switch {
	case p.sure:
		return isTrue
	case p.text == ev.absent:
		return isFalse
	case liesBelow(ev.absent, p.text):
		return isTrue
	case ev.rough:
		return unknown
	}
	return truth(ev.ask("has " + p.text))
}

// presentAll answers whether all fields of an optional chain are present.
func (ev *evaluator) presentAll(p *Place) outcome {
	if p == nil {
		return isTrue
	}
	above := ev.presentAll(p.above)
	if above == isFalse {
		return isFalse
	}
	if o := ev.present(p); o != isTrue {
		return o
	}
	return above
}

func (ev *evaluator) read(p *Place, at ast.Expr) value {
	if ev.collect != nil && !p.sure {
		ev.collect(p, at)
	}
	if ev.present(p) != isFalse {
		return value{text: p.text, place: p}
	}
	if p.text == ev.absent {
		if v := emptyOf(p); ev.emptied && v != nil {
			return *v
		}
		return value{outcome: noSuchKey}
	}
	return value{outcome: otherError}
}

// decide returns the outcome of a boolean value, and asks a question if it is unknown.
func (ev *evaluator) decide(v value) outcome {
	if v.outcome != unknown || ev.rough {
		return v.outcome
	}
	return truth(ev.ask(v.text))
}

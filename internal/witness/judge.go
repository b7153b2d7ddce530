package witness

import (
	"reflect"

	"github.com/crdtool/crdtool/internal/dryrun"
)

// An address is that of an object, which stands for it while something holds it.
type address uintptr

func addressOf(o map[string]any) address { return address(reflect.ValueOf(o).Pointer()) }

// mostRead is how many objects are kept as the dry run reads them: those of a search are
// paired with one another.
const mostRead = 256

// hold reads an object as requests do; it is nil if they can't.
func (p *Prover) hold(o map[string]any) *dryrun.Held {
	key := addressOf(o)
	if h := p.read[key]; h != nil {
		return h
	}
	h := p.generator.Resource().Hold(dryrun.FromValue(o))
	if h == nil {
		return nil
	}
	if len(p.read) == mostRead {
		clear(p.read)
	}
	p.read[key] = h // which holds the object
	return h
}

// verdict asks for no more than whether a request is accepted, and why not.
var verdict = dryrun.RequestOptions{FillResourceVersion: true, NoTrace: true, VerdictAlone: true}

// judgeCreate is create for who asks for the verdict alone. The object must stay as it is.
func (p *Prover) judgeCreate(o map[string]any) *dryrun.Result {
	h := p.hold(o)
	if h == nil {
		return p.create(o)
	}
	p.budget.Try(o)
	r := h.Create(verdict)
	return r
}

// judgeUpdate is update for who asks for the verdict alone. The objects must stay as they
// are.
func (p *Prover) judgeUpdate(o, old map[string]any) *dryrun.Result {
	h, was := p.hold(o), p.hold(old)
	if h == nil || was == nil {
		return p.update(o, old)
	}
	p.budget.Try(o)
	r, err := h.Update(was, verdict)
	if err != nil {
		return nil
	}
	return r
}

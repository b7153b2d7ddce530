package sample

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/schema"
)

// maxTries bounds the search: for a CRD without a sample that is accepted it is
// what the search costs.
const maxTries = 1500

// maxTried bounds it by the values in all objects that are tried, which is what large
// ones cost.
const maxTried = 300_000

// search repairs an object until the dry run accepts it. It goes from what is
// refused to edits that might help with that, and keeps those that leave less to
// be repaired, or something else.
type search struct {
	generator *Generator
	builder   *builder
	root      *schema.Schema
	version   string
	wanted    map[string]any

	// said are values that the text of a CEL rule names.
	said []any
	// keep, if it is not nil, tells which objects are wanted at all.
	keep func(map[string]any) bool
	// refusal, if it is not nil, is what is looked for in the place of an acceptance.
	refusal *Refusal

	// tries counts the objects that were tried; end is where to stop.
	tries, end int
	// tried counts the values in them.
	tried int
	// seen are the signatures of attempts.
	seen map[string]bool
	// stuck are findings for which no edit helped.
	stuck map[string]bool
	// shapes are those of the values at places, as there may be many schemas for one.
	shapes map[string]*shape
}

// schemasAt are the schemas of the values at a place; nil if there are none.
func (s *search) schemasAt(p place) []*schema.Schema {
	if len(p) == 0 {
		return []*schema.Schema{s.root}
	}
	sh := s.shapeAt(p[:len(p)-1])
	switch last := p[len(p)-1]; {
	case len(sh.schemas) == 0:
		return nil
	case last.IsIndex:
		return sh.items()
	default:
		return sh.property(last.Name)
	}
}

// shapeAt is the shape of the values at a place; one without schemas if there are none.
func (s *search) shapeAt(p place) *shape {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('\x00')
		b.WriteString(step.Name)
	}
	key := b.String()
	sh, known := s.shapes[key]
	if !known {
		sh = newShape(s.schemasAt(p), 0)
		if s.shapes == nil {
			s.shapes = map[string]*shape{}
		}
		s.shapes[key] = sh
	}
	return sh
}

// attempt is an object and the answer to it.
type attempt struct {
	object map[string]any
	result *dryrun.Result
}

func (s *search) run() *Sample {
	current := s.repair(s.try(s.wanted), maxTries)
	if s.builder.size == Full && current.result.APIServer.Accepted {
		current = s.restore(current)
	}
	out := &Sample{
		Object: current.object, Accepted: current.result.APIServer.Accepted, Refusal: current.result.APIServer.Message,
		Tries: s.tries, schema: s.root,
	}
	if s.builder.size == Full {
		for _, p := range missing(nil, s.wanted, out.Object, nil) {
			out.LeftOut = append(out.LeftOut, p.String())
		}
	}
	return out
}

// repair goes from an attempt to better ones until one is accepted, none is
// found, or there have been as many tries as budget says.
func (s *search) repair(current *attempt, budget int) *attempt {
	s.seen, s.stuck = map[string]bool{}, map[string]bool{}
	s.end = s.tries + budget
	for !current.result.APIServer.Accepted && !s.spent() {
		s.seen[current.signature()] = true
		next := s.step(current)
		if next == nil {
			break
		}
		current = next
	}
	return current
}

const (
	// maxRestored is how many fields are put back in the end.
	maxRestored = 100
	// restoreTries is what putting back one may cost.
	restoreTries = 20
)

// restore puts back, one by one, the fields that edits took out and that turn
// out to be possible: as they were, or with what is required alone, and repaired
// unless that would take out others.
func (s *search) restore(current *attempt) *attempt {
	left := missing(nil, s.wanted, current.object, nil)
	for _, p := range left[:min(len(left), maxRestored)] {
		if _, there := at(current.object, p); there {
			continue
		}
		if s.tried >= maxTried {
			break
		}
		v, _ := at(s.wanted, p)
		small := (s.builder.sized(Minimal)).value(s.schemasAt(p), turn{name: p.name()})
		for _, v := range [...]any{v, small} {
			object := runtime.DeepCopyJSON(current.object)
			put(object, p, v)
			next := s.repair(s.try(object), restoreTries)
			if next.result.APIServer.Accepted && jsonvalue.Count(next.object) > jsonvalue.Count(current.object) {
				current = next
				break
			}
		}
	}
	return current
}

func (s *search) try(object map[string]any) *attempt {
	s.tries++
	s.tried += jsonvalue.Count(object)
	object = runtime.DeepCopyJSON(object)
	var result *dryrun.Result
	if s.refusal != nil {
		result = s.refusal.send(s.generator.resource, object)
	} else {
		result = s.generator.resource.Create(dryrun.FromValue(object), verdict)
	}
	return &attempt{object, result}
}

// verdict asks for no more than whether an object is accepted, and why not.
var verdict = dryrun.RequestOptions{NoTrace: true}

// spent reports whether no more is to be tried.
func (s *search) spent() bool { return s.tries >= s.end || s.tried >= maxTried }

// step returns the first attempt that is better than the current one; or else
// one that is as good and was not seen before; or nil.
func (s *search) step(current *attempt) *attempt {
	var sideways *attempt
	for _, again := range [...]bool{false, true} {
		for i := range current.result.Findings {
			f := &current.result.Findings[i]
			if s.stuck[identity(f)] != again {
				continue
			}
			for _, edit := range s.edits(current.object, f) {
				if s.spent() {
					return sideways
				}
				object := runtime.DeepCopyJSON(current.object)
				edit(object)
				if s.keep != nil && !s.keep(object) {
					continue
				}
				next := s.try(object)
				if next.better(current) {
					return next
				}
				if sideways == nil && !current.better(next) && !s.seen[next.signature()] {
					sideways = next
				}
			}
			s.stuck[identity(f)] = true
			if sideways != nil {
				return sideways
			}
		}
	}
	return nil
}

// better reports whether less is wrong: an object whose rules were not evaluated
// is worse than any whose rules were.
func (a *attempt) better(b *attempt) bool {
	rankA, countA := a.score()
	rankB, countB := b.score()
	return rankA < rankB || rankA == rankB && countA < countB
}

func (a *attempt) score() (rank, count int) {
	found := a.result.Findings
	switch {
	case a.result.APIServer.Accepted:
		return 0, 0
	case len(found) == 0:
		return 3, 0 // it could not be decoded
	case slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == code.RulesNotChecked }):
		rank = 2
	default:
		rank = 1
	}
	return rank, len(found)
}

// signature tells attempts apart by what is wrong with them.
func (a *attempt) signature() string {
	var b strings.Builder
	for i := range a.result.Findings {
		b.WriteString(identity(&a.result.Findings[i]))
		b.WriteByte('\n')
	}
	return b.String()
}

func identity(f *finding.Finding) string {
	return fmt.Sprint(f.Path.Server(), " ", f.ServerMessage())
}

// missing adds to a list the places of wanted that got lacks.
func missing(p place, wanted, got any, list []place) []place {
	switch w := wanted.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return list
		}
		for _, name := range sortedKeys(w) {
			if v, there := g[name]; !there {
				list = append(list, p.child(name))
			} else {
				list = missing(p.child(name), w[name], v, list)
			}
		}
	case []any:
		g, ok := got.([]any)
		for i := 0; ok && i < min(len(w), len(g)); i++ {
			list = missing(p.index(i), w[i], g[i], list)
		}
	}
	return list
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

package sample

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// maxTries limits the objects that a search tries; a CRD without an accepted sample uses all of them.
const maxTries = 1500

// maxTried limits the values in all objects that a search tries, as large objects cost more.
const maxTried = 300_000

// A search repairs an object until the dry run accepts it. It tries edits that may repair a finding, and keeps an
// edit that leaves fewer findings, or others.
type search struct {
	generator *Generator
	builder   *builder
	root      *schema.Schema
	version   string
	wanted    map[string]any

	// literals are literals in the text of a CEL rule.
	literals []any
	// keep reports whether an object may be tried; it may be nil.
	keep func(map[string]any) bool
	// refusal is the wanted refusal; nil for a search for acceptance.
	refusal *Refusal

	// tries counts the objects that were tried; end is the limit.
	tries, end int
	// tried counts the values in them.
	tried int
	// seen are the signatures of earlier attempts.
	seen map[string]bool
	// stuck are findings that no edit repaired.
	stuck map[string]bool
	// shapes caches shapeAt, because a place may have many schemas.
	shapes map[string]*shape
}

// schemasAt returns the schemas of the values at a place; nil if there are none.
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

// shapeAt returns the shape of the values at a place; an empty one if there are no schemas.
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

// An attempt is an object with its answer.
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

// repair improves an attempt until it is accepted, no better one is found, or the number of tries reaches budget.
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
	// maxRestored limits the fields that are restored.
	maxRestored = 100
	// restoreTries limits the tries for one field.
	restoreTries = 20
)

// restore adds removed fields one by one if the object stays acceptable: as they were, or with only the required
// fields, and repaired unless that removes other fields.
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

// verdict asks only for acceptance and findings.
var verdict = dryrun.RequestOptions{NoTrace: true}

// spent reports whether a limit is reached.
func (s *search) spent() bool { return s.tries >= s.end || s.tried >= maxTried }

// step returns the first attempt that is better than the current one; or an equally good one that is new; or nil.
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

// better reports whether an attempt has fewer findings. An object whose rules were not evaluated is worse than any
// whose rules were.
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

// signature identifies an attempt by its findings.
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

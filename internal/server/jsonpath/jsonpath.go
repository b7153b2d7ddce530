// Package jsonpath reads and evaluates the JSONPaths of printer columns, in the
// dialect of k8s.io/client-go/util/jsonpath: fields, indices, slices, unions,
// wildcards, recursive descent and filters. A path with the words range or end,
// which are for templates, can be read and finds nothing.
//
// That package belongs to a module that crdtool does not depend on, so it is not
// used; conformance/jsonpath compares the two.
package jsonpath

// Path is a parsed JSONPath. It does not change.
type Path struct {
	steps []step
	// leads says where they lead.
	leads []Step
	// others are what stands in further braces, see Parse. The server evaluates
	// them, too, so that their errors count.
	others []*Path
}

// stepFunc finds, in the values that the path has led to so far, those of the next step.
type stepFunc func(values []any) ([]any, error)

type step struct {
	find stepFunc
	desc Step
	// descends marks "..", which must not stand twice in a row.
	descends bool
}

// Step says where one step of a path leads, for those who follow it through a
// schema.
type Step struct {
	To Target
	// Field is the name that a step to a field has.
	Field string
	// Several says that a list may have more than one item that the step leads to.
	Several bool
	// Filter is what a filter looks at in each item; empty for other steps, and
	// where that is not simply a path.
	Filter []Step
}

// Target is what a step leads to.
type Target uint8

// The targets.
const (
	// Elsewhere is what only a value tells, such as what ".." leads to.
	Elsewhere Target = iota
	// Field is a field of an object, or a value of a map.
	Field
	// Item is an item of a list.
	Item
	// Each is an item of a list or a value of an object.
	Each
)

func newPath(steps []step) *Path {
	p := &Path{steps: steps, leads: make([]Step, len(steps))}
	for i := range steps {
		p.leads[i] = steps[i].desc
	}
	return p
}

// Steps returns the steps of the path, which nobody may change.
func (p *Path) Steps() []Step { return p.leads }

// Find returns what the path leads to; beside an error, what it had found by
// then.
func (p *Path) Find(value any) ([]any, error) {
	found, err := p.find([]any{value})
	for _, o := range p.others {
		if err != nil {
			break
		}
		_, err = o.find([]any{value})
	}
	return found, err
}

func (p *Path) find(values []any) ([]any, error) {
	for _, s := range p.steps {
		next, err := s.find(values)
		if err != nil {
			return values, err
		}
		values = next
	}
	return values, nil
}

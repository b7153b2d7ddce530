// Package jsonpath parses and evaluates the JSONPaths of printer columns, in the dialect of
// k8s.io/client-go/util/jsonpath: fields, indices, slices, unions, wildcards, recursive descent and filters. A path
// with the words range or end, which are for templates, can be parsed and finds nothing.
//
// crdtool does not depend on client-go, and thus does not use that package; conformance/jsonpath compares the two.
package jsonpath

// Path is a parsed JSONPath. It is immutable.
type Path struct {
	steps []step
	// leads are the descriptions of the steps.
	leads []Step
	// others are the paths in further braces, see Parse. The server evaluates them, too, so that their errors count.
	others []*Path
}

// stepFunc returns the values to which a step leads from the given values.
type stepFunc func(values []any) ([]any, error)

type step struct {
	find stepFunc
	desc Step
	// descends marks "..", which must not occur twice in a row.
	descends bool
}

// Step describes one step of a path, for following the path through a schema.
type Step struct {
	To Target
	// Field is the name of the field, if the step leads to one.
	Field string
	// Several reports that the step may lead to more than one item of a list.
	Several bool
	// Filter is the path that a filter evaluates in each item; empty for other steps, and if it is no plain path.
	Filter []Step
}

// Target is what a step leads to.
type Target uint8

// The targets.
const (
	// Elsewhere depends on the value, such as the targets of "..".
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

// Steps returns the steps of the path, which must not be changed.
func (p *Path) Steps() []Step { return p.leads }

// Find returns the values to which the path leads; with an error, the values found before it.
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

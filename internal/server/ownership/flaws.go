package ownership

import (
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Flaw is an error about an applied object and its type: an undeclared field, a value of another type, or a repeated
// item of a list.
type Flaw struct {
	// At is the path in the object; nil if it is unknown.
	At *finding.Path
	// Printed is the path as the server prints it.
	Printed string
	Detail  string
	// Typed holds the facts of Detail.
	Typed code.Typed
}

// Flaws returns the errors about an applied object.
func (m *Manager) Flaws(applied map[string]any) []Flaw {
	converter, err := m.types.converter()
	if err != nil {
		return nil
	}
	var flaws []Flaw
	for _, e := range converter.mistakes(applied) {
		f := Flaw{At: Locate(applied, e.Path), Printed: e.Path, Detail: e.ErrorMessage, Typed: code.ReadTyped(e.ErrorMessage)}
		if f.At != nil && f.Typed.Twice != "" {
			value, _ := jsonvalue.At(applied, f.At.Segments())
			list, _ := value.([]any)
			f.Typed.Item = lastItem(list, f.Typed.Twice)
		}
		if f.At != nil && f.Typed.Item >= 0 {
			f.At = f.At.Index(f.Typed.Item)
		}
		flaws = append(flaws, f)
	}
	return flaws
}

// lastItem returns the index of the last item that the server prints as "[a=VALUE]", or -1.
func lastItem(list []any, printed string) int {
	inside, _, ok := bracket(printed)
	if !ok {
		return -1
	}
	items := itemsOf(list, inside)
	if len(items) == 0 {
		return -1
	}
	return items[len(items)-1]
}

package ownership

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
)

// Flaw is what the types do not take of an object that is applied.
type Flaw struct {
	// At is the place in the object; nil if it can't be told, or before Locate.
	At *finding.Path
	// Printed is the place as the server prints it.
	Printed string
	Detail  string
	// Typed is what Detail tells.
	Typed code.Typed
}

// Flaws are what the types do not take of an object that was refused.
type Flaws struct {
	applied map[string]any
	find    func() typed.ValidationErrors
	places  *Places
}

// Flaws are those of an object that is applied, which was refused with an error: fields that
// are not declared, values of another type, items that a list has twice. The object must not
// change.
func (m *Manager) Flaws(applied map[string]any, refused error) *Flaws {
	return &Flaws{applied: applied, places: PlacesIn(applied), find: func() typed.ValidationErrors {
		var faulty *Faulty
		if errors.As(refused, &faulty) {
			return faulty.mistakes
		}
		converter, err := m.types.converter()
		if err != nil {
			return nil
		}
		return converter.mistakes(applied)
	}}
}

// All goes over them. They are found, and none is located, for nobody may ask; the nil Flaws
// are none.
func (f *Flaws) All(yield func(*Flaw) bool) {
	if f == nil {
		return
	}
	for _, e := range f.find() {
		if !yield(&Flaw{Printed: e.Path, Detail: e.ErrorMessage, Typed: code.ReadTyped(e.ErrorMessage)}) {
			return
		}
	}
}

// Locate finds the place of one.
func (f *Flaws) Locate(of *Flaw) {
	of.At = f.places.Locate(of.Printed)
	if of.At == nil {
		return
	}
	if of.Typed.Twice != "" {
		of.Typed.Item = f.places.lastItem(At(f.applied, of.At), of.Typed.Twice)
	}
	if of.Typed.Item >= 0 {
		of.At = of.At.Index(of.Typed.Item)
	}
}

// Owners are the entries of an object's managedFields that own the fields at some paths, by
// the paths, which are printed as the server does.
func Owners(live map[string]any, printed []string) map[string][]metav1.ManagedFieldsEntry {
	owners := make(map[string][]metav1.ManagedFieldsEntry, len(printed))
	for _, path := range printed {
		owners[path] = nil
	}
	for _, e := range (&unstructured.Unstructured{Object: live}).GetManagedFields() {
		set := fieldpath.NewSet()
		if e.FieldsV1 == nil || set.FromJSON(e.FieldsV1.GetRawReader()) != nil {
			continue
		}
		in := map[string]bool{}
		set.Iterate(func(p fieldpath.Path) {
			path := p.String()
			if of, asked := owners[path]; asked && !in[path] {
				in[path] = true
				owners[path] = append(of, e)
			}
		})
	}
	return owners
}

// bracket splits "[inside]more", where inside may have quoted brackets.
func bracket(s string) (inside, more string, ok bool) {
	quoted := false
	for i := 1; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case !quoted && s[i] == ']':
			return s[1:i], s[i+1:], true
		}
	}
	return "", "", false
}

// lastItem is the index of the last item that is printed as "[a=VALUE]"; -1 if there is none.
func (p *Places) lastItem(list any, printed string) int {
	items, _ := list.([]any)
	inside, _, ok := bracket(printed)
	if !ok {
		return -1
	}
	return p.among(items, inside).last
}

// At is the value at a place of an object; nil if there is none.
func At(object any, at *finding.Path) any {
	for _, s := range at.Segments() {
		switch v := object.(type) {
		case map[string]any:
			object = v[s.Name]
		case []any:
			if !s.IsIndex || s.Index < 0 || s.Index >= len(v) {
				return nil
			}
			object = v[s.Index]
		default:
			return nil
		}
	}
	return object
}

func quotedOrBare(s string) string {
	if s == "" || s[0] != '"' {
		text, _, _ := strings.Cut(s, ",")
		return text
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[:i+1]
		}
	}
	return s
}

func printed(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
)

// Parse reads a schema, the value of openAPIV3Schema, from YAML or JSON. The error
// is for a text that cannot be read, and for what a server refuses to decode when it
// is strict: a keyword that is unknown or written twice, a value of the wrong type.
func Parse(text []byte) (*Schema, error) {
	f := source.Read("schema", text)
	switch {
	case len(f.Problems) > 0:
		return nil, fmt.Errorf("line %d: %s", f.Problems[0].Pos.Line, f.Problems[0].Message)
	case len(f.Documents) != 1:
		return nil, errors.New("a schema is one document")
	}
	d := decoder{&yamldecode.Decoder{}}
	s := &Schema{}
	d.schema(f.Documents[0].Root, s)
	for i := range d.Flaws {
		if !d.Flaws[i].ByMergeKey() {
			return nil, errorOf(&d.Flaws[i])
		}
	}
	return s, nil
}

// FromValue reads a schema from a value as a program holds it: a map that was
// decoded from JSON or YAML, or a struct such as v1.JSONSchemaProps that
// encoding/json writes as a schema. The error is that of Parse.
func FromValue(v any) (*Schema, error) {
	if n, ok := v.(yamldecode.Node); ok { // of our own packages, which read n.By.Flaws
		s, _ := n.Over.(*Schema)
		s = cmp.Or(s, new(Schema))
		decoder{n.By}.schema(n.Node, s)
		return s, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

func errorOf(f *yamldecode.Flaw) error {
	switch f.Kind {
	case yamldecode.UnknownField:
		return fmt.Errorf("line %d: unknown keyword %q", f.Node.Line(), f.Field)
	case yamldecode.DuplicateField:
		return fmt.Errorf("line %d: keyword %q is written twice", f.Node.Line(), f.Field)
	}
	return fmt.Errorf("line %d: not of type %s", f.Node.Line(), f.Want)
}

package crd

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/schema"
)

// FromValue reads a CRD from a value as a program holds it: a map that was decoded
// from JSON or YAML, or anything else that encoding/json writes as a CRD. The error
// is for what is no CRD, and for values of a wrong type, which no server can read.
func FromValue(v any) (*CustomResourceDefinition, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	f := source.Read("", text)
	if len(f.Problems) > 0 {
		return nil, errors.New(f.Problems[0].Message)
	}
	if len(f.Documents) != 1 {
		return nil, errors.New("a CustomResourceDefinition is one object")
	}
	doc := f.Documents[0]
	if apiVersion, kind := doc.TypeMeta(); !doc.IsCRD() {
		return nil, fmt.Errorf("kind %q of %q is no CustomResourceDefinition of apiextensions.k8s.io/v1", kind, apiVersion)
	}
	c, flaws := Decode(doc)
	for i := range flaws {
		if flaws[i].Kind == schema.WrongType {
			_, fatal := decodeErrors(doc, flaws)
			return nil, fatal
		}
	}
	return c, nil
}

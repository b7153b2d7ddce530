package crd

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
)

// FromValue decodes a CRD from a Go value: a map that was decoded from JSON or YAML, or any other value that
// encoding/json encodes as a CRD. It returns an error if the value is no CRD, or if a field has the wrong type, as no
// server can decode it.
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
		if flaws[i].Kind == yamldecode.WrongType {
			_, fatal := decodeErrors(doc, flaws)
			return nil, fatal
		}
	}
	return c, nil
}

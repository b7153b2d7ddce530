package main

import (
	"bytes"
	"encoding/json"
	"strconv"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/renamed"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// encode writes a document for people and programs.
func encode(format string, v json.Marshaler) ([]byte, error) {
	text, err := v.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if format == "yaml" {
		return yamltext.FromJSON(text)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// encoder writes documents one after the other, those of OpenAPI v3 from the texts of
// others that are alike.
type encoder struct {
	format string
	texts  renamed.Texts
	// models is for the schemas of a document.
	models bytes.Buffer
}

// append appends a document to a text.
func (e *encoder) append(to []byte, v json.Marshaler) ([]byte, error) {
	d, ok := v.(document)
	if !ok || d.Frame == "" {
		text, err := encode(e.format, v)
		return append(to, text...), err
	}
	if e.format == "json" {
		if all, ok, err := e.framed(to, d); ok || err != nil {
			return all, err
		}
	}
	return e.texts.Append(to, d.Frame+d.Schemas, d.GroupVersion().Version, func(version string) ([]byte, error) {
		return encode(e.format, document{d.As(version, false)})
	})
}

// framed appends a document as JSON: the text of one without the schemas of its resources,
// with those in their places. It is false where it does not know how.
func (e *encoder) framed(to []byte, d document) (all []byte, ok bool, err error) {
	start := len(to)
	to, err = e.texts.Append(to, "frame "+d.Frame, d.GroupVersion().Version, func(version string) ([]byte, error) {
		return encode(e.format, document{d.As(version, true)})
	})
	if err != nil {
		return to, false, err
	}
	ok = true
	d.EachModel(func(name string, s *spec.Schema) {
		ok = ok && e.put(&to, start, name, s)
	})
	if !ok {
		return to[:start], false, nil
	}
	return to, true, nil
}

// put puts a schema in the place of the one of a name in a document that begins at start.
func (e *encoder) put(to *[]byte, start int, name string, s *spec.Schema) bool {
	const indent = "      " // of what stands in components.schemas, and of what ends there
	key := "\n" + indent + strconv.Quote(name) + ": "
	is, known := openapiv3.SchemaJSON(s)
	at := bytes.Index((*to)[start:], []byte(key))
	if !known || at < 0 {
		return false
	}
	at += start + len(key)
	length := bytes.Index((*to)[at:], []byte("\n"+indent+"}"))
	if length < 0 {
		return false
	}
	rest := (*to)[at+length+len("\n"+indent+"}"):]
	e.models.Reset()
	if json.Indent(&e.models, is, indent, "  ") != nil {
		return false
	}
	e.models.Write(rest)
	*to = append((*to)[:at], e.models.Bytes()...)
	return true
}

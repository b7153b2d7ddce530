package main

import (
	"bytes"
	"encoding/json"

	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// encoded returns a value as indented JSON or as YAML, escaped.
func encoded(format string, v json.Marshaler) ([]byte, error) {
	text, err := v.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if format == "yaml" {
		if text, err = yamltext.FromJSON(text); err != nil {
			return nil, err
		}
	} else {
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return nil, err
		}
		b.WriteByte('\n')
		text = bytes.Clone(b.Bytes())
		b.Reset()
	}
	err = safetext.Write(&b, escapesOf(format), of(text))
	return b.Bytes(), err
}

// escapesOf returns the form of escaping for a format.
func escapesOf(format string) safetext.Form {
	if format == "yaml" {
		return safetext.Text
	}
	return safetext.JSON
}

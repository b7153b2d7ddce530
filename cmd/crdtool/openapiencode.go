package main

import (
	"encoding/json"
	"io"

	"github.com/crdtool/crdtool/internal/openapitext"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// encode writes a value for people and programs.
func encode(to io.Writer, format string, v json.Marshaler) error {
	text, err := v.MarshalJSON()
	if err != nil {
		return err
	}
	if format != "yaml" {
		return openapitext.WriteIndented(to, text)
	}
	if text, err = yamltext.FromJSON(text); err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}

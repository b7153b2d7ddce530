package main

import (
	"encoding/json"
	"io"

	"github.com/crdtool/crdtool/internal/openapitext"
	"github.com/crdtool/crdtool/internal/safetext"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// encode writes a value for people and programs.
func encode(to io.Writer, format string, v json.Marshaler) error {
	text, err := v.MarshalJSON()
	if err != nil {
		return err
	}
	return safetext.Write(to, escapesOf(format), func(to io.Writer) error {
		if format != "yaml" {
			return openapitext.WriteIndented(to, text)
		}
		asYAML, err := yamltext.FromJSON(text)
		if err != nil {
			return err
		}
		_, err = to.Write(asYAML)
		return err
	})
}

// escapesOf returns how a document in a format is escaped.
func escapesOf(format string) safetext.Form {
	if format == "yaml" {
		return safetext.Text
	}
	return safetext.JSON
}

// encodeJSON writes a value as JSON in which nothing is escaped but what has to be.
func encodeJSON(to io.Writer, v any, indent string) error {
	return safetext.Write(to, safetext.JSON, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		e.SetIndent("", indent)
		return e.Encode(v)
	})
}

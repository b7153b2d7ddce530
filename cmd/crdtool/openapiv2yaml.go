package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/crdtool/crdtool/internal/yamltext"
	"github.com/crdtool/crdtool/openapiv2"
)

// writeV2YAML writes a document of OpenAPI v2 part by part, as YAML of the whole would be:
// each part is written as the only one in its place, and what stands above it is left out.
func writeV2YAML(to io.Writer, doc *openapiv2.Parts) error {
	w := bufio.NewWriterSize(to, 64<<10)
	if err := writeYAMLParts(w, "definitions", doc.Definitions); err != nil {
		return err
	}
	text, err := doc.Rest.MarshalJSON()
	if err != nil {
		return err
	}
	if text, err = yamltext.FromJSON(text); err != nil {
		return err
	}
	before, after, _ := bytes.Cut(text, []byte("\npaths: {}\n"))
	_, _ = w.Write(before)
	_ = w.WriteByte('\n')
	if err := writeYAMLParts(w, "paths", doc.Paths); err != nil {
		return err
	}
	_, _ = w.Write(after)
	return unwritten(w.Flush())
}

// writeYAMLParts writes a key and what stands below it; an error of the file is that of
// Flush.
func writeYAMLParts(w *bufio.Writer, key string, parts []openapiv2.Part) error {
	_, _ = w.WriteString(key + ":\n")
	for i := range parts {
		text, err := parts[i].Make().MarshalJSON()
		if err != nil {
			return err
		}
		one, err := json.Marshal(map[string]map[string]json.RawMessage{key: {parts[i].Name: text}})
		if err != nil {
			return err
		}
		if text, err = yamltext.FromJSON(one); err != nil {
			return err
		}
		_, _ = w.Write(bytes.TrimPrefix(text, []byte(key+":\n")))
	}
	return nil
}

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/crdtool/crdtool/internal/renamed"
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
	var texts renamed.Texts
	var text []byte
	for i := range parts {
		part := &parts[i]
		var err error
		text, err = texts.Append(text[:0], part.Alike, part.Version, func(version string) ([]byte, error) {
			if version == part.Version {
				return partYAML(key, part)
			}
			other := part.As(version)
			return partYAML(key, &other)
		})
		if err != nil {
			return err
		}
		_, _ = w.Write(text)
	}
	return nil
}

// partYAML is a part as it stands below a key.
func partYAML(key string, part *openapiv2.Part) ([]byte, error) {
	text, err := part.Make().MarshalJSON()
	if err != nil {
		return nil, err
	}
	one, err := json.Marshal(map[string]map[string]json.RawMessage{key: {part.Name: text}})
	if err != nil {
		return nil, err
	}
	text, err = yamltext.FromJSON(one)
	return bytes.TrimPrefix(text, []byte(key+":\n")), err
}

package main

import (
	"bytes"
	"encoding/json"

	"sigs.k8s.io/yaml"
)

// text writes a manifest, in one of the forms that people and tools write.
func (m maker) text(object map[string]any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(m.in(2))
	switch m.Intn(6) {
	case 0:
		e.SetIndent("", "    ")
		_ = e.Encode(object)
		return b.String()
	case 1: // flow style: numbers as they are written, but read as YAML
		_ = e.Encode(object)
		return "---\n" + b.String()
	}
	_ = e.Encode(object)
	y, err := yaml.JSONToYAML(b.Bytes())
	if err != nil {
		return b.String()
	}
	return "# of a test\n" + string(y)
}

// plain writes a manifest as YAML.
func plain(object map[string]any) string {
	j, _ := json.Marshal(object)
	y, _ := yaml.JSONToYAML(j)
	return string(y)
}

package sample

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/schema"
)

// A Setting is a value that a sample must have.
type Setting struct {
	// Text is the setting as it is written: spec.ports[0].port=80.
	Text string

	path  []finding.Segment
	value string
}

// ParseSettings parses settings in the syntax of helm's --set: commas separate settings, dots separate names,
// brackets hold indexes of lists; a backslash escapes a dot or a comma.
func ParseSettings(text string) ([]Setting, error) {
	var all []Setting
	for _, one := range split(text, ',') {
		name, value, ok := strings.Cut(one, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("%q sets nothing; write FIELD=VALUE, such as spec.replicas=3", one)
		}
		s := Setting{Text: one, value: strings.ReplaceAll(value, `\,`, ",")}
		for _, part := range split(name, '.') {
			field, indexes, _ := strings.Cut(part, "[")
			if field = strings.ReplaceAll(field, `\.`, "."); field == "" {
				return nil, fmt.Errorf("%q has an empty name in its path", one)
			}
			s.path = append(s.path, finding.Segment{Name: field})
			if indexes == "" {
				continue
			}
			for _, index := range strings.Split(strings.TrimSuffix(indexes, "]"), "][") {
				const most = 64
				n, err := strconv.Atoi(index)
				if err != nil || n < 0 || n > most || !strings.HasSuffix(indexes, "]") {
					return nil, fmt.Errorf("%q: [%s is no place in a list; places are counted from 0 to %d", one, indexes, most)
				}
				s.path = append(s.path, finding.Segment{Index: n, IsIndex: true})
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// split splits a text at a character, except after a backslash.
func split(text string, at byte) []string {
	var all []string
	from := 0
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == at && (at == '.' || strings.Contains(text[i:], "=")):
			all = append(all, text[from:i])
			from = i + 1
		}
	}
	return append(all, text[from:])
}

// Setting is like Generate, for a sample with given values; the rest is built around them. A refused sample has
// them, too.
func (g *Generator) Setting(version string, size Size, settings []Setting) (*Sample, error) {
	if _, err := g.Generate(version, Minimal); err != nil {
		return nil, err
	}
	s := g.searchIn(version, size)
	if s == nil {
		return nil, fmt.Errorf("version %q of %s has no schema, so nothing is known of its fields", version, g.crd.Metadata.Name)
	}
	values := make([]any, len(settings))
	for i := range settings {
		p := place(settings[i].path)
		if err := s.known(p, settings[i].Text); err != nil {
			return nil, err
		}
		values[i] = s.read(p, settings[i].value)
		s.reach(s.wanted, p)
		put(s.wanted, p, values[i])
	}
	s.keep = func(object map[string]any) bool {
		for i := range settings {
			if v, _ := at(object, place(settings[i].path)); !reflect.DeepEqual(v, values[i]) {
				return false
			}
		}
		return true
	}
	first := s.try(s.wanted)
	current := s.repair(first, maxTries)
	if !current.result.APIServer.Accepted {
		current = first // its errors are those of the settings
	}
	return &Sample{
		Object: current.object, Accepted: current.result.APIServer.Accepted, Refusal: current.result.APIServer.Message,
		Tries: s.tries, schema: s.root,
	}, nil
}

// known returns an error if the schema lacks a place.
func (s *search) known(p place, text string) error {
	for i := range p {
		if s.schemasAt(p[:i+1]) != nil || isName(p[:i+1]) || i == 1 && p[0].Name == "metadata" || i == 2 && p[0].Name == "metadata" {
			continue
		}
		above := s.shapeAt(p[:i])
		if slices.ContainsFunc(above.schemas, func(of *schema.Schema) bool { return of.PreservesUnknownFields() }) {
			return nil
		}
		message := fmt.Sprintf("--set %s: %s has no field %q", text, s.generator.crd.Spec.Names.Kind, p[:i+1].String())
		if p[i].IsIndex {
			return fmt.Errorf("--set %s: %s is not a list", text, p[:i].String())
		}
		if near := nearest.Name(p[i].Name, above.properties()); near != "" {
			message += fmt.Sprintf("; did you mean %q?", p[:i].child(near).String())
		}
		return fmt.Errorf("%s", message)
	}
	return nil
}

// read parses a value by its schema: text for a string, and YAML for other types.
func (s *search) read(p place, text string) any {
	typ := ""
	if schemas := s.schemasAt(p); schemas != nil {
		typ = newShape(schemas, 0).typ()
	}
	if typ == "string" && text != "null" || isName(p) {
		return text
	}
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") && typ == "array" {
		text = "[" + text[1:len(text)-1] + "]" // helm's syntax of lists
	}
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		return text
	}
	return whole(v)
}

// whole converts integral float64 values to int64.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if n := int64(v); float64(n) == v {
			return n
		}
	case map[string]any:
		for k := range v {
			v[k] = whole(v[k])
		}
	case []any:
		for i := range v {
			v[i] = whole(v[i])
		}
	}
	return v
}

// reach adds the values on the path to a place, with enough items of lists.
func (s *search) reach(object map[string]any, p place) {
	for i, step := range p {
		if step.IsIndex {
			s.lengthen(object, p[:i], step.Index+1)
			continue
		}
		s.fill(object, p[:i+1])
		if _, there := at(object, p[:i+1]); !there {
			ensure(object, p[:i+1])
			var v any = map[string]any{}
			put(object, p[:i+1], runtime.DeepCopyJSONValue(v))
		}
	}
}

// lengthen adds items to a list until it has n.
func (s *search) lengthen(object map[string]any, p place, n int) {
	items := s.schemasAt(p.index(0))
	if items == nil {
		return
	}
	v, _ := at(object, p)
	list, _ := v.([]any)
	keys := s.shapeAt(p).schemas[0].XListMapKeys()
	for i := len(list); i < n; i++ {
		list = append(list, s.builder.value(items, turn{name: singular(p.name()), nth: i, keys: keys}))
	}
	put(object, p, list)
}

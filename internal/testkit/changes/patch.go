package changes

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// operation is one of an RFC 6902 patch.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	From  string `json:"from,omitempty"`
	Value any    `json:"value,omitempty"`
}

// changed returns the text of the CRD after a change, and the places that it changes.
func (c *Change) changed(text []byte) (now []byte, places []*finding.Path, err error) {
	if c.Reversed {
		now, err = reversed(text)
		return now, []*finding.Path{finding.Root()}, err
	}
	if now, err = sigsyaml.YAMLToJSON(text); err != nil {
		return nil, nil, err
	}
	var crd any
	if err := json.Unmarshal(now, &crd); err != nil {
		return nil, nil, err
	}
	base, err := schemaOf(crd, c.In)
	if err != nil {
		return nil, nil, err
	}
	for i := range c.Patch {
		o := c.Patch[i]
		o.Path = base + o.Path
		places = append(places, place(crd, o.Path))
		if o.From != "" {
			o.From = base + o.From
		}
		if o.Op == "move" {
			places = append(places, place(crd, o.From))
		}
		if now, err = o.apply(now); err != nil {
			return nil, nil, fmt.Errorf("%s %s: %w", o.Op, o.Path, err)
		}
	}
	var changed any
	if err := json.Unmarshal(now, &changed); err != nil || reflect.DeepEqual(crd, changed) {
		return nil, nil, cmp.Or(err, errors.New("nothing changes"))
	}
	now, err = sigsyaml.JSONToYAML(now)
	return now, places, err
}

// apply returns a document in JSON after the operation.
func (o *operation) apply(doc []byte) ([]byte, error) {
	text, err := json.Marshal([]*operation{o})
	if err != nil {
		return nil, err
	}
	patch, err := jsonpatch.DecodePatch(text)
	if err != nil {
		return nil, err
	}
	return patch.Apply(doc)
}

// schemaOf is the pointer to the schema of a field, such as "v1 .spec.hosts[*].name"; of
// a version for "v1", and of the CRD for "".
func schemaOf(crd any, field string) (string, error) {
	if field == "" {
		return "", nil
	}
	version, way, below := strings.Cut(field, " ")
	versions, _ := at(crd, "/spec/versions").([]any)
	i := slices.IndexFunc(versions, func(v any) bool { return v.(map[string]any)["name"] == version })
	if i < 0 {
		return "", fmt.Errorf("there is no version %q", version)
	}
	p := "/spec/versions/" + strconv.Itoa(i)
	if !below {
		return p, nil
	}
	if p += "/schema/openAPIV3Schema" + fieldPointer(way); at(crd, p) == nil {
		return "", fmt.Errorf("there is no %s", p)
	}
	return p, nil
}

// fieldPointer is the pointer from a schema to that of a field, such as .spec.hosts[*].name.
func fieldPointer(field string) string {
	return strings.NewReplacer("[*]", "/items", "{*}", "/additionalProperties", ".", "/properties/").Replace(strings.TrimSuffix(field, "."))
}

// at returns what is at a JSON pointer, or nil.
func at(in any, path string) any {
	for _, key := range pointer(path) {
		switch v := in.(type) {
		case map[string]any:
			in = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(v) {
				return nil
			}
			in = v[i]
		default:
			return nil
		}
	}
	return in
}

func pointer(path string) []string {
	if path == "" {
		return nil
	}
	way := strings.Split(path[1:], "/")
	for i := range way {
		way[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(way[i])
	}
	return way
}

// place is a JSON pointer as findings say it. What is added to a list is at the list.
func place(in any, path string) *finding.Path {
	p, from, fields := finding.Root(), "", false
	for _, key := range pointer(path) {
		list, _ := at(in, from).([]any)
		from += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		i, err := strconv.Atoi(key)
		switch {
		case err == nil && list != nil:
			p = p.Index(i)
		case fields:
			p, fields = p.Key(key), false
		case key != "-":
			p, fields = p.Child(key), key == "properties"
		}
	}
	return p
}

// reversed writes the keys of all objects of a YAML document in the other order.
func reversed(text []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	var turn func(*yaml.Node)
	turn = func(n *yaml.Node) {
		if n.Kind == yaml.MappingNode {
			slices.Reverse(n.Content)
			for i := 0; i < len(n.Content); i += 2 {
				n.Content[i], n.Content[i+1] = n.Content[i+1], n.Content[i]
			}
		}
		for _, e := range n.Content {
			turn(e)
		}
	}
	turn(&doc)
	return yaml.Marshal(&doc)
}

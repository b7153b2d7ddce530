package changes

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/finding"
)

// operation is one of an RFC 6902 patch.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	From  string `json:"from"`
	Value any    `json:"value"`
}

// changed returns the text of the CRD after a change, and the places that it changes.
func (c *Change) changed(text []byte) (now []byte, places []*finding.Path, err error) {
	if c.Reversed {
		now, err = reversed(text)
		return now, []*finding.Path{finding.Root()}, err
	}
	var crd any
	if err := sigsyaml.Unmarshal(text, &crd); err != nil {
		return nil, nil, err
	}
	was := runtime.DeepCopyJSONValue(crd)
	base, err := schemaOf(crd, c.In)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range c.Patch {
		if crd, err = o.apply(crd, base); err != nil {
			return nil, nil, fmt.Errorf("%s %s: %w", o.Op, o.Path, err)
		}
		places = append(places, place(was, base+o.Path))
		if o.Op == "move" {
			places = append(places, place(was, base+o.From))
		}
	}
	if reflect.DeepEqual(was, crd) {
		return nil, nil, fmt.Errorf("nothing changes")
	}
	now, err = sigsyaml.Marshal(crd)
	return now, places, err
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

func (o *operation) apply(in any, base string) (any, error) {
	path, value := base+o.Path, o.Value
	switch o.Op {
	case "add":
	case "replace", "remove":
		if at(in, path) == nil {
			return nil, fmt.Errorf("there is nothing")
		}
	case "move", "copy":
		if value = runtime.DeepCopyJSONValue(at(in, base+o.From)); value == nil {
			return nil, fmt.Errorf("there is nothing at %s", o.From)
		}
	default:
		return nil, fmt.Errorf("no such operation")
	}
	var err error
	if o.Op == "move" {
		if in, err = edited(in, pointer(base+o.From), "remove", nil); err != nil {
			return nil, err
		}
	}
	return edited(in, pointer(path), o.Op, value)
}

// edited sets or removes what is at a place, and returns what holds it then.
func edited(in any, way []string, op string, value any) (any, error) {
	if len(way) == 0 {
		return value, nil
	}
	key := way[0]
	switch in := in.(type) {
	case map[string]any:
		if len(way) == 1 && op == "remove" {
			delete(in, key)
			return in, nil
		}
		e, err := edited(in[key], way[1:], op, value)
		in[key] = e
		return in, err
	case []any:
		if key == "-" && len(way) == 1 {
			return append(in, value), nil
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(in) {
			return nil, fmt.Errorf("there is no entry %s", key)
		}
		if len(way) > 1 {
			in[i], err = edited(in[i], way[1:], op, value)
			return in, err
		}
		switch op {
		case "remove":
			return slices.Delete(in, i, i+1), nil
		case "replace":
			in[i] = value
			return in, nil
		}
		return slices.Insert(in, i, value), nil
	}
	return nil, fmt.Errorf("there is nothing that holds %s", key)
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

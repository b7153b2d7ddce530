package suite

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// applyPatches changes an object by JSON patches (RFC 6902). It works on the value, since
// CRDs are large and what is patched in them is small.
func applyPatches(object map[string]any, patches []map[string]any) error {
	for _, p := range patches {
		if err := applyPatch(object, p); err != nil {
			return err
		}
	}
	return nil
}

func applyPatch(object, p map[string]any) error {
	op, _ := p["op"].(string)
	path, _ := p["path"].(string)
	from, _ := p["from"].(string)
	value := runtime.DeepCopyJSONValue(p["value"])
	switch op {
	case "add", "replace", "remove":
	case "test":
		if there, err := pointed(object, path); err != nil || !reflect.DeepEqual(there, value) {
			return fmt.Errorf("test: %s has another value", path)
		}
		return nil
	case "move", "copy":
		there, err := pointed(object, from)
		if err != nil {
			return err
		}
		value = runtime.DeepCopyJSONValue(there)
		if op == "move" {
			if err := applyPatch(object, map[string]any{"op": "remove", "path": from}); err != nil {
				return err
			}
		}
		op = "add"
	default:
		return fmt.Errorf("%q is no operation of a JSON patch", op)
	}
	steps, err := pointer(path)
	if err != nil {
		return err
	}
	_, err = edited(object, steps, op, path, value)
	return err
}

// pointer takes a JSON pointer apart.
func pointer(path string) ([]string, error) {
	if !strings.HasPrefix(path, "/") {
		return nil, fmt.Errorf("path %q does not begin with /", path)
	}
	steps := strings.Split(path[1:], "/")
	for i := range steps {
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[i])
	}
	return steps, nil
}

// pointed is the value at a path.
func pointed(v any, path string) (any, error) {
	steps, err := pointer(path)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		switch in := v.(type) {
		case map[string]any:
			next, has := in[s]
			if !has {
				return nil, fmt.Errorf("%s: there is no %s", path, s)
			}
			v = next
		case []any:
			i, err := strconv.Atoi(s)
			if err != nil || i < 0 || i >= len(in) {
				return nil, fmt.Errorf("%s: there is no item %s", path, s)
			}
			v = in[i]
		default:
			return nil, fmt.Errorf("%s: there is no %s", path, s)
		}
	}
	return v, nil
}

// edited is a value with what is below it changed.
func edited(v any, steps []string, op, path string, value any) (any, error) {
	s, last := steps[0], len(steps) == 1
	switch in := v.(type) {
	case map[string]any:
		there, has := in[s]
		switch {
		case !has && (!last || op != "add"):
			return nil, fmt.Errorf("%s: there is no %s", path, s)
		case !last:
			changed, err := edited(there, steps[1:], op, path, value)
			if err != nil {
				return nil, err
			}
			in[s] = changed
		case op == "remove":
			delete(in, s)
		default:
			in[s] = value
		}
		return in, nil
	case []any:
		i, err := strconv.Atoi(s)
		if s == "-" && last && op == "add" {
			i, err = len(in), nil
		}
		if err != nil || i < 0 || i > len(in) || i == len(in) && (!last || op != "add") {
			return nil, fmt.Errorf("%s: there is no item %s", path, s)
		}
		switch {
		case !last:
			if in[i], err = edited(in[i], steps[1:], op, path, value); err != nil {
				return nil, err
			}
		case op == "add":
			return slices.Insert(in, i, value), nil
		case op == "remove":
			return slices.Delete(in, i, i+1), nil
		default:
			in[i] = value
		}
		return in, nil
	}
	return nil, fmt.Errorf("%s: there is no %s", path, s)
}

package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// damage makes one random change to a YAML document, and says which.
func damage(text []byte, r *rand.Rand) (changed []byte, what string, err error) {
	var root map[string]any
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, "", err
	}
	for {
		path := []string{}
		var in any = root
		if schema := anySchema(root, r); schema != nil && r.Intn(3) > 0 {
			in, path = schema, append(path, "schema")
		}
		if what := damaged(in, r, &path); what != "" {
			changed, err := json.Marshal(root)
			return changed, what + " " + strings.Join(path, "."), err
		}
	}
}

// anySchema returns the schema of a random version; nil for none.
func anySchema(root map[string]any, r *rand.Rand) map[string]any {
	spec, _ := root["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	if len(versions) == 0 {
		return nil
	}
	version, _ := versions[r.Intn(len(versions))].(map[string]any)
	schema, _ := version["schema"].(map[string]any)
	root, _ = schema["openAPIV3Schema"].(map[string]any)
	return root
}

// damaged changes a value at a random place below a mapping or a list, and says how; "" if nothing was changed.
func damaged(in any, r *rand.Rand, path *[]string) string {
	switch in := in.(type) {
	case map[string]any:
		if len(in) == 0 {
			return ""
		}
		keys := slices.Sorted(maps.Keys(in))
		key := keys[r.Intn(len(keys))]
		if len(*path) == 0 && (key == "apiVersion" || key == "kind") {
			return ""
		}
		*path = append(*path, key)
		if holdsValues(in[key]) && r.Intn(5) > 0 {
			return damaged(in[key], r, path)
		}
		switch r.Intn(4) {
		case 0:
			delete(in, key)
			return "without"
		case 1:
			to := misspelt(key, r)
			in[to] = in[key]
			delete(in, key)
			return "named " + to
		}
		value, how := otherValue(in[key], r)
		in[key] = value
		return how
	case []any:
		if len(in) == 0 {
			return ""
		}
		i := r.Intn(len(in))
		*path = append(*path, fmt.Sprint(i))
		if holdsValues(in[i]) && r.Intn(5) > 0 {
			return damaged(in[i], r, path)
		}
		value, how := otherValue(in[i], r)
		in[i] = value
		return how
	}
	return ""
}

func holdsValues(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

func misspelt(key string, r *rand.Rand) string {
	switch r.Intn(3) {
	case 0:
		return key + "s"
	case 1:
		return strings.ToUpper(key[:1]) + key[1:]
	}
	return key[:len(key)/2] + key[len(key)/2+len(key)%2:]
}

func otherValue(v any, r *rand.Rand) (any, string) {
	switch r.Intn(7) {
	case 0:
		return nil, "null for"
	case 1:
		return map[string]any{}, "an empty mapping for"
	case 2:
		return []any{}, "an empty list for"
	case 3:
		return []any{v}, "a list of"
	case 4:
		return float64(7), "a number for"
	case 5:
		return true, "true for"
	}
	if s, isText := v.(string); isText && s != "" {
		return s + "X", "another text for"
	}
	return "text", "a text for"
}

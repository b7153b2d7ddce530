package source

import "go.yaml.in/yaml/v2"

// libraryScalar reads a plain scalar with yaml.v2.
func libraryScalar(s string) any {
	var v any
	if err := yaml.Unmarshal([]byte(s), &v); err != nil {
		return s
	}
	switch v := v.(type) {
	case nil, bool, float64, string, uint64, int64:
		return v
	case int:
		return int64(v)
	}
	return s
}

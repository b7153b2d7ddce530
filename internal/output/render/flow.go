package render

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/text/prose"
)

// flow writes a value on one line as people write YAML: {spec: {mode: fast}}. Of long lists
// the first items are written, and how many there are.
func flow(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "{" + flowFields(v) + "}"
	case []any:
		var all []string
		for i, item := range v {
			if i == flowItems && len(v) > flowItems+1 {
				all = append(all, fmt.Sprintf("%s %d items", ellipsis, len(v)))
				break
			}
			all = append(all, flow(item))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case string:
		return flowString(v)
	}
	return prose.JSON(v)
}

// flowItems is how many items of a list are written.
const flowItems = 12

// flowFields are the fields of an object without its braces.
func flowFields(o map[string]any) string {
	var all []string
	for _, k := range slices.Sorted(maps.Keys(o)) {
		all = append(all, flowString(k)+": "+flow(o[k]))
	}
	return strings.Join(all, ", ")
}

// plainScalar is a string that YAML reads as one wherever it stands.
var plainScalar = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._/-]*$`) })

func flowString(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return prose.JSON(s)
	}
	const most = 100
	switch r := []rune(s); {
	case len(r) > most:
		return prose.JSON(string(r[:20])+ellipsis) + fmt.Sprintf(" (%d characters)", len(r))
	case plainScalar().MatchString(s):
		return s
	}
	return prose.JSON(s)
}

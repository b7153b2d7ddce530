package tools

import (
	"bufio"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/upgrading/others"
)

var editsFlag = flag.Int("edits", 2000, "try this many edits")

// TestEdits compares on CRDs of the corpus that are edited at random.
func TestEdits(t *testing.T) {
	n := *editsFlag
	files := corpusFiles(t, sweep.Corpus())
	var pairs []pairOf
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; len(pairs) < n && i < 4*n; i++ {
		name := files[r.IntN(len(files))]
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 200_000 {
			continue // the same in large, and slow
		}
		var was, is map[string]any
		if yaml.Unmarshal(text, &was) != nil || yaml.Unmarshal(text, &is) != nil {
			continue
		}
		e := editor{r}
		for range 1 + r.IntN(3) {
			e.edit(is)
		}
		old, err := json.Marshal(was)
		if err != nil {
			t.Fatal(err)
		}
		new, err := json.Marshal(is)
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, pairOf{name: "edit " + strconv.Itoa(i) + " of " + filepath.Base(name), old: old, new: new})
	}
	for _, tool := range others.Names() {
		compareAll(t, tool, pairs)
	}
}

func corpusFiles(t *testing.T, corpus string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(corpus, "dev", "truth-crds.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var truth struct{ Repo, File string }
		if err := json.Unmarshal(lines.Bytes(), &truth); err != nil {
			t.Fatal(err)
		}
		all = append(all, filepath.Join(corpus, "dev", truth.Repo, truth.File))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

type editor struct{ *rand.Rand }

// schemas are those of a version, in the order of their keys.
func schemas(s map[string]any, all *[]map[string]any) {
	*all = append(*all, s)
	below := func(v any) {
		if m, ok := v.(map[string]any); ok {
			schemas(m, all)
		}
	}
	below(s["items"])
	below(s["not"])
	below(s["additionalProperties"])
	props, _ := s["properties"].(map[string]any)
	for _, k := range keys(props) {
		below(props[k])
	}
	for _, junctor := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[junctor].([]any)
		for _, b := range list {
			below(b)
		}
	}
}

func keys(m map[string]any) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// edit makes one change in a schema of any version, or in the list of versions.
func (e editor) edit(crd map[string]any) {
	spec := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	if len(versions) == 0 {
		return
	}
	v := versions[e.IntN(len(versions))].(map[string]any)
	switch e.IntN(30) {
	case 0:
		spec["scope"] = map[any]string{"Cluster": "Namespaced"}[spec["scope"]]
		return
	case 1:
		v["served"] = v["served"] != true
		return
	case 2:
		delete(v, "subresources")
		return
	case 3:
		if last := versions[len(versions)-1].(map[string]any); last["name"] == "v9" {
			return
		}
		text, _ := json.Marshal(v)
		var more map[string]any
		_ = json.Unmarshal(text, &more)
		more["name"], more["storage"] = "v9", false
		spec["versions"] = append(versions, more)
		v = more
	}
	holder, _ := v["schema"].(map[string]any)
	root, _ := holder["openAPIV3Schema"].(map[string]any)
	if root == nil {
		return
	}
	var all []map[string]any
	schemas(root, &all)
	s := all[e.IntN(len(all))]
	name := "field" + strconv.Itoa(e.IntN(3))
	props, _ := s["properties"].(map[string]any)
	number := func() any { return e.IntN(20) }
	flip := func(k string) {
		if s[k] == true {
			delete(s, k)
		} else {
			s[k] = true
		}
	}
	set := func(k string, v any) {
		if s[k] != nil && e.IntN(2) == 0 {
			delete(s, k)
		} else {
			s[k] = v
		}
	}
	one := func(of ...any) any { return of[e.IntN(len(of))] }
	switch e.IntN(22) {
	case 0:
		s["type"] = one("string", "integer", "boolean", "number", "object", "array")
	case 1:
		set("description", "another")
	case 2:
		set("default", one("a", 1, true, []any{}, map[string]any{}))
	case 3:
		flip("nullable")
	case 4:
		set("pattern", one("^a$", "^b*$"))
	case 5:
		set("format", one("date", "int64", "uint"))
	case 6:
		set("enum", one([]any{"a"}, []any{"a", "b"}, []any{1, 2, "a"}))
	case 7:
		if list, ok := s["enum"].([]any); ok && len(list) > 1 {
			s["enum"] = list[:len(list)-1]
		}
	case 8:
		set("required", one([]any{"spec"}, []any{name}, []any{"name", name}))
	case 9, 10:
		if k := keys(props); len(k) > 0 {
			delete(props, k[e.IntN(len(k))])
		}
	case 11, 12:
		if props == nil {
			props = map[string]any{}
			s["properties"] = props
		}
		props[name] = one(map[string]any{"type": "boolean"}, map[string]any{"type": "object", "required": []any{"a"}, "properties": map[string]any{"a": map[string]any{"type": "number"}}},
			map[string]any{"type": "array", "items": map[string]any{"type": "object", "required": []any{"b"}}}, map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}})
	case 13:
		set("x-kubernetes-list-type", one("map", "set", "atomic"))
	case 14:
		set("x-kubernetes-validations", []any{map[string]any{"rule": one("true", "self == self", "size(self) < 3")}})
	case 15:
		set("anyOf", []any{map[string]any{"type": one("string", "integer")}, map[string]any{"enum": []any{"a", "b"}, "required": []any{name}}})
	case 16:
		set("additionalProperties", one(true, false, map[string]any{"type": "string"}))
	case 17:
		set("x-kubernetes-preserve-unknown-fields", one(true, false))
	default:
		k := one("maximum", "minimum", "maxItems", "minItems", "maxLength", "minLength", "maxProperties", "minProperties", "multipleOf").(string)
		set(k, number())
	}
}

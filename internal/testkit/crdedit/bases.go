// Package crdedit changes real CRDs at random, and makes objects that are likely to tell
// the old CRD from the new one. It is for tests.
package crdedit

import (
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
)

// Value is a CRD, or a part of one, as decoded JSON.
type Value = map[string]any

// Read returns the CRDs in files.
func Read(files []string) ([]Value, error) {
	var all []Value
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, Parse(name, text)...)
	}
	return all, nil
}

// Parse returns the CRDs in a text.
func Parse(name string, text []byte) []Value {
	var all []Value
	for _, d := range source.Read(name, text).Documents {
		if v, ok := source.Value(d.Root).(Value); ok && d.IsCRD() {
			all = append(all, v)
		}
	}
	return all
}

// Corpus are the files of real CRDs below a folder; none if there is no corpus.
func Corpus(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	return files
}

// Trim returns a copy of a CRD with at most two versions and little more than a number of
// places in each: some at random with what they stand in. What CEL rules speak of stays.
// A CRD with megabytes of schemas takes a second to compare, and changes at one of its
// places seldom have to do with those far away.
func Trim(m *rand.Rand, crd Value, places int) Value {
	crd = runtime.DeepCopyJSON(crd)
	delete(crd, "status")
	spec, _ := crd["spec"].(Value)
	versions, _ := spec["versions"].([]any)
	if len(versions) > 2 {
		stored := slices.IndexFunc(versions, func(v any) bool { return v.(Value)["storage"] == true })
		other := m.Intn(len(versions))
		kept := []any{versions[max(stored, 0)]}
		if other != stored {
			kept = append(kept, versions[other])
		}
		versions = kept
		spec["versions"] = versions
	}
	delete(spec, "conversion") // nobody can simulate a webhook
	keep := map[string]bool{}
	for _, v := range versions {
		if root := rootOf(v.(Value)); root != nil {
			trim(m, root, places, keep)
		}
	}
	return crd
}

func rootOf(version Value) Value {
	s, _ := version["schema"].(Value)
	root, _ := s["openAPIV3Schema"].(Value)
	return root
}

// trim keeps some places of a schema. The names in keep stay, so that versions stay
// alike.
func trim(m *rand.Rand, root Value, places int, keep map[string]bool) {
	all := Nodes(root)
	for i := range all {
		for _, k := range []string{"description", "title", "example", "externalDocs"} {
			delete(all[i].Schema, k)
		}
	}
	if len(all) <= places {
		return
	}
	wanted := map[int]bool{}
	add := func(i int) {
		for ; i >= 0 && !wanted[i]; i = all[i].Parent {
			wanted[i] = true
		}
	}
	for i := range all {
		if keep[all[i].where()] {
			add(i)
		}
	}
	for tries := 0; len(wanted) < places && tries < 4*places; tries++ {
		i := m.Intn(len(all))
		add(i)
		for range 4 { // neighbours have to do with one another
			if j := i + m.Intn(7) - 3; j >= 0 && j < len(all) && all[j].Parent == all[i].Parent {
				add(j)
			}
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		n := &all[i]
		if n.Nested {
			continue
		}
		properties, _ := n.Schema["properties"].(Value)
		said := textOfRules(n.Schema)
		if n.Role == "items" {
			keys, _ := all[n.Parent].Schema["x-kubernetes-list-map-keys"].([]any)
			for _, k := range keys {
				said[k.(string)] = true
			}
		}
		for name := range properties {
			child := slices.IndexFunc(all[i+1:], func(c Node) bool { return c.Parent == i && c.Role == "properties" && c.Name == name }) + i + 1
			if wanted[child] || said[name] {
				keep[all[child].where()] = true
				continue
			}
			delete(properties, name)
			n.Schema["required"] = without(n.Schema["required"], name)
			if len(n.Schema["required"].([]any)) == 0 {
				delete(n.Schema, "required")
			}
		}
	}
}

var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\w+`) })

func textOfRules(s Value) map[string]bool {
	all := map[string]bool{}
	rules, _ := s["x-kubernetes-validations"].([]any)
	for _, r := range rules {
		for _, w := range word().FindAllString(r.(Value)["rule"].(string), -1) {
			all[w] = true
		}
	}
	return all
}

func without(list any, name string) []any {
	all, _ := list.([]any)
	return slices.DeleteFunc(slices.Clone(all), func(v any) bool { return v == name })
}

// Node is a place of a schema.
type Node struct {
	Schema Value
	Parent int // -1 for the root
	// Role is the keyword by which it hangs on its parent, Name that of a property.
	Role, Name string
	// Nested is set inside a junctor.
	Nested bool
	// Way leads to its values in an object. Of maps and lists it is any key and any item.
	Way []Step
}

// Step leads from a value into it: by the name of a field, to any item, or to any value.
type Step struct {
	Name        string
	Item, Value bool
}

func (n *Node) where() string {
	s := ""
	for _, step := range n.Way {
		s += "/" + step.Name
	}
	return s
}

// Nodes are the places of a schema, parents first.
func Nodes(root Value) []Node {
	var all []Node
	var add func(n Node)
	add = func(n Node) {
		i := len(all)
		all = append(all, n)
		sub := func(v any, role, name string, nested bool, more ...Step) {
			if s, ok := v.(Value); ok {
				add(Node{Schema: s, Parent: i, Role: role, Name: name, Nested: n.Nested || nested, Way: append(slices.Clone(n.Way), more...)})
			}
		}
		sub(n.Schema["items"], "items", "", false, Step{Item: true})
		properties, _ := n.Schema["properties"].(Value)
		for _, name := range sorted(properties) {
			sub(properties[name], "properties", name, false, Step{Name: name})
		}
		sub(n.Schema["additionalProperties"], "additionalProperties", "", false, Step{Value: true})
		sub(n.Schema["not"], "not", "", true)
		for _, k := range []string{"allOf", "anyOf", "oneOf"} {
			branches, _ := n.Schema[k].([]any)
			for _, b := range branches {
				sub(b, k, "", true)
			}
		}
	}
	add(Node{Schema: root, Parent: -1})
	return all
}

func sorted(m Value) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

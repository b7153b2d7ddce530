package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// crd is a CRD in a file of a project.
type crd struct {
	file               string
	doc                map[string]any
	group, kind, maker string
	versions           []version
}

type version struct {
	name   string
	schema map[string]any
	all    map[string]any
}

// crds returns the CRDs below a folder that controller-gen made, each name once.
func crds(dir string) []crd {
	var all []crd
	seen := map[string]bool{}
	filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() {
			switch e.Name() {
			case "vendor", "testdata", "node_modules", ".git", "test", "tests", "docs", "designs":
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".yaml" && ext != ".yml" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(text, []byte("controller-gen.kubebuilder.io/version")) && !strings.Contains(name, "gateway-api") {
			return nil
		}
		if !bytes.Contains(text, []byte("CustomResourceDefinition")) || bytes.Contains(text, []byte("{{")) && strings.Contains(name, "templates") {
			return nil
		}
		for _, d := range source.Read(name, text).Documents {
			v, ok := source.Value(d.Root).(map[string]any)
			if !ok || !d.IsCRD() {
				continue
			}
			c := decode(name, v)
			if key := c.group + "/" + c.kind; c.kind != "" && !seen[key] {
				seen[key] = true
				all = append(all, c)
			}
		}
		return nil
	})
	return all
}

func decode(name string, v map[string]any) crd {
	at := func(v any, path ...string) any {
		for _, p := range path {
			m, _ := v.(map[string]any)
			v = m[p]
		}
		return v
	}
	c := crd{file: name, doc: v}
	c.group, _ = at(v, "spec", "group").(string)
	c.kind, _ = at(v, "spec", "names", "kind").(string)
	c.maker, _ = at(v, "metadata", "annotations", "controller-gen.kubebuilder.io/version").(string)
	list, _ := at(v, "spec", "versions").([]any)
	for _, e := range list {
		ver := version{}
		ver.all, _ = e.(map[string]any)
		ver.name, _ = at(e, "name").(string)
		ver.schema, _ = at(e, "schema", "openAPIV3Schema").(map[string]any)
		c.versions = append(c.versions, ver)
	}
	return c
}

// paths prints how many schema paths have an origin, and what YAML and Go disagree about.
func paths(dirs []string) {
	verbose := os.Getenv("VERBOSE") != ""
	fmt.Printf("%-32s %5s %5s %8s %8s %8s %8s %6s %8s %8s %7s\n", "project", "crds", "types", "paths", "missing", "keywords", "unset", "stale", "not here", "others'", "ms")
	var total [7]int
	var read [4]int
	for _, dir := range dirs {
		all := crds(dir)
		start := time.Now()
		m, err := gotypes.Find(dir)
		if err != nil {
			fmt.Println(filepath.Base(dir), err)
			continue
		}
		var n [7]int
		types := 0
		why := map[string]int{}
		var lines []string
		for _, c := range all {
			for _, v := range c.versions {
				root, ok := m.Origin(c.group, v.name, c.kind, gotypes.Generator(c.maker))
				if !ok {
					lines = append(lines, fmt.Sprintf("no type: %s/%s %s (%s)", c.group, v.name, c.kind, c.file))
					continue
				}
				types++
				visit(v.schema, nil, func(path []finding.Segment, schema map[string]any) {
					n[0]++
					at, ok := root.At(path)
					if !ok {
						n[1]++
						lines = append(lines, fmt.Sprintf("miss %s/%s %s: %s", c.group, v.name, c.kind, text(path)))
						return
					}
					if at.Elsewhere && (at.Use == nil || at.Use.Elsewhere || at.Type == "" && !at.Unread) {
						read[1]++
						lines = append(lines, fmt.Sprintf("wrong %s/%s %s: %s at %s:%d leads to no field of the project", c.group, v.name, c.kind, text(path), at.File, at.Line))
					}
					switch {
					case at.Unread:
						n[5]++
						if verbose {
							lines = append(lines, fmt.Sprintf("not here %s/%s %s: %s, by %s", c.group, v.name, c.kind, text(path), at.Type))
						}
						return
					case at.Elsewhere:
						n[6]++
					}
					if said, wrong := readField(root, path, at); said {
						read[0]++
						if wrong {
							read[1]++
							lines = append(lines, fmt.Sprintf("wrong %s/%s %s: %s at %s:%d", c.group, v.name, c.kind, text(path), at.File, at.Line))
						}
					}
					for k := range schema {
						switch k {
						case "properties", "items", "additionalProperties", "allOf", "anyOf", "description":
							continue
						}
						n[2]++
						p, _ := root.At(append(path[:len(path):len(path)], finding.Segment{Name: k}))
						if said, wrong := readMarker(k, schema[k], p); said {
							read[2]++
							if wrong {
								read[3]++
								lines = append(lines, fmt.Sprintf("wrong %s/%s %s: %s.%s is %s, at %s:%d %s", c.group, v.name, c.kind, text(path), k, short(schema[k]), p.File, p.Line, p.Source))
							}
						}
						if !p.Exact && k != "required" && k != "x-kubernetes-validations" {
							n[3]++
							why["unset "+k]++
						}
					}
				})
				for _, d := range root.Compare(v.schema) {
					n[4]++
					why["stale "+d.Keyword]++
					if verbose {
						lines = append(lines, fmt.Sprintf("stale %s/%s %s (%s): %s %s: CRD %s, Go %s at %s:%d", c.group, v.name, c.kind, c.maker, text(d.Path), d.Keyword, short(d.InCRD), short(d.InGo), d.Go.File, d.Go.Line))
					}
				}
			}
		}
		for i := range n {
			total[i] += n[i]
		}
		fmt.Printf("%-32s %5d %5d %8d %8d %8d %8d %6d %8d %8d %7d\n", filepath.Base(dir), len(all), types, n[0], n[1], n[2], n[3], n[4], n[5], n[6], time.Since(start).Milliseconds())
		sort.Strings(lines)
		for i, l := range lines {
			if i < 12 || verbose {
				fmt.Println("   ", short(l))
			}
		}
		if len(why) > 0 {
			fmt.Println("   ", why)
		}
	}
	fmt.Printf("paths %d, without origin %d (%.3f %%); keywords %d, not set where Go says %d; disagreements %d\n",
		total[0], total[1], 100*float64(total[1])/float64(max(total[0], 1)), total[2], total[3], total[4])
	fmt.Printf("paths in types of other modules %d, at the field that is of such a type as its module is not on disk %d (%.3f %% of all have a place in the type that declares them)\n",
		total[6], total[5], 100*float64(total[0]-total[1]-total[5])/float64(max(total[0], 1)))
	fmt.Printf("of %d fields, %d have another name in the tag of the line; of %d values of markers, %d are not in the text of the marker\n", read[0], read[1], read[2], read[3])
}

// readField reports whether the line of a field has a tag, and whether that has another
// name than the property. What controller-gen writes of a type by itself has the place
// where the type is used.
func readField(root *gotypes.Root, path []finding.Segment, at gotypes.Position) (said, wrong bool) {
	i := 0
	for i < len(path) && (path[i].Name != "properties" || i+2 != len(path)) {
		if path[i].Name == "properties" {
			i++ // a field may have the name of a keyword
		}
		i++
	}
	if i >= len(path) {
		return false, false
	}
	_, tag, ok := strings.Cut(at.Source, `json:"`)
	above, found := root.At(path[:len(path)-2])
	if !ok || found && above.File == at.File && above.Line == at.Line {
		return false, false
	}
	name, _, _ := strings.Cut(tag[:max(strings.IndexByte(tag, '"'), 0)], ",")
	return true, name != path[len(path)-1].Name
}

// readMarker looks for a value in the text of the marker that sets it.
func readMarker(keyword string, value any, at gotypes.Position) (said, wrong bool) {
	if !at.Exact || at.Marker == "" || strings.HasPrefix(at.Marker, "k8s:") {
		return false, false
	}
	line := []rune(at.Source)
	marker := string(line[at.Column-1 : min(at.Column-1+at.Length, len(line))])
	var words []string
	switch v := value.(type) {
	case string:
		words = []string{v}
	case int64, float64:
		words = []string{fmt.Sprint(v)}
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				words = append(words, s)
			}
		}
		if keyword == "x-kubernetes-list-map-keys" {
			words = words[:1] // each has a marker of its own
		}
	}
	if len(words) == 0 || keyword == "required" || keyword == "x-kubernetes-validations" || strings.HasSuffix(at.Marker, "Required") {
		return false, false
	}
	plain := func(s string) string { return strings.NewReplacer(`\`, "", `"`, "", "e+06", "").Replace(s) }
	for _, w := range words {
		if !strings.Contains(plain(marker), plain(w)) {
			return true, true
		}
	}
	return true, false
}

func short(v any) string {
	s := fmt.Sprint(v)
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}

// visit calls do for every schema.
func visit(s map[string]any, path []finding.Segment, do func(path []finding.Segment, s map[string]any)) {
	do(path, s)
	next := func(v any, segs ...finding.Segment) {
		if sub, ok := v.(map[string]any); ok {
			visit(sub, append(path[:len(path):len(path)], segs...), do)
		}
	}
	props, _ := s["properties"].(map[string]any)
	names := make([]string, 0, len(props))
	for k := range props {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, k := range names {
		next(props[k], finding.Segment{Name: "properties"}, finding.Segment{Name: k})
	}
	next(s["items"], finding.Segment{Name: "items"})
	next(s["additionalProperties"], finding.Segment{Name: "additionalProperties"})
	for _, k := range []string{"anyOf", "allOf"} {
		list, _ := s[k].([]any)
		for i, v := range list {
			next(v, finding.Segment{Name: k}, finding.Segment{Index: i, IsIndex: true})
		}
	}
}

func text(path []finding.Segment) string {
	var b strings.Builder
	for _, s := range path {
		if s.IsIndex {
			fmt.Fprintf(&b, "[%d]", s.Index)
		} else {
			b.WriteString("." + s.Name)
		}
	}
	return b.String()
}

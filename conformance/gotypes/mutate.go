package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	crdgen "sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/gotypes"
)

// newest is the version of controller-gen that this program is built with.
const newest = gotypes.Generator("v0.23.0")

// generate returns what controller-gen makes of packages: a value for each place of each
// CRD, by the place.
func generate(dir string, patterns []string) (map[string]*generated, error) {
	cfg := &packages.Config{Dir: dir, Env: append(os.Environ(), "GOTOOLCHAIN=local")}
	roots, err := loader.LoadRootsWithConfig(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	reg := &markers.Registry{}
	if err := crdmarkers.Register(reg); err != nil {
		return nil, err
	}
	parser := &crdgen.Parser{
		Collector:           &markers.Collector{Registry: reg},
		Checker:             &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crdgen.Generator{}.CheckFilter()}},
		AllowDangerousTypes: true,
	}
	crdgen.AddKnownTypes(parser)
	for _, r := range roots {
		parser.NeedPackage(r)
	}
	meta := crdgen.FindMetav1(roots)
	if meta == nil {
		return nil, fmt.Errorf("no metav1 in %s", dir)
	}
	all := map[string]*generated{}
	for _, gk := range crdgen.FindKubeKinds(parser, meta) {
		if gk.Group == "" {
			continue
		}
		parser.NeedCRDFor(gk, nil)
		made := parser.CustomResourceDefinitions[gk]
		crdgen.FixTopLevelMetadata(made)
		for i := range made.Spec.Versions {
			v := &made.Spec.Versions[i]
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			g := &generated{group: gk.Group, kind: gk.Kind, version: v.Name, values: map[string]string{}}
			if whole, err := json.Marshal(made); err == nil {
				if err := json.Unmarshal(whole, &g.document); err != nil {
					return nil, err
				}
			}
			if err := json.Unmarshal(text, &g.all); err != nil {
				return nil, err
			}
			schema, _ := g.all["schema"].(map[string]any)
			g.schema, _ = schema["openAPIV3Schema"].(map[string]any)
			g.fill()
			all[g.group+"/"+g.version+" "+g.kind] = g
		}
	}
	return all, nil
}

// generated is a version of a CRD.
type generated struct {
	group, kind, version string
	all, schema          map[string]any
	document             map[string]any // the CRD
	// values are the keywords, each name in required and each text in a rule, by place.
	values map[string]string
	places []spot
}

// spot is a place of a CRD that a marker sets.
type spot struct {
	key     string // in generated.values
	path    []finding.Segment
	keyword string
	value   any
	typ     string // of the schema
	version bool   // path is below the version, not below the schema
}

func (g *generated) fill() {
	add := func(path []finding.Segment, keyword, name string, value any, s map[string]any) {
		key := text(path)
		if name != "" {
			key += "=" + name
		}
		b, _ := json.Marshal(value)
		if had, ok := g.values[key]; ok {
			b = append([]byte(had+" "), b...)
		}
		g.values[key] = string(b)
		typ, _ := s["type"].(string)
		g.places = append(g.places, spot{key: key, path: path, keyword: keyword, value: value, typ: typ})
	}
	seg := func(path []finding.Segment, more ...finding.Segment) []finding.Segment {
		return append(path[:len(path):len(path)], more...)
	}
	visit(g.schema, nil, func(path []finding.Segment, s map[string]any) {
		add(path, "", "", "schema", s)
		for _, k := range sortedKeys(s) {
			at := seg(path, finding.Segment{Name: k})
			switch k {
			case "properties", "items", "additionalProperties", "anyOf", "allOf":
			case "required":
				for i, n := range s[k].([]any) {
					add(seg(at, finding.Segment{Index: i, IsIndex: true}), k, n.(string), n, s)
					delete(g.values, g.places[len(g.places)-1].key)
					g.places[len(g.places)-1].key = text(at) + "=" + n.(string)
					g.values[text(at)+"="+n.(string)] = "true"
				}
			case "x-kubernetes-validations", "x-kubernetes-list-map-keys":
				for i, r := range s[k].([]any) {
					here := seg(at, finding.Segment{Index: i, IsIndex: true})
					rule, ok := r.(map[string]any)
					if !ok {
						add(here, k, "", r, s)
						continue
					}
					for _, part := range sortedKeys(rule) {
						add(seg(here, finding.Segment{Name: part}), k, "", rule[part], s)
					}
				}
			default:
				add(at, k, "", s[k], s)
			}
		}
	})
	columns, _ := g.all["additionalPrinterColumns"].([]any)
	for i, c := range columns {
		column := c.(map[string]any)
		for _, k := range sortedKeys(column) {
			path := []finding.Segment{{Name: "additionalPrinterColumns"}, {Index: i, IsIndex: true}, {Name: k}}
			add(path, "printcolumn", "", column[k], nil)
			g.places[len(g.places)-1].version = true
		}
	}
}

func sortedKeys(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k)
	}
	sort.Strings(names)
	return names
}

// edit is a change of a Go file, and the places that it has to change.
type edit struct {
	what   string
	file   string
	line   int
	change func(line string) (string, bool)
	insert string // a line before line, instead of change
	// keys are the places of CRDs that have to change: "group/version kind" and key.
	keys  map[[2]string]bool
	token string // what the new value has to hold; "" if it has to vanish
}

// mutations changes markers of projects, runs controller-gen on them and prints how many
// of the changes changed exactly what they had to.
func mutations(want int, seed int64, projects []string) (ok bool) {
	m := rand.New(rand.NewSource(seed))
	type project struct {
		name, dir string
		patterns  []string
		base      map[string]*generated
		edits     []edit
	}
	var all []*project
	for _, p := range projects {
		dir, err := copied(p)
		if err != nil {
			fmt.Println(filepath.Base(p), err)
			continue
		}
		defer os.RemoveAll(filepath.Dir(dir))
		for root, patterns := range rootPackages(dir) {
			base, err := generate(root, patterns)
			if err != nil || len(base) == 0 {
				fmt.Println(filepath.Base(p), err)
				continue
			}
			pr := &project{name: filepath.Base(p), dir: root, patterns: patterns, base: base}
			pr.edits = edits(dir, base, m)
			m.Shuffle(len(pr.edits), func(i, j int) { pr.edits[i], pr.edits[j] = pr.edits[j], pr.edits[i] })
			fmt.Printf("%-28s %s: %d versions of CRDs, %d places in Go to change\n", pr.name, strings.TrimPrefix(root, dir), len(base), len(pr.edits))
			all = append(all, pr)
		}
	}
	var right, wrong, unseen int
	kinds := map[string]int{}
	each := (want + len(all) - 1) / max(len(all), 1)
	left := want
	for i, p := range all {
		if rest := len(all) - i; rest > 0 {
			each = (left + rest - 1) / rest
		}
		batch := p.edits[:min(each, len(p.edits))]
		left -= len(batch)
		// Two edits of a place would not be told apart, nor two of a line.
		for len(batch) > 0 {
			var now, later []edit
			taken := map[string]bool{}
			for _, e := range batch {
				at := e.file + ":" + strconv.Itoa(e.line)
				free := !taken[at]
				for k := range e.keys {
					free = free && !taken[k[0]+k[1]]
				}
				if !free || len(now) == 60 {
					later = append(later, e)
					continue
				}
				taken[at] = true
				for k := range e.keys {
					taken[k[0]+k[1]] = true
				}
				now = append(now, e)
			}
			batch = later
			r, w, u, by := try(p.dir, p.patterns, p.base, now)
			right, wrong, unseen = right+r, wrong+w, unseen+u
			for k, n := range by {
				kinds[k] += n
			}
		}
		fmt.Printf("%-28s %d right, %d wrong so far\n", p.name, right, wrong)
	}
	fmt.Println(kinds)
	fmt.Printf("%d changes of Go code, %d changed exactly the places of CRDs that come from there, %d did not\n", right+wrong, right, wrong)
	fmt.Printf("%d places where Compare does not see what these changes make stale, or sees more\n", unseen)
	return wrong+unseen == 0
}

// try applies edits, generates, and compares.
//
// unseen is how often gotypes.Compare says otherwise than controller-gen which places of
// the CRDs, as they were before the edits, are not what the Go types say now.
func try(dir string, patterns []string, base map[string]*generated, now []edit) (right, wrong, unseen int, by map[string]int) {
	by = map[string]int{}
	seen := map[[2]string]bool{}
	byFile := map[string][]edit{}
	for _, e := range now {
		byFile[e.file] = append(byFile[e.file], e)
	}
	original := map[string][]byte{}
	skipped := map[*edit]bool{}
	for file, list := range byFile {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		original[file] = text
		lines := strings.Split(string(text), "\n")
		sort.Slice(list, func(i, j int) bool { return list[i].line > list[j].line }) // from the end, as lines are inserted
		for i := range list {
			e := &list[i]
			if e.insert != "" {
				lines = slices.Insert(lines, e.line-1, e.insert)
				continue
			}
			line, ok := e.change(lines[e.line-1])
			if !ok {
				skipped[e] = true
				fmt.Printf("   wrong: %s: %s:%d does not hold it: %s\n", e.what, e.file, e.line, lines[e.line-1])
			}
			lines[e.line-1] = line
		}
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			panic(err)
		}
	}
	defer func() {
		for file, text := range original {
			os.WriteFile(file, text, 0o644)
		}
	}()
	after, err := generate(dir, patterns)
	if err != nil {
		fmt.Println("   controller-gen:", err)
		return 0, len(now), 0, by
	}
	changed := map[[2]string]string{} // the new values; "gone" if there is none
	for name, b := range base {
		a := after[name]
		if a == nil {
			fmt.Println("   gone:", name)
			continue
		}
		for key, v := range b.values {
			if w, ok := a.values[key]; !ok {
				changed[[2]string{name, key}] = "gone"
			} else if w != v {
				changed[[2]string{name, key}] = w
			}
		}
		for key, v := range a.values {
			if _, ok := b.values[key]; !ok {
				changed[[2]string{name, key}] = v
			}
		}
	}
	stale := disagreements(dir, base)
	for k := range changed {
		if strings.HasSuffix(k[1], ".description") && !strings.HasSuffix(k[1], ".properties.description") || strings.HasPrefix(k[1], ".additionalPrinterColumns") {
			continue // these are not compared
		}
		if n := listed(k[1]); !stale[[2]string{k[0], n}] {
			fmt.Printf("   not seen to be stale: %s %s\n", k[0], k[1])
			unseen++
		} else {
			seen[[2]string{k[0], n}] = true
		}
	}
	for k := range stale {
		if !seen[k] {
			fmt.Printf("   wrongly said to be stale: %s %s\n", k[0], k[1])
			unseen++
		}
	}
	for _, e := range now {
		ok := true
		for k := range e.keys {
			v, did := changed[k]
			if !did || e.token == "" && v != "gone" || e.token != "" && !strings.Contains(v, e.token) {
				ok = false
				fmt.Printf("   wrong: %s at %s:%d: %s %s is %q, not %q\n", e.what, e.file, e.line, k[0], k[1], v, e.token)
			}
			delete(changed, k)
		}
		if ok {
			right++
			by[strings.Fields(e.what)[0]]++
		} else {
			wrong++
		}
	}
	n := 0
	for k, v := range changed {
		if n++; n < 10 {
			fmt.Printf("   not foreseen: %s %s is now %.100s\n", k[0], k[1], v)
		}
		for _, e := range now {
			if e.token != "" && strings.Contains(v, e.token) {
				fmt.Printf("     by %s at %s:%d\n", e.what, e.file, e.line)
				wrong, right = wrong+1, right-1
				break
			}
		}
	}
	return right, wrong, unseen, by
}

// disagreements are the places of CRDs that gotypes finds to be stale.
func disagreements(dir string, base map[string]*generated) map[[2]string]bool {
	all := map[[2]string]bool{}
	mod, err := gotypes.Find(dir)
	if err != nil {
		panic(err)
	}
	for name, g := range base {
		types := mod.CRD(g.group, g.kind, []string{g.version}, newest)
		if types == nil {
			continue
		}
		for _, d := range types.Stale(0, g.schema) { // as the rule stale-crd does
			key := text(d.Path)
			if d.Keyword == "required" {
				field := d.InGo
				if field == nil {
					field = d.InCRD
				}
				key += "=" + fmt.Sprint(field)
			}
			all[[2]string{name, listed(key)}] = true
		}
	}
	return all
}

// listed is a place without its index in a list that is compared as a whole, and a new field
// without its keywords.
func listed(key string) string {
	for _, list := range []string{".x-kubernetes-validations", ".x-kubernetes-list-map-keys"} {
		if i := strings.Index(key, list+"["); i >= 0 {
			return key[:i+len(list)]
		}
	}
	if i := strings.Index(key, ".zz"); i >= 0 {
		return strings.TrimSuffix(key, ".type")
	}
	return key
}

// edits lists what can be changed in the Go code of a project, each place once, with all
// that comes from it.
func edits(dir string, base map[string]*generated, m *rand.Rand) []edit {
	mod, err := gotypes.Find(dir)
	if err != nil {
		fmt.Println(err)
		return nil
	}
	type group struct {
		at    gotypes.Position
		spots []spot
		keys  map[[2]string]bool
	}
	groups := map[string]*group{}
	var order []string
	names := make([]string, 0, len(base))
	for n := range base {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, name := range names {
		g := base[name]
		root, ok := mod.Origin(g.group, g.version, g.kind, newest)
		if !ok {
			fmt.Println("no type of", name)
			continue
		}
		for _, s := range g.places {
			var at gotypes.Position
			var ok bool
			if s.version {
				at, ok = root.Version(s.path)
			} else if at, ok = root.At(s.path); s.keyword == "x-kubernetes-validations" {
				if str, is := s.value.(string); is && len(str) > 3 {
					// The middle of the text, at the start of a character.
					i := len(str) / 2
					for i > 0 && str[i]&0xC0 == 0x80 {
						i--
					}
					at, ok = root.In(s.path, i, i)
				}
			}
			if !ok || !at.Exact || !strings.HasPrefix(at.File, dir+string(filepath.Separator)) {
				continue
			}
			id := fmt.Sprintf("%s:%d:%d:%d %s", at.File, at.Line, at.Column, at.Length, s.keyword)
			if groups[id] == nil {
				groups[id] = &group{at: at, keys: map[[2]string]bool{}}
				order = append(order, id)
			}
			groups[id].spots = append(groups[id].spots, s)
			groups[id].keys[[2]string{name, s.key}] = true
		}
	}
	var all []edit
	for i, id := range order {
		g := groups[id]
		if e, ok := editOf(g.at, g.spots, g.keys, "m"+strconv.Itoa(100000+i)+"m", 100000+i, m); ok {
			all = append(all, e)
		}
	}
	return all
}

// editOf is a change at a place: another value for the marker that stands there, or a new
// marker for the field.
func editOf(at gotypes.Position, spots []spot, keys map[[2]string]bool, token string, number int, m *rand.Rand) (edit, bool) {
	s := spots[0]
	e := edit{what: s.keyword + " " + text(s.path), file: at.File, line: at.Line, keys: keys, token: token}
	num := strconv.Itoa(number)
	// within changes the part of the line that the position names.
	within := func(change func(old string) (string, bool)) func(string) (string, bool) {
		return func(line string) (string, bool) {
			r := []rune(line)
			if at.Column-1+at.Length > len(r) {
				return line, false
			}
			from, to := at.Column-1, at.Column-1+at.Length
			part, ok := change(string(r[from:to]))
			return string(r[:from]) + part + string(r[to:]), ok
		}
	}
	args := func(value string) func(string) (string, bool) {
		return within(func(old string) (string, bool) {
			name, _, ok := strings.Cut(old, "=")
			return name + "=" + value, ok && strings.HasPrefix(strings.TrimSuffix(name, ":"), "+"+at.Marker)
		})
	}
	vanish := func() (edit, bool) {
		e.token = ""
		e.change = within(func(old string) (string, bool) { return "+x" + old[1:], strings.HasPrefix(old, "+"+at.Marker) })
		return e, true
	}
	switch s.keyword {
	case "": // a schema: a field without a marker
		if len(s.path) < 2 || s.path[len(s.path)-2].Name != "properties" {
			return e, false
		}
		if text(s.path) == ".properties.metadata" {
			return e, false // controller-gen writes no more than its type
		}
		e.keys = map[[2]string]bool{}
		for k := range keys {
			e.keys[[2]string{k[0], k[1] + ".title"}] = true
		}
		e.what = "title " + text(s.path)
		e.insert = "\t// +kubebuilder:title=" + token
		if m.Intn(8) == 0 {
			e.what = "field " + text(s.path)
			e.insert, e.line = "\tZz"+num+" string `json:\"zz"+num+",omitempty\"`", e.line+1
			e.token = ""
			e.keys = map[[2]string]bool{}
			for k := range keys {
				parent := k[1][:strings.LastIndex(k[1], ".properties.")]
				e.keys[[2]string{k[0], parent + ".properties.zz" + num}] = true
				e.keys[[2]string{k[0], parent + ".properties.zz" + num + ".type"}] = true
			}
			e.token = "s" // of schema and of string
			src, err := os.ReadFile(at.File)
			return e, err == nil && strings.HasSuffix(strings.Split(string(src), "\n")[at.Line-1], "`")
		}
		return e, m.Intn(4) == 0 // there are more of these than of all others
	case "description":
		e.change = within(func(old string) (string, bool) {
			return old + " " + token, strings.HasPrefix(old, "//") && !strings.Contains(old, "TODO") && !strings.HasPrefix(old, "// ---")
		})
		return e, at.Length > 3 && m.Intn(4) == 0
	case "required":
		if at.Marker == "" {
			e.token = ""
			e.change = within(func(old string) (string, bool) {
				// `json:"name"` to `json:"name,omitempty"`
				i := strings.Index(old, `json:"`)
				if i < 0 {
					return old, false
				}
				j := strings.IndexByte(old[i+6:], '"')
				return old[:i+6+j] + ",omitempty" + old[i+6+j:], true
			})
			return e, true
		}
		if strings.HasPrefix(at.Marker, "k8s:") {
			return e, false
		}
		e.token = ""
		e.change = within(func(old string) (string, bool) { return "+optional", strings.HasPrefix(old, "+"+at.Marker) })
		return e, true
	case "x-kubernetes-validations":
		if at.Length == 0 && at.Marker == "kubebuilder:validation:XValidation" {
			e.change = within(func(string) (string, bool) { return token, true })
			old, _ := s.value.(string)
			i := len(old) / 2
			for i > 0 && old[i]&0xC0 == 0x80 {
				i--
			}
			want, _ := json.Marshal(old[:i] + token + old[i:])
			e.token = string(want)
			return e, true
		}
		if strings.HasSuffix(at.Marker, "OneOf") {
			e.change = within(func(old string) (string, bool) { return old + ";" + token, true })
			return e, !strings.HasPrefix(at.Marker, "kubebuilder:validation:XV")
		}
		return e, false
	case "printcolumn":
		if at.Length == 0 || s.path[2].Name == "priority" || s.path[2].Name == "type" || s.path[2].Name == "format" {
			return e, false
		}
		e.change = within(func(string) (string, bool) { return strconv.Quote(token), true })
		return e, true
	case "title", "example":
		e.change = args(token)
		return e, at.Marker != ""
	case "pattern", "format":
		if at.Marker == "" {
			return e, false
		}
		e.change = args("`" + token + "`")
		return e, true
	case "enum":
		if at.Marker == "" || at.Marker == "k8s:enum" {
			return e, false
		}
		e.change = args(token + ";other")
		return e, true
	case "maximum", "minimum", "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties", "multipleOf":
		if at.Marker == "" || at.Marker == "k8s:required" {
			return e, false
		}
		e.change, e.token = args(num), num
		return e, true
	case "default":
		if at.Marker == "" {
			return e, false
		}
		switch s.value.(type) {
		case string:
			e.change = args(strconv.Quote(token))
		case float64:
			e.change, e.token = args(num), num
		case bool:
			to := strconv.FormatBool(s.value != true)
			e.change, e.token = args(to), to
		default:
			e.change = args(`{"` + token + `": "x"}`)
			if s.typ == "array" {
				e.change = args(`{"` + token + `"}`)
				if at.Marker == "default" {
					e.change = args(`["` + token + `"]`)
				}
			}
		}
		return e, true
	case "nullable", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource":
		if at.Marker == "" || s.keyword != "nullable" && mentionedNear(at, "RawExtension", "JSON") {
			return e, false // the type says so too
		}
		return vanish()
	case "x-kubernetes-list-type":
		if s.value == "map" || at.Marker == "" {
			return e, false
		}
		to := "set"
		if s.value == to {
			to = "atomic"
		}
		e.change, e.token = args(to), to
		return e, true
	case "x-kubernetes-list-map-keys":
		e.change = args(token)
		return e, at.Marker != ""
	case "x-kubernetes-map-type":
		if s.value != "atomic" || at.Marker == "" {
			return e, false
		}
		e.change, e.token = args("granular"), "granular"
		return e, true
	}
	return e, false
}

// mentionedNear reports whether one of the next lines holds a word.
func mentionedNear(at gotypes.Position, words ...string) bool {
	src, err := os.ReadFile(at.File)
	if err != nil {
		return false
	}
	lines := strings.Split(string(src), "\n")
	for _, l := range lines[at.Line-1 : min(at.Line+8, len(lines))] {
		for _, w := range words {
			if strings.Contains(l, w) {
				return true
			}
		}
	}
	return false
}

// copied copies the Go code of a project to a temporary folder.
func copied(dir string) (string, error) {
	tmp, err := os.MkdirTemp("", "gotypes")
	if err != nil {
		return "", err
	}
	to := filepath.Join(tmp, filepath.Base(dir))
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if e.IsDir() {
			if e.Name() == ".git" || e.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		base := e.Name()
		if filepath.Ext(base) != ".go" && base != "go.mod" && base != "go.sum" && base != "go.work" && base != "go.work.sum" && base != "modules.txt" || strings.HasSuffix(base, "_test.go") || !e.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	return to, err
}

// rootPackages are the packages with types of CRDs, by the folder of their module.
func rootPackages(dir string) map[string][]string {
	found := map[string]map[string]bool{}
	filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() {
			switch e.Name() {
			case "vendor", "testdata", "docs", "hack", "test", "tests", "designs", "internal", "examples":
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		src, _ := os.ReadFile(name)
		if !strings.Contains(string(src), "+groupName=") {
			return nil
		}
		module := filepath.Dir(name)
		for {
			if _, err := os.Stat(filepath.Join(module, "go.mod")); err == nil {
				break
			}
			if module == dir {
				return nil
			}
			module = filepath.Dir(module)
		}
		rel, _ := filepath.Rel(module, filepath.Dir(name))
		if found[module] == nil {
			found[module] = map[string]bool{}
		}
		found[module]["./"+filepath.ToSlash(rel)] = true
		return nil
	})
	all := map[string][]string{}
	for module, set := range found {
		for p := range set {
			all[module] = append(all[module], p)
		}
		sort.Strings(all[module])
	}
	return all
}

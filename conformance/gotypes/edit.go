package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

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
			if !ok || !at.Exact || at.Elsewhere || !strings.HasPrefix(at.File, dir+string(filepath.Separator)) {
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
			// The branches of what is an integer or a string have the place of the field.
			if !strings.HasSuffix(k[1], ".anyOf[0]") && !strings.HasSuffix(k[1], ".anyOf[1]") {
				e.keys[[2]string{k[0], k[1] + ".title"}] = true
			}
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

package main

import (
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

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
		// As the rule stale-crd does. A CRD without any title, where Go has many, is one that a
		// tool has stripped of them, so this one gets one.
		schema := maps.Clone(g.schema)
		schema["title"] = "titled"
		for _, d := range types.Stale(0, schema, "", "") {
			key := text(d.Path)
			if key == ".title" {
				continue
			}
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

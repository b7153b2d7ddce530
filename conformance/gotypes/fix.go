package main

import (
	"fmt"
	"go/format"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	yamledit "github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// fault makes a right marker a wrong one, whose finding has a fix.
type fault struct {
	what string
	from *regexp.Regexp
	to   string // how it is changed
	// again has the line be there twice.
	again bool
}

var faults = []fault{
	{what: "scope", from: regexp.MustCompile(`(\+kubebuilder:resource:(?:.*,)?scope=)(Cluster|Namespaced)`), to: "lower"},
	{what: "column type", from: regexp.MustCompile(`(\+kubebuilder:printcolumn:(?:.*,)?type="?)(string|date|integer|boolean|number)`), to: "title"},
	{what: "column path", from: regexp.MustCompile("(\\+kubebuilder:printcolumn:(?:.*,)?JSONPath=[\"`]?)\\.([a-zA-Z.]+)"), to: "bare"},
	{what: "no list type", from: regexp.MustCompile(`^\s*// ?\+listType=atomic\s*$`), to: "gone"},
	{what: "rule twice", from: regexp.MustCompile(`^\s*// ?\+kubebuilder:validation:XValidation:`), again: true},
	{what: "enum twice", from: regexp.MustCompile(`(\+kubebuilder:validation:Enum:?=)([A-Za-z]+)((?:;[A-Za-z]+)+)\s*$`), to: "twice"},
	{what: "short name", from: regexp.MustCompile(`(\+kubebuilder:resource:(?:.*,)?shortName=)([a-z]{2,})`), to: "title"},
	{what: "slip in a rule", from: regexp.MustCompile(`(\+kubebuilder:validation:XValidation:.*\.)(startsWith|matches|contains|endsWith|exists|size)(\()`), to: "slip"},
}

// plant makes some lines of Go code wrong, and returns how many by what is wrong.
func plant(dir string, each int, m *rand.Rand) (map[string]int, error) {
	type place struct {
		file string
		line int
	}
	found := map[string][]place{}
	texts := map[string][]string{}
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(name) != ".go" || strings.Contains(name, "/vendor/") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "+kubebuilder") && !strings.Contains(string(text), "+listType") {
			return err
		}
		texts[name] = strings.Split(string(text), "\n")
		for i, line := range texts[name] {
			for _, f := range faults {
				if f.from.MatchString(line) {
					found[f.what] = append(found[f.what], place{name, i})
				}
			}
		}
		return nil
	})
	planted := map[string]int{}
	taken := map[place]bool{}
	changed := map[string]bool{}
	again := map[string][]int{}
	for _, f := range faults {
		m.Shuffle(len(found[f.what]), func(i, j int) { found[f.what][i], found[f.what][j] = found[f.what][j], found[f.what][i] })
		for _, p := range found[f.what] {
			if planted[f.what] == each {
				break
			}
			if taken[p] {
				continue
			}
			taken[p], changed[p.file] = true, true
			planted[f.what]++
			if f.again {
				again[p.file] = append(again[p.file], p.line)
				continue
			}
			was := texts[p.file][p.line]
			texts[p.file][p.line] = f.broken(was)
			if f.what != "scope" && f.what != "short name" {
				continue
			}
			// Of several versions controller-gen takes whose it comes to last, by chance.
			for _, o := range found[f.what] {
				if !taken[o] && filepath.Base(o.file) == filepath.Base(p.file) && o.file != p.file {
					taken[o], changed[o.file] = true, true
					texts[o.file][o.line] = f.broken(texts[o.file][o.line])
				}
			}
		}
	}
	for name := range changed {
		lines := texts[name]
		slices.Sort(again[name])
		for _, i := range slices.Backward(again[name]) {
			lines = slices.Insert(lines, i+1, lines[i])
		}
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(strings.Join(lines, "\n"), "\x00\n", "")), 0o644); err != nil {
			return nil, err
		}
	}
	return planted, err
}

func (f *fault) broken(line string) string {
	parts := f.from.FindStringSubmatchIndex(line)
	at := func(i int) string { return line[parts[2*i]:parts[2*i+1]] }
	put := func(i int, text string) string { return line[:parts[2*i]] + text + line[parts[2*i+1]:] }
	switch f.to {
	case "lower":
		return put(2, strings.ToLower(at(2)))
	case "title":
		return put(2, strings.ToUpper(at(2)[:1])+at(2)[1:])
	case "bare":
		return line[:parts[4]-1] + line[parts[4]:]
	case "gone":
		return "\x00"
	case "twice":
		return put(3, at(3)+";"+at(2))
	case "slip":
		word := []byte(at(2))
		n := len(word)
		word[n-2], word[n-1] = word[n-1], word[n-2]
		return put(2, string(word))
	}
	return line
}

// manifest is the CRD of a kind as controller-gen writes it.
func manifest(g *generated) (*source.File, error) {
	doc := g.document
	delete(doc, "status")
	meta, _ := doc["metadata"].(map[string]any)
	delete(meta, "creationTimestamp")
	meta["annotations"] = map[string]any{"controller-gen.kubebuilder.io/version": string(newest)}
	text, err := yamltext.Marshal(doc)
	return source.Read(g.group+"_"+g.kind+".yaml", text), err
}

// fixes plants faults in projects, has --fix mend them in Go, generates again, and prints how
// many of the fixes made the CRD what it is with the same fixes made in it.
func fixes(each int, seed int64, projects []string) bool {
	m := rand.New(rand.NewSource(seed))
	var right, wrong, left, refused int
	byRule := map[string]int{}
	for _, p := range projects {
		dir, err := copied(p)
		if err != nil {
			fmt.Println(filepath.Base(p), err)
			continue
		}
		all := rootPackages(dir)
		planted, err := plant(dir, each, m)
		if err != nil {
			fmt.Println(filepath.Base(p), err)
			continue
		}
		for _, root := range sortedKeysOf(all) {
			r, w, l, no, err := fixed(root, all[root], byRule)
			if err != nil {
				fmt.Println(filepath.Base(p), strings.TrimPrefix(root, dir), err)
			}
			right, wrong, left, refused = right+r, wrong+w, left+l, refused+no
		}
		fmt.Printf("%-28s %v planted, %d fixes right, %d wrong, %d findings left so far\n", filepath.Base(p), planted, right, wrong, left)
		os.RemoveAll(filepath.Dir(dir))
	}
	fmt.Println(byRule)
	fmt.Printf("%d fixes not made, as they would change other places of CRDs as well\n", refused)
	fmt.Printf("%d fixes of Go code, %d made the CRD exactly what the fix means, %d did not; %d findings with such a fix were there afterwards\n", right+wrong, right, wrong, left)
	return wrong+left == 0 && right > 0
}

func sortedKeysOf(m map[string][]string) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// fixed takes a module through a run of --fix.
func fixed(root string, patterns []string, byRule map[string]int) (right, wrong, left, refused int, err error) {
	before, err := generate(root, patterns)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	mod, err := gotypes.Find(root)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	linter := lint.New(kube.Latest)
	opts := lint.Options{Rules: rules.Of(rules.APIReview), GoFirst: true, Types: func(g origin.Generated) *gotypes.CRD {
		return mod.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
	}}
	kinds := map[string]*generated{} // one of its versions has all
	for _, name := range sortedNames(before) {
		g := before[name]
		kinds[g.group+"/"+g.kind] = g
	}
	var crds []gotypes.Case
	var wishes []gotypes.Wish
	var files []*source.File
	var of []string
	found := map[string]map[string]bool{} // what has a fix, by kind
	for _, kind := range sortedNames(kinds) {
		f, err := manifest(kinds[kind])
		if err != nil {
			return 0, 0, 0, 0, err
		}
		r := linter.File(f, opts)
		found[kind] = map[string]bool{}
		for i := range r.Findings {
			if x := &r.Findings[i]; x.Fix != nil {
				found[kind][x.Rule+" "+x.Path] = true
				byRule[x.Rule]++
			}
		}
		cases := linter.GoCases(f, opts)
		if len(cases) == 0 {
			continue
		}
		for _, w := range cases[0].Wishes {
			w.Case = len(crds)
			wishes = append(wishes, w)
		}
		crds, files, of = append(crds, cases[0].Case), append(files, f), append(of, kind)
	}
	if len(wishes) == 0 {
		return 0, 0, 0, 0, nil
	}
	plan, granted := gotypes.Choose(crds, wishes)
	for _, ok := range granted {
		if !ok {
			refused++
		}
	}
	for name, text := range plan.Texts() {
		old, err := os.ReadFile(name)
		if err != nil {
			return 0, 0, 0, 0, err
		}
		if was, err := format.Source(old); err == nil && string(was) == string(old) {
			if is, err := format.Source(text); err != nil || string(is) != string(text) {
				fmt.Println("   gofmt changes", name, err)
				wrong++
			}
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return 0, 0, 0, 0, err
		}
	}
	after, err := generate(root, patterns)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	now := map[string]*generated{}
	for _, name := range sortedNames(after) {
		now[after[name].group+"/"+after[name].kind] = after[name]
	}
	again, err := gotypes.Find(root)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	mod = again
	for i, kind := range of {
		var requests []yamledit.Request
		for j, w := range wishes {
			if w.Case == i && granted[j] {
				requests = append(requests, yamledit.Request{Doc: files[i].Documents[0], Changes: w.Changes})
			}
		}
		text := files[i].Text
		if len(requests) > 0 {
			chosen, edits := yamledit.Together(files[i], requests, yamledit.Plan(files[i], requests))
			if len(chosen) != len(requests) {
				fmt.Printf("   %s: %d of %d fixes of the CRD\n", kind, len(chosen), len(requests))
				wrong += len(requests) - len(chosen)
			}
			text = yamledit.Apply(text, edits)
		}
		f, err := manifest(now[kind])
		if err != nil {
			return 0, 0, 0, 0, err
		}
		want := source.Value(source.Read(files[i].Name, text).Documents[0].Root)
		if got := source.Value(f.Documents[0].Root); !reflect.DeepEqual(got, want) {
			fmt.Printf("   wrong: %s is not what %d fixes mean\n", kind, len(requests))
			differences("", got, want)
			wrong += max(1, len(requests))
			continue
		}
		right += len(requests)
		r := linter.File(f, opts)
		for k := range r.Findings {
			x := &r.Findings[k]
			if x.Fix != nil && found[kind][x.Rule+" "+x.Path] && slices.ContainsFunc(requests, func(r yamledit.Request) bool {
				return strings.HasPrefix(r.Changes[0].Path.File(), x.Path) && r.Changes[0].Op == finding.Add
			}) {
				fmt.Println("   left:", kind, x.Rule, x.Path)
				left++
			}
		}
	}
	return right, wrong, left, refused, nil
}

func sortedNames(m map[string]*generated) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// differences prints where two values differ.
func differences(path string, got, want any) {
	a, isMap := got.(map[string]any)
	b, alsoMap := want.(map[string]any)
	if isMap && alsoMap {
		for k := range a {
			if !reflect.DeepEqual(a[k], b[k]) {
				differences(path+"."+k, a[k], b[k])
			}
		}
		for k := range b {
			if _, ok := a[k]; !ok {
				differences(path+"."+k, nil, b[k])
			}
		}
		return
	}
	c, isList := got.([]any)
	d, alsoList := want.([]any)
	if isList && alsoList && len(c) == len(d) {
		for i := range c {
			if !reflect.DeepEqual(c[i], d[i]) {
				differences(fmt.Sprintf("%s[%d]", path, i), c[i], d[i])
			}
		}
		return
	}
	fmt.Printf("      %s: %.200v, want %.200v\n", path, got, want)
}

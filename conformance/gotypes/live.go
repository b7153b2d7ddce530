package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// live compares the CRDs of projects with what Go files as they are make of them, by the findings of lint, and reports
// whether there are no others.
func live(projects []string) bool {
	linter := lint.New(kube.Latest)
	var sum tally
	for _, dir := range projects {
		dir, _ = filepath.Abs(dir)
		code, err := gofile.Open(dir)
		if err != nil {
			fmt.Println(filepath.Base(dir), err)
			continue
		}
		docs := generatedDocs(dir)
		var one tally
		var slowest time.Duration
		for _, l := range code.CRDs(docs) {
			one.crds++
			if l.Changed {
				one.changed++
			}
			opts := lint.Options{Rules: rules.Of(rules.Strict), Types: func(origin.Generated) *gotypes.CRD { return l.Types }, GoFirst: true}
			start := time.Now()
			now := linter.Document(l.Document(), opts)
			slowest = max(slowest, time.Since(start))
			one.compare(filepath.Base(dir), linter.Document(l.Written, opts), now)
		}
		one.refused, one.ignored = flaws(code, dir, docs)
		keystrokes(code, dir, docs)
		fmt.Printf("%-40s %s; slowest lint %d ms\n", filepath.Base(dir), one.String(), slowest.Milliseconds())
		sum.add(one)
	}
	fmt.Println("all:", sum.String())
	return sum.extra == 0 && sum.refused == 0
}

// tally counts findings.
type tally struct{ crds, changed, equal, missing, extra, refused, ignored int }

func (t *tally) add(o tally) {
	t.crds, t.changed, t.equal, t.missing, t.extra = t.crds+o.crds, t.changed+o.changed, t.equal+o.equal, t.missing+o.missing, t.extra+o.extra
	t.refused, t.ignored = t.refused+o.refused, t.ignored+o.ignored
}

func (t *tally) String() string {
	return fmt.Sprintf("%d CRDs, %d changed by what Go says, findings: %d equal, %d missing, %d extra; markers: %d said to be refused, %d to be ignored",
		t.crds, t.changed, t.equal, t.missing, t.extra, t.refused, t.ignored)
}

// compare counts the findings that both lists have, and prints the others.
func (t *tally) compare(name string, want, got []report.Finding) {
	left := map[string]int{}
	var order []string
	key := func(f *report.Finding) string {
		at := ""
		if f.Origin != nil {
			at = fmt.Sprintf("%s:%d:%d", filepath.Base(f.Origin.File), f.Origin.Line, f.Origin.Column)
		}
		return f.Rule + " " + f.Path + " " + at + " " + f.Message
	}
	for i := range want {
		if want[i].Rule != "stale-crd" {
			left[key(&want[i])]++
		}
	}
	for i := range got {
		if got[i].Rule == "stale-crd" {
			continue
		}
		k := key(&got[i])
		if left[k] > 0 {
			left[k]--
			t.equal++
			continue
		}
		t.extra++
		order = append(order, "   extra:   "+k)
	}
	for k, n := range left {
		for range n {
			t.missing++
			order = append(order, "   missing: "+k)
		}
	}
	sort.Strings(order)
	for _, line := range order {
		fmt.Printf("%s %s: %.300s\n", name, strings.Repeat("", 0), line)
	}
}

// generatedDocs are the CRDs below a folder that controller-gen wrote, each once.
func generatedDocs(dir string) []*source.Document {
	var all []*source.Document
	seen := map[string]bool{}
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if e.IsDir() {
			switch e.Name() {
			case "vendor", "testdata", "node_modules", ".git", "test", "tests", "bundle", "deploy", "dist":
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".yaml" && ext != ".yml" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "controller-gen.kubebuilder.io/version") || strings.Contains(string(text), "{{") {
			return nil
		}
		for _, doc := range source.Read(name, text).Documents {
			if g, ok := origin.GeneratedIn(doc); ok && !seen[g.Group+g.Kind] && doc.IsCRD() {
				seen[g.Group+g.Kind] = true
				all = append(all, doc)
			}
		}
		return nil
	})
	return all
}

// flaws prints the markers of projects that are said to be refused or ignored. Controller-gen has taken them all.
func flaws(code *gofile.Code, dir string, docs []*source.Document) (refused, ignored int) {
	linter := lint.New(kube.Latest)
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && (e.Name() == "vendor" || e.Name() == ".git") {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.Contains(name, "_test.go") || strings.Contains(name, "zz_") {
			return nil
		}
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), "`json:") {
			return nil
		}
		for _, d := range code.Diagnose(name, docs, linter, lint.Options{}) {
			switch d.Rule {
			case "marker-invalid":
				refused++
			case "marker-ignored":
				ignored++
			default:
				continue
			}
			text, _ := os.ReadFile(name)
			fmt.Printf("   %s %s: %.80s: %s\n", d.Rule, filepath.Base(name), text[d.From:d.To], d.Message)
		}
		return nil
	})
	return refused, ignored
}

// keystrokes prints how long answers take while somebody types into each file with types of CRDs.
func keystrokes(code *gofile.Code, dir string, docs []*source.Document) {
	linter := lint.New(kube.Latest)
	opts := lint.Options{Rules: rules.Of(rules.Default)}
	times := map[string][]time.Duration{}
	timed := func(what string, do func()) {
		start := time.Now()
		do()
		times[what] = append(times[what], time.Since(start))
	}
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && (e.Name() == "vendor" || e.Name() == ".git") {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(name) != ".go" || len(times["diagnose"]) > 30 {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "`json:") || strings.Contains(name, "zz_") {
			return nil
		}
		code.Set(name, text)
		if crds, _ := code.CRDsOf(name, docs); len(crds) == 0 { // it is open for a while
			code.Close(name)
			return nil
		}
		at := strings.LastIndex(string(text), "// +kubebuilder:")
		if at < 0 {
			return nil
		}
		changed := string(text[:at]) + "// +kubebuilder:validation:XValidation:rule=\"self == oldSelf\"\n" + string(text[at:])
		code.Set(name, []byte(changed))
		timed("complete", func() { code.Complete(name, at+20, docs) })
		timed("hover", func() { code.Hover(name, at+8, docs) })
		timed("expression", func() { code.Expression(name, at+len("// +kubebuilder:validation:XValidation:rule=\"self"), docs) })
		timed("diagnose", func() { code.Diagnose(name, docs, linter, opts) })
		code.Close(name)
		return nil
	})
	for _, what := range []string{"complete", "hover", "expression", "diagnose"} {
		all := times[what]
		if len(all) == 0 {
			continue
		}
		sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
		fmt.Printf("   %-10s of %d files: median %d ms, 95th percentile %d ms, slowest %d ms\n", what, len(all), all[len(all)/2].Milliseconds(), all[len(all)*95/100].Milliseconds(), all[len(all)-1].Milliseconds())
	}
}

package actions

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// A damaged is an object of the corpus after a mutation.
type damaged struct {
	Repo     string          `json:"repo"`
	ID       string          `json:"id"`
	Op       string          `json:"op"`
	Mutation string          `json:"mutation"`
	Object   json.RawMessage `json:"object"`
}

// eachDamaged calls f for every n-th damaged object that is created.
func eachDamaged(t *testing.T, n int, f func(*damaged)) {
	file, err := os.Open(filepath.Join(sweep.Corpus(), "dev", "truth-mutants.jsonl"))
	if err != nil {
		t.Skip("the corpus is absent")
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for i := 0; lines.Scan(); i++ {
		if !sweep.Takes(n, i) {
			continue
		}
		var d damaged
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Op == "create" {
			f(&d)
		}
	}
}

// corpusCRDs reads the CRDs of projects when they are needed.
type corpusCRDs map[string]*apply.CRDs

func (c corpusCRDs) of(t *testing.T, repo string) *apply.CRDs {
	if c[repo] == nil {
		c[repo] = apply.NewCRDs(kube.Latest, false)
		files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", repo, "crds", "*.yaml"))
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c[repo].Add(source.Read(name, text))
		}
	}
	return c[repo]
}

func checkOf(crds *apply.CRDs) Check {
	return func(text []byte) []report.Finding {
		of := apply.New(crds, apply.RunOptions{}).File(source.Read("object.yaml", text))
		return of.Whole().Findings
	}
}

// TestFixesOfDamagedObjects counts the findings that have fixes. After a preferred fix, the server's errors are those
// before, without the one that it fixes.
func TestFixesOfDamagedObjects(t *testing.T) {
	type count struct{ findings, fixed, preferred int }
	byCode := map[string]*count{}
	tried, mutants := 0, 0
	crds := corpusCRDs{}
	eachDamaged(t, 61, func(d *damaged) {
		text, err := yaml.JSONToYAML(d.Object)
		if err != nil {
			t.Fatal(err)
		}
		mutants++
		check := checkOf(crds.of(t, d.Repo))
		before := check(text)
		file := source.Read("object.yaml", text)
		for i := range before {
			f := &before[i]
			if f.Severity != finding.Error {
				continue
			}
			c := byCode[string(f.Code)]
			if c == nil {
				c = &count{}
				byCode[string(f.Code)] = c
			}
			c.findings++
			fixes := ObjectFixes(file, f, before, crds.of(t, d.Repo), check)
			if len(fixes) > 0 {
				c.fixed++
			}
			for j := range fixes {
				tried++
				if fixes[j].Preferred {
					c.preferred++
					checkPreferred(t, d, text, f, before, &fixes[j], check)
				}
			}
		}
	})
	var all count
	for _, name := range slices.Sorted(maps.Keys(byCode)) {
		c := byCode[name]
		t.Logf("%-34s %4d findings, %4d with fixes, %4d with a preferred one", name, c.findings, c.fixed, c.preferred)
		all = count{all.findings + c.findings, all.fixed + c.fixed, all.preferred + c.preferred}
	}
	t.Logf("%d damaged objects: %d errors, %d with fixes, %d fixes offered, %d preferred and proven", mutants, all.findings, all.fixed, tried, all.preferred)
	if all.preferred == 0 {
		t.Error("nothing was tried")
	}
}

func checkPreferred(t *testing.T, d *damaged, text []byte, f *report.Finding, before []report.Finding, fix *Fix, check Check) {
	t.Helper()
	edited := fix.Edited(text)
	errors := func(list []report.Finding) (all []string) {
		for i := range list {
			if list[i].Severity == finding.Error {
				all = append(all, string(list[i].Code)+" "+withoutIndexes(list[i].Path))
			}
		}
		return all
	}
	was, is := errors(before), errors(check(edited))
	for _, one := range is {
		i := slices.Index(was, one)
		if i < 0 {
			t.Fatalf("%s %s: %q makes a new error: %s", d.ID, d.Mutation, fix.Title, one)
		}
		was = slices.Delete(was, i, i+1)
	}
	if !slices.Contains(was, string(f.Code)+" "+withoutIndexes(f.Path)) {
		t.Fatalf("%s %s: %q leaves the error %s %s", d.ID, d.Mutation, fix.Title, f.Code, f.Path)
	}
	if strings.Count(string(edited), "\n") > strings.Count(string(text), "\n")+200 {
		t.Fatalf("%s: %q adds too much:\n%s", d.ID, fix.Title, edited)
	}
}

// TestFixesOfBrokenText tries findings about texts that are cut anywhere: nothing panics.
func TestFixesOfBrokenText(t *testing.T) {
	crds := corpusCRDs{}
	eachDamaged(t, 400, func(d *damaged) {
		text, err := yaml.JSONToYAML(d.Object)
		if err != nil {
			t.Fatal(err)
		}
		of := crds.of(t, d.Repo)
		check := checkOf(of)
		for cut := len(text) / 3; cut < len(text); cut += len(text)/5 + 1 {
			part := slices.Clone(text[:cut])
			found := check(part)
			for i := range found[:min(len(found), 4)] {
				for _, fix := range ObjectFixes(source.Read("object.yaml", part), &found[i], found, of, check) {
					if fix.Title == "" || fmt.Sprint(fix.Edits) == "[]" {
						t.Fatalf("an empty fix of %v", found[i])
					}
				}
			}
		}
	})
}

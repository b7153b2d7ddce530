package others

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

var printDifferences = flag.Bool("differences", false, "print the lines that differences.txt lacks")

// TestProfiles requires that the profiles report what the tools do.
func TestProfiles(t *testing.T) {
	for _, c := range cases(t) {
		got := Ours(c.Tool, c.Settings, c.Old, c.New)
		want := Answer{Lines: expected(t)[c.ID()]}
		want.Failed = slices.ContainsFunc(want.Lines, func(l string) bool { return strings.Contains(l, "| error |") })
		if !want.Equal(&got) {
			t.Errorf("%s:\n%s", c.ID(), want.Difference(&got))
		}
	}
}

// TestReports requires of the whole comparison what TestProfiles does of the verdicts: each
// of them is reported, once or more, and nothing else, and fails or passes the run.
func TestReports(t *testing.T) {
	for _, c := range cases(t) {
		d := diffrun.New(kube.Latest, diffrun.Options{Profile: others.New(c.Tool, c.Settings), NoWitnesses: true})
		var diff report.CRDDiff
		if c.Old == nil {
			diff = d.Added(document("new.yaml", c.New))
		} else {
			diff = d.Compare(document("old.yaml", c.Old), document("new.yaml", c.New))
		}
		var want, got []string
		for _, l := range expected(t)[c.ID()] {
			f := strings.Split(l, " | ")
			want = append(want, f[0]+" "+f[1])
		}
		for i := range diff.Changes {
			n := &diff.Changes[i]
			got = append(got, n.Check+" "+n.Severity.String())
			if n.Breaking != (n.Severity.String() == "error") || n.New == nil && n.Old == nil {
				t.Errorf("%s: %+v", c.ID(), n)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if w, g := slices.Compact(want), slices.Compact(got); !slices.Equal(w, g) {
			t.Errorf("%s: reports %q, want %q", c.ID(), g, w)
		}
	}
}

// TestOwnVerdicts compares what crdtool says by itself of each case, by meaning: what the
// tool has as an error must be breaking, by the same kind of change at the same place, and
// the other way round; differences.txt has the rest.
func TestOwnVerdicts(t *testing.T) {
	known := differences(t)
	used := map[string]bool{}
	agree := 0
	differs := func(line string) {
		if used[line] = true; known[line] == "" {
			if *printDifferences {
				fmt.Println(line)
			} else {
				t.Errorf("not in differences.txt: %s", line)
			}
		}
	}
	for _, c := range cases(t) {
		if c.Old == nil {
			continue // there is nothing to compare
		}
		diff := diffrun.New(kube.Latest, diffrun.Options{Promises: allPromise}).Compare(document("old.yaml", whole(t, c.Old)), document("new.yaml", whole(t, c.New)))
		met := make([]bool, len(diff.Changes))
		for _, l := range expected(t)[c.ID()] {
			f := strings.Split(l, " | ")
			if f[1] != "error" {
				continue
			}
			found, said := false, "nothing"
			for i := range diff.Changes {
				n := &diff.Changes[i]
				if !sameMeaning(f[0], f[2], f[3], n) {
					continue
				}
				met[i] = true
				if found = found || n.Breaking; !n.Breaking {
					said = n.Class + " " + n.Code
				}
			}
			if found {
				agree++
				continue
			}
			differs(fmt.Sprintf("%s: it says %s %s, crdtool %s", c.ID(), f[0], strings.TrimSpace(f[2]+" "+f[3]), said))
		}
		for i := range diff.Changes {
			if n := &diff.Changes[i]; n.Breaking && !met[i] {
				differs(strings.TrimSpace(fmt.Sprintf("%s: it says nothing, crdtool %s %s %s", c.ID(), n.Class, n.Code, n.Field)))
			}
		}
	}
	for line := range known {
		if !used[line] {
			t.Errorf("differences.txt: differs no more: %s", line)
		}
	}
	t.Logf("%d verdicts agree, %d are explained", agree, len(used))
}

// allPromise has v1alpha1 count as v1: the tools make no difference.
func allPromise(string, string) upgrade.Verdict { return upgrade.Major }

// meanings are the keywords, or the codes, that a check is about.
var meanings = map[string][]string{
	"NoFieldRemoval": {"properties"}, "existingFieldRemoval": {"properties"}, "NoDataTypeChange": {"type"}, "NoEnumRemoval": {"enum"},
	"NoNewRequiredFields": {"required"}, "scope": {"install-refused"}, "storedVersionRemoval": {"install-refused", "version-removed"},
	"MustNotExceedCostBudget": {"install-refused", "x-kubernetes-validations"}, "MustHaveStatus": {"subresource-changed"},
}

func sameMeaning(check, version, place string, n *report.Change) bool {
	of := meanings[check]
	if of == nil {
		of = []string{check}
	}
	field := at(place)
	if n.Code == "field-removed" && n.Version == version && strings.HasPrefix(field+".", n.Field+".") {
		return true // whatever is said of a field that is gone, or is below one
	}
	if strings.Contains(version, " -> ") && n.Code == "storage-loses" {
		return n.Field == field
	}
	if !slices.Contains(of, n.Keyword) && !slices.Contains(of, n.Code) {
		return check == "unhandled" && at(place) == n.Field && n.Version == version
	}
	if version != "" && n.Version != "" && version != n.Version || strings.Contains(version, " ") {
		return false
	}
	return place == "" || n.Code == "install-refused" || n.Field == field || (check == "required" || check == "NoNewRequiredFields") && strings.HasPrefix(n.Field, field+".")
}

// at is a place as crdtool writes it.
func at(place string) string {
	place = strings.TrimPrefix(strings.TrimPrefix(place, "^"), ".")
	return strings.NewReplacer(".items", "[*]", ".additionalProperties", "[*]").Replace(place)
}

func document(name string, text []byte) *source.Document {
	return source.Read(name, text).Documents[0]
}

func cases(t *testing.T) []Case {
	t.Helper()
	all, err := Cases()
	if err != nil || len(all) < 150 {
		t.Fatalf("%d cases, %v", len(all), err)
	}
	return all
}

// blocks reads a file of lines with indented ones below.
func blocks(t *testing.T, name string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all, head := map[string][]string{}, ""
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimRight(line, "\n"); {
		case strings.HasPrefix(line, "#") || line == "":
		case strings.HasPrefix(line, "  "):
			all[head] = append(all[head], line[2:])
		default:
			head = line
			all[head] = nil
		}
	}
	return all
}

func expected(t *testing.T) map[string][]string { return blocks(t, "expected.txt") }

// differences are lines with the reason below each, or below the last of several.
func differences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	var waiting []string
	reason := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
		case strings.HasPrefix(line, "  "):
			reason += line
			for _, w := range waiting {
				all[w] += line
			}
		default:
			if reason != "" {
				waiting, reason = nil, ""
			}
			waiting = append(waiting, line)
			all[line] = ""
		}
	}
	return all
}

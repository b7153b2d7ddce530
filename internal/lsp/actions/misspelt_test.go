package actions

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// damages are what people do to a line of a manifest.
var damages = map[string]func(*rand.Rand, string) string{
	"misspelt key": func(r *rand.Rand, line string) string {
		return keyOfLine.ReplaceAllStringFunc(line, func(key string) string { return swapped(r, key) })
	},
	"quoted number":   func(_ *rand.Rand, line string) string { return number.ReplaceAllString(line, `: "$1"`) },
	"quoted boolean":  func(_ *rand.Rand, line string) string { return boolean.ReplaceAllString(line, `: "$1"`) },
	"number for text": func(_ *rand.Rand, line string) string { return word.ReplaceAllString(line, ": 123") },
	"null":            func(_ *rand.Rand, line string) string { return word.ReplaceAllString(line, ":") },
	"misspelt value": func(r *rand.Rand, line string) string {
		return word.ReplaceAllStringFunc(line, func(value string) string { return ": " + swapped(r, value[2:]) })
	},
	"removed line":  func(*rand.Rand, string) string { return "" },
	"repeated line": func(_ *rand.Rand, line string) string { return line + "\n" + line },
}

var (
	keyOfLine = regexp.MustCompile(`[A-Za-z]{5,}:`)
	number    = regexp.MustCompile(`: ([0-9]+)$`)
	boolean   = regexp.MustCompile(`: (true|false)$`)
	word      = regexp.MustCompile(`: [A-Za-z]{4,}$`)
)

// swapped swaps two neighbouring letters of a word.
func swapped(r *rand.Rand, word string) string {
	i := 1 + r.IntN(len(word)-3)
	return word[:i] + word[i+1:i+2] + word[i:i+1] + word[i+2:]
}

// TestFixesOfMistypedSamples makes one mistake in samples of the corpus that the server accepts, and counts what a
// preferred fix corrects. The fix of a misspelling leads back to the sample.
func TestFixesOfMistypedSamples(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "objects", "*.yaml"))
	if len(names) == 0 {
		t.Skip("the corpus is absent")
	}
	random := rand.New(rand.NewPCG(5, 6))
	crds := corpusCRDs{}
	type count struct{ mistakes, offered, preferred, restored int }
	counts := map[string]*count{}
	for _, name := range sweep.Part(70, names) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		repo := filepath.Base(filepath.Dir(filepath.Dir(name)))
		check := checkOf(crds.of(t, repo))
		if len(errorsOf(check(text))) > 0 {
			continue
		}
		lines := strings.Split(string(text), "\n")
		for _, kind := range []string{"misspelt key", "quoted number", "quoted boolean", "number for text", "null", "misspelt value", "removed line", "repeated line"} {
			n := 3 + random.IntN(max(1, len(lines)-3))
			changed := ""
			for range lines { // the next line that the mistake fits
				n = (n + 1) % len(lines)
				if changed = damages[kind](random, lines[n]); n > 3 && changed != lines[n] && !strings.Contains(lines[n], "#") {
					break
				}
			}
			damaged := []byte(strings.Join(append(append(append([]string{}, lines[:n]...), changed), lines[n+1:]...), "\n"))
			before := check(damaged)
			errors := errorsOf(before)
			if len(errors) == 0 || errors[0].Rule == "yaml-syntax" {
				continue
			}
			c := counts[kind]
			if c == nil {
				c = &count{}
				counts[kind] = c
			}
			c.mistakes++
			fixes := ObjectFixes(source.Read(name, damaged), errors[0], before, crds.of(t, repo), check)
			if len(fixes) > 0 {
				c.offered++
			}
			for i := range fixes {
				if fixes[i].Preferred {
					c.preferred++
					d := damagedSample(name, kind)
					checkPreferred(t, &d, damaged, errors[0], before, &fixes[i], check)
					if string(fixes[i].Edited(damaged)) == string(text) {
						c.restored++
					}
				}
			}
		}
	}
	for kind, c := range counts {
		t.Logf("%-16s %4d mistakes that the server refuses, %4d with fixes, %4d with a preferred one, %4d give the sample again", kind, c.mistakes, c.offered, c.preferred, c.restored)
	}
	if c := counts["misspelt key"]; c == nil || c.restored*2 < c.mistakes {
		t.Errorf("fewer than half of the misspelt keys are restored: %+v", c)
	}
}

func damagedSample(name, kind string) damaged { return damaged{ID: name, Mutation: fmt.Sprint(kind)} }

func errorsOf(list []report.Finding) (errors []*report.Finding) {
	for i := range list {
		if list[i].Severity == finding.Error {
			errors = append(errors, &list[i])
		}
	}
	return errors
}

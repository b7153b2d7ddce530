package repository_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each fuzz target can be tried without the fuzzer.
func TestFuzzTargetsHaveSeeds(t *testing.T) {
	target := regexp.MustCompile(`(?m)^func (Fuzz|TestSeeds)([A-Z]\w*)\(`)
	found := map[string]map[string]bool{"Fuzz": {}, "TestSeeds": {}}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "conformance") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			found[m[1]][filepath.Dir(path)+": "+m[2]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found["Fuzz"]) == 0 {
		t.Error("there are no fuzz targets")
	}
	for name := range found["Fuzz"] {
		if !found["TestSeeds"][name] {
			t.Errorf("%s: there is no TestSeeds for it, which calls steer.Seeds", name)
		}
	}
}

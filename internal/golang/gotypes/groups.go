package gotypes

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var groupNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\+groupName=([\w.-]+)|\b(?:Scheme)?GroupVersion\s*=\s*(?:\w+\.)?GroupVersion\{\s*Group:\s*"([\w.-]+)"|\bGroupName\s*(?:string\s*)?=\s*"([\w.-]+)"`)
})

// Groups are the API groups that the packages with types of kinds name, each once. The files are
// searched for the names, and not parsed. Packages of tests and examples are none of those that the
// module makes CRDs of.
func (m *Module) Groups() []string {
	var groups []string
	for _, dir := range m.roots {
		entries, err := os.ReadDir(dir)
		if err != nil || ofTests(m.dir, dir) {
			continue
		}
		for _, e := range entries {
			if !isSource(e.Name()) || !e.Type().IsRegular() {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				continue
			}
			for _, found := range groupNames().FindAllSubmatch(text, -1) {
				for _, name := range found[1:] {
					if len(name) > 0 && !slices.Contains(groups, string(name)) {
						groups = append(groups, string(name))
					}
				}
			}
		}
	}
	return groups
}

// ofTests reports whether a folder below another is one of tests or examples.
func ofTests(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), func(part string) bool {
		return slices.Contains([]string{"test", "tests", "testing", "e2e", "testutil", "testutils", "fixtures", "example", "examples"}, part)
	})
}

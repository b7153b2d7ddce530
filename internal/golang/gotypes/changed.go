package gotypes

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// Bounds of the search for scripts that change CRDs.
const (
	mostScripts    = 2_000
	mostScriptSize = 256 << 10
)

// changedAfter are the places of schemas that the repository of a CRD says to change after it is
// generated: in a patch beside the file, named FILE-patch as the tool yaml-patch wants it, in
// patches that a kustomization applies to the CRD, and by scripts and makefiles that name the
// file, or all files, and a path below openAPIV3Schema that they assign to or delete.
func (m *Module) changedAfter(file, name string) [][]finding.Segment {
	all := schemaPaths(nil, small(file+"-patch"))
	changes := m.changesAround(file)
	base := []byte(filepath.Base(file))
	for i := range changes.scripts {
		if s := &changes.scripts[i]; bytes.Contains(s.text, base) || bytes.Contains(s.text, []byte("*.y")) {
			all = append(all, s.editedPaths()...)
		}
	}
	for i := range changes.patches {
		if p := &changes.patches[i]; p.of(name) {
			all = schemaPaths(all, p.text)
		}
	}
	return all
}

// changes are what a repository does to schemas of CRDs.
type changes struct {
	scripts    []script // with makefiles
	generators [][]byte // those that name controller-gen
	root       string
	patches    []kustomized
}

// changesAround are those of the repository of a file.
func (m *Module) changesAround(file string) *changes {
	root := Around(file)
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := m.changes[root]; c != nil {
		return c
	}
	c := &changes{root: root}
	m.changes[root] = c
	if root == "" {
		return c
	}
	left := mostScripts
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read says nothing
		}
		if e.IsDir() {
			if base := e.Name(); name != root && (base == "vendor" || base == "node_modules" || base == "testdata" || base[0] == '.' || base[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		kustomization := isKustomization(e.Name())
		if !kustomization && !isScript(e.Name()) {
			return nil
		}
		if left--; left < 0 {
			return fs.SkipAll
		}
		text := small(name)
		if kustomization {
			c.patches = kustomizedIn(c.patches, name, text)
			return nil
		}
		if bytes.Contains(text, []byte("openAPIV3Schema")) {
			c.scripts = append(c.scripts, script{text: text, python: filepath.Ext(name) == ".py"})
		}
		if namesGenerator(strings.ToLower(string(text))) {
			c.generators = append(c.generators, text)
		}
		return nil
	})
	return c
}

func isScript(name string) bool {
	switch filepath.Ext(name) {
	case ".sh", ".bash", ".mk", ".py":
		return true
	}
	return name == "Makefile"
}

func isKustomization(name string) bool {
	return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization"
}

// schemaPaths adds what stands behind each openAPIV3Schema of a text, with dots between as yq
// has it, or with slashes as patches have it.
func schemaPaths(all [][]finding.Segment, text []byte) [][]finding.Segment {
	for _, rest := range bytes.Split(text, []byte("openAPIV3Schema"))[1:] {
		if path, _ := schemaPath(string(rest[:min(len(rest), mostPathText)])); len(path) > 0 {
			all = append(all, path)
		}
	}
	return all
}

// mostPathText is how much of a text is read for one path: expressions are far shorter.
const mostPathText = 2000

// anyName stands for what is not known before the script runs: each item, or a variable.
const anyName = "*"

// schemaPath reads the path that a text begins with, and returns what follows it.
func schemaPath(text string) (path []finding.Segment, rest string) {
	if text == "" || text[0] != '.' && text[0] != '/' {
		return nil, text
	}
	separator := text[0]
	for text != "" && (text[0] == separator || separator == '.' && text[0] == '[') {
		word, after := "", ""
		switch {
		case text[0] == '[':
			inside, behind, ok := strings.Cut(text[1:], "]")
			if !ok {
				return path, text
			}
			if word, after = strings.Trim(inside, `"\`), behind; word == "" || word[0] == '$' {
				word = anyName
			}
		case strings.HasPrefix(text[1:], `"`) || strings.HasPrefix(text[1:], `\"`):
			inside, behind, ok := strings.Cut(strings.TrimPrefix(text[1:], `\`)[1:], `"`)
			if !ok {
				return path, text
			}
			word, after = strings.TrimSuffix(inside, `\`), behind
		case len(text) > 1 && text[1] == '[' && separator == '.':
			text = text[1:] // .a.[0] is .a[0]
			continue
		default:
			n := 1
			for n < len(text) && isNameByte(text[n], separator) {
				n++
			}
			word, after = text[1:n], text[n:]
			if strings.HasSuffix(word, "$") && after != "" && (after[0] == '{' || after[0] == '(') {
				_, after, _ = strings.Cut(after, map[byte]string{'{': "}", '(': ")"}[after[0]])
			}
			if strings.Contains(word, "$") {
				word = anyName
			}
		}
		if separator == '/' {
			word = strings.NewReplacer("~1", "/", "~0", "~").Replace(word)
		}
		if word == "" {
			break
		}
		text = after
		if i, err := strconv.Atoi(word); err == nil && len(path) > 0 && path[len(path)-1].Name != "properties" {
			path = append(path, finding.Segment{Index: i, IsIndex: true})
			continue
		}
		path = append(path, finding.Segment{Name: word})
	}
	return path, text
}

func isNameByte(c, separator byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '$' || separator == '/' && (c == '.' || c == '~')
}

// atOrBelow reports whether a path leads to one of some places or below it. An item of a list
// stands for the list: which items differ is not told.
func atOrBelow(path []finding.Segment, places [][]finding.Segment) bool {
	return slices.ContainsFunc(places, func(p []finding.Segment) bool {
		for n := len(p) - 1; n > 0 && (p[n].IsIndex || p[n].Name == "-" || p[n].Name == anyName); n-- {
			p = p[:n]
		}
		if len(p) > len(path) {
			return false
		}
		for i := range p {
			if p[i] != path[i] && p[i].Name != anyName {
				return false
			}
		}
		return true
	})
}

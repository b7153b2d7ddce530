package gotypes

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Command is what generates a file with CRDs of the module again, as somebody types it in the
// folder that positions are named from: the target of a Makefile, or go generate. It is "" if
// none of these has controller-gen write CRDs into the folder of the file.
func (m *Module) Command(file string) string {
	folder := ""
	if abs, err := filepath.Abs(file); err == nil && file != "" {
		folder = filepath.Dir(abs)
	}
	m.commands.mu.Lock()
	defer m.commands.mu.Unlock()
	command, known := m.commands.of[folder]
	if !known {
		if m.commands.of == nil {
			m.commands.of = map[string]string{}
		}
		command = m.findCommand(folder)
		m.commands.of[folder] = command
	}
	return command
}

// commands are what generates the CRDs of folders again.
type commands struct {
	mu sync.Mutex
	of map[string]string
}

// Command is that of the module of the types, for the file that the CRD is in.
func (c *CRD) Command(file string) string { return c.m.Command(file) }

// findCommand looks in the folder of the Go code and in those around, up to that of the
// repository. The folder of CRDs is "" if it is not known.
func (m *Module) findCommand(folder string) string {
	top := m.repository()
	for dir := m.dir; ; dir = filepath.Dir(dir) {
		if target := makeTarget(dir, folder); target != "" {
			if dir == m.base || m.base == "" {
				return "make " + target
			}
			if rel, err := filepath.Rel(m.base, dir); err == nil && rel != "." {
				return "make -C " + filepath.ToSlash(rel) + " " + target
			}
			return "make " + target
		}
		if dir == top || filepath.Dir(dir) == dir {
			break
		}
	}
	if m.generates(folder) {
		return "go generate ./..."
	}
	return ""
}

// writesCRDs reports whether a recipe or a script has controller-gen write CRDs.
func writesCRDs(recipe string) bool {
	lower := strings.ToLower(strings.ReplaceAll(recipe, "\\\n", " "))
	for line := range strings.Lines(lower) {
		if !namesGenerator(line) {
			continue
		}
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\n\"'", r) }) {
			if word == "crd" || strings.HasPrefix(word, "crd:") || strings.HasPrefix(word, "$(crd_options") || strings.HasPrefix(word, "${crd_options") {
				return true
			}
		}
	}
	return false
}

// namesGenerator reports whether a text in lower case names controller-gen, or a variable for it.
func namesGenerator(text string) bool {
	return strings.Contains(text, "controller-gen") || strings.Contains(text, "controller_gen") || strings.Contains(text, "controllergen")
}

// scriptWritesCRDs reports whether a script that a recipe runs does.
func scriptWritesCRDs(dir, recipe string) bool {
	for _, word := range strings.Fields(recipe) {
		word = strings.TrimLeft(word, "@-")
		if !strings.HasSuffix(word, ".sh") || strings.ContainsAny(word, "$*") {
			continue
		}
		text, err := readFile(filepath.Join(dir, filepath.FromSlash(word)))
		if err == nil && len(text) < 1<<20 && writesCRDs(string(text)) {
			return true
		}
	}
	return false
}

// generates reports whether a file of the packages with the types has go generate run
// controller-gen for the CRDs of a folder, which is "" if it is not known.
func (m *Module) generates(folder string) bool {
	for _, dir := range m.roots {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !isSource(e.Name()) {
				continue
			}
			text, err := readFile(filepath.Join(dir, e.Name()))
			if err != nil {
				continue
			}
			for line := range bytes.Lines(text) {
				if bytes.HasPrefix(line, []byte("//go:generate ")) && writesCRDs(string(line)) && writesTo(dir, string(line), folder) != no {
					return true
				}
			}
		}
	}
	return false
}

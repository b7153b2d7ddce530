package gotypes

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Command is what generates the CRDs of the module again, as somebody types it in the folder
// that positions are named from: the target of a Makefile, or go generate. It is "" if
// none of these runs controller-gen for CRDs.
func (m *Module) Command() string {
	m.commandOnce.Do(func() { m.command = m.findCommand() })
	return m.command
}

// Command is that of the module of the types.
func (c *CRD) Command() string { return c.m.Command() }

// findCommand looks in the folder of the Go code and in those around, up to that of the
// repository.
func (m *Module) findCommand() string {
	top := m.repository()
	for dir := m.dir; ; dir = filepath.Dir(dir) {
		if target := makeTarget(dir); target != "" {
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
	if m.generates() {
		return "go generate ./..."
	}
	return ""
}

// makeTarget is the target of the Makefile in a folder whose recipe has controller-gen write
// CRDs; "" if there is none.
func makeTarget(dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.mk"))
	first := []string{filepath.Join(dir, "GNUmakefile"), filepath.Join(dir, "makefile"), filepath.Join(dir, "Makefile")}
	var all, others []string
	for _, name := range append(first, names...) {
		text, err := os.ReadFile(name)
		if err != nil || len(text) > 1<<20 {
			continue
		}
		found, rest := targetsIn(dir, text)
		all, others = append(all, found...), append(others, rest...)
	}
	// One of several is that which kubebuilder's projects have.
	if slices.Contains(all, "manifests") {
		return "manifests"
	}
	if len(all) > 1 {
		// generate-manifests of generate-manifests-core and the like
		for _, t := range others {
			if !slices.ContainsFunc(all, func(a string) bool { return !strings.HasPrefix(a, t+"-") }) {
				return t
			}
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return ""
}

// targetsIn are the targets of a Makefile whose recipes write CRDs, and all others.
func targetsIn(dir string, text []byte) (found, others []string) {
	target, recipe := "", ""
	done := func() {
		switch {
		case target == "":
		case writesCRDs(recipe) || scriptWritesCRDs(dir, recipe):
			found = append(found, target)
		default:
			others = append(others, target)
		}
		target, recipe = "", ""
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "\t"):
			recipe += line + "\n"
		case strings.TrimSpace(line) == "" || line[0] == ' ' || line[0] == '#':
		default:
			done()
			head, rest, ok := strings.Cut(line, ":")
			if !ok || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") || strings.ContainsAny(head, "$=%()?+!. ") {
				continue // a variable, a rule about files or of several
			}
			target = head
		}
	}
	done()
	return found, others
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
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(word)))
		if err == nil && len(text) < 1<<20 && writesCRDs(string(text)) {
			return true
		}
	}
	return false
}

// generates reports whether a file of the packages with the types has go generate run
// controller-gen.
func (m *Module) generates() bool {
	for _, dir := range m.roots {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !isSource(e.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				continue
			}
			for line := range bytes.Lines(text) {
				if bytes.HasPrefix(line, []byte("//go:generate ")) && writesCRDs(string(line)) {
					return true
				}
			}
		}
	}
	return false
}

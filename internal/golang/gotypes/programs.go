package gotypes

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
)

// programAfter reports whether the repository of a CRD has a program of its own edit the folder
// of the file after controller-gen has written it: a recipe or a script runs both. What such a
// program makes of CRDs is not known.
func (m *Module) programAfter(file string) bool {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(Around(file), dir)
	if err != nil || rel == "." || strings.HasPrefix(rel, "..") {
		return false // every command may name the folder of the repository
	}
	folder := []byte(filepath.ToSlash(rel))
	changes := m.changesAround(file)
	return slices.ContainsFunc(changes.generators, func(text []byte) bool {
		return bytes.Contains(text, folder) && changes.editsAfter(string(text), string(folder))
	})
}

// editsAfter reports whether a makefile or a script has a program of the repository work on a
// folder after controller-gen. Scripts that write no file are none that do.
func (c *changes) editsAfter(text, folder string) bool {
	wrote := false
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		if beginsRule(line) {
			wrote = false // of another recipe
		}
		for _, command := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(";&|\n\r", r) }) {
			switch {
			case writesCRDs(command):
				wrote = true
			case wrote && strings.Contains(command, folder) && ownProgram(strings.Fields(command)) && !c.onlyReads(command):
				return true
			}
		}
	}
	return false
}

// onlyReads reports whether a command runs a script of the repository that writes no file.
func (c *changes) onlyReads(command string) bool {
	for _, word := range strings.Fields(command) {
		word = strings.Trim(word, "@-\"'")
		ext := filepath.Ext(word)
		if ext != ".sh" && ext != ".bash" && ext != ".py" || strings.ContainsAny(word, "$*") || filepath.IsAbs(word) {
			continue
		}
		text := small(filepath.Join(c.root, filepath.FromSlash(word)))
		return text != nil && !writesFiles(text)
	}
	return false
}

// beginsRule reports whether a line of a makefile begins a rule.
func beginsRule(line string) bool {
	head, _, ok := strings.Cut(line, ":")
	return ok && line[0] != '\t' && line[0] != ' ' && line[0] != '#' && !strings.ContainsAny(head, " ='\"")
}

// ownProgram reports whether a command runs a program that is none of the tools that many
// repositories run on generated manifests, whose edits are known from what they are given.
func ownProgram(words []string) bool {
	for len(words) > 0 {
		word := strings.ToLower(strings.Trim(words[0], "@-\"'"))
		words = words[1:]
		switch name := strings.Trim(filepath.Base(word), "$(){}"); {
		case name == "" || strings.Contains(word, "="): // a variable of the environment
			continue
		case name == "go":
			return len(words) > 0 && words[0] == "run" && runsOwn(words[1:])
		case strings.HasPrefix(name, "python") || name == "ruby" || name == "node" || name == "bash" || name == "sh":
			return true
		case commonTool(name):
			return false
		default:
			return strings.ContainsAny(word, "/$")
		}
	}
	return false
}

// runsOwn reports whether go run, with these arguments, runs a package of the repository.
func runsOwn(words []string) bool {
	i := slices.IndexFunc(words, func(w string) bool { return w[0] != '-' })
	if i < 0 {
		return false
	}
	first, _, _ := strings.Cut(words[i], "/") // of modules elsewhere it is a domain
	return (first == "." || first == ".." || !strings.Contains(first, ".")) && !commonTool(filepath.Base(words[i]))
}

func commonTool(name string) bool {
	return slices.ContainsFunc([]string{"controller", "kustomize", "yq", "helm", "kube", "license", "prettier", "fmt", "lint", "imports", "doc", "sed", "diff", "mkdir", "crdtool"}, func(tool string) bool {
		return strings.Contains(name, tool)
	})
}

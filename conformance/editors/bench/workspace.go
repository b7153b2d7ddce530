package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A workspace is a repository with a CRD, objects of it, and schemas for yaml-language-server, all of it committed.
type workspace struct {
	folder  string
	crdtool string
	crd     []byte
	object  []byte
}

// A file is one that is edited.
type file struct {
	name, path, text string
	// line is the one at whose end is typed.
	line  int
	typed string

	hoverLine, hoverCharacter int
}

func newWorkspace(crd, crdtool string, objects int) (*workspace, error) {
	program, err := exec.LookPath(crdtool)
	if err != nil {
		return nil, err
	}
	if program, err = filepath.Abs(program); err != nil {
		return nil, err
	}
	w := &workspace{crdtool: program}
	if w.crd, err = os.ReadFile(crd); err != nil {
		return nil, err
	}
	if w.folder, err = os.MkdirTemp("", "crdtool-bench-"); err != nil {
		return nil, err
	}
	if err := w.write("crds/crd.yaml", w.crd); err != nil {
		return nil, err
	}
	if w.object, err = w.run("sample", "--full", "crds/crd.yaml"); err != nil {
		return nil, err
	}
	if _, err := w.run("openapi", "--format", "jsonschema", "--out", "schemas", "crds/crd.yaml"); err != nil {
		return nil, err
	}
	for i := range objects {
		named := bytes.Replace(w.object, []byte("\n  name: "), fmt.Appendf(nil, "\n  name: n%d-", i), 1)
		if err := w.write(fmt.Sprintf("objects/%d/object.yaml", i), named); err != nil {
			return nil, err
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-qm", "begin"}} {
		if _, err := w.output("git", args); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *workspace) write(name string, text []byte) error {
	path := filepath.Join(w.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func (w *workspace) run(args ...string) ([]byte, error) {
	return w.output(w.crdtool, args)
}

func (w *workspace) output(program string, args []string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = w.folder
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	return out, nil
}

func (w *workspace) yamlSettings() map[string]any {
	return map[string]any{"yaml": map[string]any{
		"validate": true, "hover": true, "completion": true, "schemaStore": map[string]any{"enable": false},
		"schemas": map[string]any{filepath.Join(w.folder, "schemas/all.json"): "objects/**/*.yaml"},
	}}
}

// crdFile types a field into the schema of the CRD, before the last field of spec.
func (w *workspace) crdFile() file {
	f := file{name: "CRD of " + size(w.crd), path: filepath.Join(w.folder, "crds/crd.yaml")}
	lines := strings.Split(string(w.crd), "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "spec:" && i > len(lines)/1000+3 && strings.Contains(strings.Join(lines[i:min(i+60, len(lines))], "\n"), "properties:") {
			for j := i; j < len(lines); j++ {
				if trimmed := strings.TrimLeft(lines[j], " "); trimmed == "properties:" {
					indent := strings.Repeat(" ", len(lines[j])-len(trimmed)+2)
					f.line = j
					f.typed = repeated("\n" + indent + "typed%d:\n" + indent + "  type: integer\n" + indent + "  minimum: 1")
					f.hoverLine, f.hoverCharacter = i, strings.Index(line, "spec")
					break
				}
			}
			break
		}
	}
	f.text = strings.Join(lines, "\n") + "  unknownField: 1\n"
	return f
}

// objectFile types a field into the first object.
func (w *workspace) objectFile() file {
	f := file{name: fmt.Sprintf("one of %d objects", *objects), path: filepath.Join(w.folder, "objects/0/object.yaml")}
	text := string(w.object)
	before, _, _ := strings.Cut(text, "\nspec:\n")
	f.line = strings.Count(before, "\n") + 1
	f.typed = repeated("\n  typed%d: value")
	f.hoverLine, f.hoverCharacter = f.line, 2
	f.text = strings.Replace(text, "\nspec:\n", "\nspec:\n  unknownField: 1\n", 1)
	return f
}

// repeated returns as much text as is typed, with a field that has another name each time.
func repeated(format string) string {
	var text strings.Builder
	for i := 0; text.Len() < *typed; i++ {
		fmt.Fprintf(&text, format, i)
	}
	return text.String()
}

func size(text []byte) string {
	return fmt.Sprintf("%d kB", len(text)/1000)
}

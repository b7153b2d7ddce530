package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// switchFiles is the code of the switch.
//
//go:embed mutant/*.go
var switchFiles embed.FS

// overlay is what the go command is to find in place of what is on the disk, so
// that the tree stays as it is.
type overlay struct {
	dir     string // where the files lie
	Replace map[string]string
}

func (o *overlay) add(name, text string) error {
	file := filepath.Join(o.dir, fmt.Sprintf("%d_%s", len(o.Replace), filepath.Base(name)))
	o.Replace[name] = file
	return os.WriteFile(file, []byte(text), 0o666)
}

// tester is a test binary.
type tester struct {
	dir    string // of the package, from the root of the module
	binary string
	kills  int
}

// build builds the test binaries of packages, with all mutants.
func build(m *module, temp string, texts map[string]string, dirs []string) ([]*tester, error) {
	o := &overlay{dir: filepath.Join(temp, "overlay"), Replace: map[string]string{}}
	if err := os.Mkdir(o.dir, 0o777); err != nil {
		return nil, err
	}
	for name, text := range texts {
		if err := o.add(filepath.Join(m.root, name), text); err != nil {
			return nil, err
		}
	}
	entries, err := switchFiles.ReadDir("mutant")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := switchFiles.ReadFile(path.Join("mutant", e.Name()))
		if err != nil {
			return nil, err
		}
		if err := o.add(filepath.Join(m.root, switchDir, e.Name()), string(text)); err != nil {
			return nil, err
		}
	}
	for _, dir := range dirs {
		p := m.packages[m.importPath(dir)]
		for _, name := range append(append([]string{}, p.TestGoFiles...), p.XTestGoFiles...) {
			name = filepath.Join(p.Dir, name)
			text, err := announce(name, m.importPath(switchDir))
			if err != nil {
				return nil, err
			}
			if err := o.add(name, text); err != nil {
				return nil, err
			}
		}
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	config := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(config, text, 0o666); err != nil {
		return nil, err
	}
	var testers []*tester
	for _, dir := range dirs {
		t := &tester{dir: dir, binary: filepath.Join(temp, strings.ReplaceAll(dir, "/", "_")+".test.exe")}
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", config, "-ldflags=-s -w", "-o", t.binary, "./"+dir)
		cmd.Dir = m.root
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the tests of %s: %w\n%s", dir, err, out)
		}
		testers = append(testers, t)
	}
	return testers, nil
}

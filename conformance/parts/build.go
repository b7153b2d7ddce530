package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// build returns the path of a crdtool that does without a part; nil for the
// whole. It is built in this module, whose libraries are more than the program's.
func build(root, temp string, p *part) (string, error) {
	name := "crdtool"
	args := []string{"build", "-trimpath"}
	if p != nil {
		name += "-without-" + strings.ReplaceAll(p.name, " ", "-")
		overlay, err := p.overlay(root, temp)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	out := filepath.Join(temp, name)
	cmd := exec.Command("go", append(args, "-o", out, "github.com/crdtool/crdtool/cmd/crdtool")...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, text)
	}
	return out, nil
}

// overlay writes what go build's flag of that name takes, and the patched files.
func (p *part) overlay(root, temp string) (string, error) {
	dir, err := os.MkdirTemp(temp, "overlay-")
	if err != nil {
		return "", err
	}
	files, err := p.patched(root)
	if err != nil {
		return "", err
	}
	var overlay struct{ Replace map[string]string }
	overlay.Replace = map[string]string{}
	for file, text := range files {
		to := filepath.Join(dir, fmt.Sprint(len(overlay.Replace), ".go"))
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return "", err
		}
		overlay.Replace[filepath.Join(root, file)] = to
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	out := filepath.Join(dir, "overlay.json")
	return out, os.WriteFile(out, text, 0o666)
}

// patched returns the text of the files that the patches change.
func (p *part) patched(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, c := range p.without {
		if c.add != "" {
			text, err := os.ReadFile(filepath.Join(root, "conformance", "parts", "testdata", c.add))
			if err != nil {
				return nil, err
			}
			files[c.file] = text
			continue
		}
		text := files[c.file]
		if text == nil {
			var err error
			if text, err = os.ReadFile(filepath.Join(root, c.file)); err != nil {
				return nil, err
			}
		}
		if n := bytes.Count(text, []byte(c.old)); n != 1 {
			return nil, fmt.Errorf("%s has %q %d times; say in parts.go what it is now", c.file, c.old, n)
		}
		files[c.file] = bytes.Replace(text, []byte(c.old), []byte(c.new), 1)
	}
	return files, nil
}

func indented(value any) ([]byte, error) { return json.MarshalIndent(value, "", "    ") }

package server

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Minors are the minor versions of Kubernetes 1 whose servers can be built, the
// oldest first: those that the module of the programs, in the folder given, has a
// file for.
func Minors(module string) ([]int, error) {
	files, err := filepath.Glob(filepath.Join(module, "modules", "1.*.mod"))
	if err != nil {
		return nil, err
	}
	var minors []int
	for _, f := range files {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(f), "1.%d.mod", &n); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		minors = append(minors, n)
	}
	slices.Sort(minors)
	return minors, nil
}

// Build returns the program that is the API server of a minor version. It is built
// once, which takes minutes, and kept in the user's cache until its sources or its
// modules change.
func Build(module string, minor int, out io.Writer) (program string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("1.%d", minor)
	modfile := filepath.Join("modules", name+".mod")
	sum, err := digest(module, modfile, filepath.Join("modules", name+".sum"))
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "crdtool-conformance")
	program = filepath.Join(dir, name+"-"+sum)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	older, err := filepath.Glob(filepath.Join(dir, name+"-*"))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(out, "building the API server of Kubernetes %s, which takes minutes\n", name)
	build := exec.Command("go", "build", "-p", "2", "-modfile="+modfile, "-tags", tags(minor), "-ldflags=-s -w", "-o", program+".new", ".")
	build.Dir = module
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the API server of Kubernetes %s: %w\n%s", name, err, text)
	}
	for _, f := range older {
		if err := os.Remove(f); err != nil {
			return "", err
		}
	}
	return program, os.Rename(program+".new", program)
}

// tags are the build tags of a minor version: since1_26 for 1.26 and all after it.
func tags(minor int) string {
	var all []string
	for n := 26; n <= minor; n++ {
		all = append(all, fmt.Sprintf("since1_%d", n))
	}
	return strings.Join(all, ",")
}

// digest is a hash of all that a program is built from.
func digest(module string, more ...string) (string, error) {
	sources, err := filepath.Glob(filepath.Join(module, "*.go"))
	if err != nil {
		return "", err
	}
	for _, f := range more {
		sources = append(sources, filepath.Join(module, f))
	}
	h := sha256.New()
	for _, f := range sources {
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", filepath.Base(f), len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

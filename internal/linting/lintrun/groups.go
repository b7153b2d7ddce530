package lintrun

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/confine"
	"github.com/crdtool/crdtool/internal/input/files"
)

var (
	groupKey = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*group:\s*["']?([A-Za-z0-9.-]+)["']?\s*(?:#.*)?$`)
	})
	groupAnywhere = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[{,\s]"?group"?\s*:\s*["']?([A-Za-z0-9-]+\.[A-Za-z0-9.-]+)["']?\s*[,}\n]`)
	})
)

// groupsIn returns the groups of the CRDs of a text without parsing it: the values of group directly below
// spec, or anywhere in JSON and flow style.
func groupsIn(text []byte) []string {
	if len(text) == 0 || !files.SpeaksOfCRDs(text) {
		return nil
	}
	var groups []string
	add := func(g string) {
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	for at := 0; ; at += len(groupName) {
		i := bytes.Index(text[at:], groupName)
		if i < 0 {
			break
		}
		at += i
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		line, _, _ := bytes.Cut(text[start:], []byte("\n"))
		if m := groupKey().FindSubmatch(line); m != nil && belowSpec(text[:start], at-start) {
			add(string(m[1]))
		}
	}
	if len(groups) == 0 {
		for _, m := range groupAnywhere().FindAllSubmatch(text, -1) {
			add(string(m[1]))
		}
	}
	return groups
}

var groupName = []byte("group:")

// belowSpec reports whether a key with this indentation after these lines is a direct child of spec.
func belowSpec(lines []byte, indent int) bool {
	for len(lines) > 0 {
		start := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1
		line := lines[start:]
		lines = lines[:start]
		content := bytes.TrimLeft(line, " ")
		if trimmed := bytes.TrimSpace(content); len(trimmed) == 0 || trimmed[0] == '#' || len(line)-len(content) >= indent {
			continue
		}
		value, is := bytes.CutPrefix(bytes.TrimLeft(line, " -"), []byte("spec:"))
		value = bytes.TrimSpace(value)
		return is && (len(value) == 0 || value[0] == '#')
	}
	return false
}

// projectGroups returns the groups in kubebuilder's PROJECT files, in the folders of the files and their
// parents up to the repository's. Groups of other projects are marked external there.
func projectGroups(all []crdFile) []string {
	var own []string
	read := map[string]bool{}
	for _, f := range all {
		dir, err := filepath.Abs(filepath.Dir(f.name))
		if err != nil {
			continue
		}
		for ; !read[dir]; dir = filepath.Dir(dir) {
			read[dir] = true
			own = append(own, groupsOfProject(filepath.Join(dir, "PROJECT"))...)
			if dir == f.repository || filepath.Dir(dir) == dir {
				break
			}
		}
	}
	return own
}

const maxProjectBytes = 1 << 20 // the PROJECT files of the largest operators have some KiB

func groupsOfProject(file string) []string {
	text, err := confine.ReadFile(file, maxProjectBytes)
	if err != nil {
		return nil
	}
	var project struct {
		Domain, Repo string
		Resources    []struct {
			Group, Domain, Path string
			External            bool
		}
	}
	if yaml.Unmarshal(text, &project) != nil {
		return nil
	}
	var own []string
	named := repositoryOf(project.Repo)
	hasPaths := false // paths of Go types, which old PROJECT files lack
	for _, r := range project.Resources {
		hasPaths = hasPaths || r.Path != ""
	}
	for _, r := range project.Resources {
		domain := project.Domain
		if r.Domain != "" {
			domain = r.Domain
		}
		switch {
		case r.External || domain == "" || hasPaths && named != "" && repositoryOf(r.Path) != named:
		case r.Group == "":
			own = append(own, domain)
		default:
			own = append(own, r.Group+"."+domain)
		}
	}
	return own
}

// repositoryOf returns the repository in the path of a Go package, such as github.com/owner/name.
func repositoryOf(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(len(parts), 3)], "/")
}

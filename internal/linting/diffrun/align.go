package diffrun

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
)

// filePair is a file on both sides, or on one side.
type filePair struct{ old, new *files.File }

// splitReleases separates the files of releases from the others.
func splitReleases(pairs []filePair) (today, past []filePair) {
	for _, p := range pairs {
		if (p.old == nil || ofRelease(p.old)) && (p.new == nil || ofRelease(p.new)) {
			past = append(past, p)
		} else {
			today = append(today, p)
		}
	}
	return today, past
}

// ofRelease reports whether a file was found by a search and belongs to a release.
func ofRelease(f *files.File) bool { return f.Found && source.Release(f.Name) != "" }

// align pairs the files of two lists by the end of their names, each once. Pairs with the most common trailing
// elements come first. If both lists have files outside of releases, files of releases are paired among
// themselves.
func align(old, new []files.File) []filePair {
	other := func(f files.File) bool { return !ofRelease(&f) }
	mixed := slices.ContainsFunc(old, other) && slices.ContainsFunc(new, other)
	was, is := alignable(old, mixed), alignable(new, mixed)
	twin := make([]*files.File, len(new))
	taken := make([]bool, len(old))
	most := 0
	for i := range is {
		most = max(most, len(is[i].elements))
	}
	for n := most; n > 0; n-- {
		free := map[fileEnd][]int{}
		for i := range was {
			if end, ok := was[i].end(n); ok && !taken[i] {
				free[end] = append(free[end], i)
			}
		}
		for j := range is {
			end, ok := is[j].end(n)
			if list := free[end]; ok && twin[j] == nil && len(list) > 0 {
				twin[j], taken[list[0]], free[end] = &old[list[0]], true, list[1:]
			}
		}
	}
	pairs := make([]filePair, 0, max(len(old), len(new)))
	for j := range new {
		pairs = append(pairs, filePair{twin[j], &new[j]})
	}
	for i := range old {
		if !taken[i] {
			pairs = append(pairs, filePair{old: &old[i]})
		}
	}
	return pairs
}

// alignFile is the name of a file in elements, and whether it belongs to a release.
type alignFile struct {
	elements []string
	past     bool
}

// fileEnd is the key of the pairing: the last elements of a name, and past.
type fileEnd struct {
	elements string
	past     bool
}

func alignable(list []files.File, mixed bool) []alignFile {
	all := make([]alignFile, len(list))
	for i := range list {
		all[i] = alignFile{elements(list[i].Name), mixed && ofRelease(&list[i])}
	}
	return all
}

// end returns the key for the last n elements; false if the name is shorter.
func (f *alignFile) end(n int) (fileEnd, bool) {
	if len(f.elements) < n {
		return fileEnd{}, false
	}
	return fileEnd{strings.Join(f.elements[len(f.elements)-n:], "/"), f.past}, true
}

func elements(name string) []string { return strings.Split(filepath.ToSlash(name), "/") }

// commonElements returns how many trailing elements two names have in common.
func commonElements(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

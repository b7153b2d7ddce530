package diffrun

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
)

// filePair is a file on both sides, or on one.
type filePair struct{ old, new *files.File }

// apart puts the files of releases behind the others.
func apart(pairs []filePair) (today, past []filePair) {
	for _, p := range pairs {
		if (p.old == nil || ofRelease(p.old)) && (p.new == nil || ofRelease(p.new)) {
			past = append(past, p)
		} else {
			today = append(today, p)
		}
	}
	return today, past
}

// ofRelease reports whether a file was found and is of a release.
func ofRelease(f *files.File) bool { return f.Found && source.Release(f.Name) != "" }

// align pairs the files of two lists whose names end alike, each once: those first that have
// most of their last elements in common. Where both lists have other files than those of
// releases, these are for themselves.
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

// alignFile is a file by the elements of its name, and whether it counts as one of a release.
type alignFile struct {
	elements []string
	past     bool
}

// fileEnd is by what files are paired: their last elements, and past.
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

// end is that of the last n elements, if the name has so many.
func (f *alignFile) end(n int) (fileEnd, bool) {
	if len(f.elements) < n {
		return fileEnd{}, false
	}
	return fileEnd{strings.Join(f.elements[len(f.elements)-n:], "/"), f.past}, true
}

func elements(name string) []string { return strings.Split(filepath.ToSlash(name), "/") }

// alike is how many of the last elements two names have in common.
func alike(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

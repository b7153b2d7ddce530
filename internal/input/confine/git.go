package confine

import (
	"path/filepath"
	"slices"
	"strings"
)

// hasGit reports whether a part of a name is .git.
func hasGit(name string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(name), "/"), IsGit)
}

// IsGit reports whether some file system takes a name for .git. As git itself does, it ignores
// case, what Windows drops from the end of names or takes for the name of a stream, the short
// name of Windows, and the characters that macOS ignores.
func IsGit(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.Map(func(r rune) rune {
		if ignoredByHFS(r) {
			return -1
		}
		return r
	}, name)
	name = strings.ToLower(strings.TrimRight(name, ". "))
	return name == ".git" || name == "git~1"
}

// ignoredByHFS reports whether HFS+ ignores a character when it compares names.
func ignoredByHFS(r rune) bool {
	return 0x200c <= r && r <= 0x200f || 0x202a <= r && r <= 0x202e || 0x206a <= r && r <= 0x206f || r == 0xfeff
}

package gittree

import "strings"

// These functions recognize messages of the git program in locale C, because it has no codes for these errors.

// saysNoRepository reports whether the directory is in no repository.
func saysNoRepository(words string) bool { return strings.HasPrefix(words, "not a git repository") }

// saysBare reports whether the directory is a bare repository that GIT_DIR does not name.
func saysBare(words string) bool { return strings.Contains(words, "cannot use bare repository") }

// saysForeign reports whether the repository belongs to another user, and safe.directory does not name it.
func saysForeign(words string) bool { return strings.HasPrefix(words, "detected dubious ownership") }

// saysEnough reports whether git's message about a revision is better than crdtool's own.
func saysEnough(words string) bool {
	return strings.Contains(words, "upstream") || strings.Contains(words, "ambiguous")
}

// saysLacking reports whether a partial clone lacks an object that must not be fetched.
func saysLacking(words string) bool {
	return strings.Contains(words, "promisor") || strings.Contains(words, "could not fetch") || strings.Contains(words, "not allowed")
}

// errorLine returns the line of an error that describes it.
func errorLine(stderr string) string {
	first := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "fatal: "); ok {
			return rest
		}
		if first == "" {
			first = line
		}
	}
	return first
}

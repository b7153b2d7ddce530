package gittree

import "strings"

// What the git program says when its locale is C; it has no codes for these.

// saysNoRepository: the directory is in none.
func saysNoRepository(words string) bool { return strings.HasPrefix(words, "not a git repository") }

// saysBare: the directory is a bare repository, and GIT_DIR does not name it.
func saysBare(words string) bool { return strings.Contains(words, "cannot use bare repository") }

// saysForeign: the repository belongs to another user, and safe.directory does not name it.
func saysForeign(words string) bool { return strings.HasPrefix(words, "detected dubious ownership") }

// saysEnough: the words about a revision are better than what could be found out beside.
func saysEnough(words string) bool {
	return strings.Contains(words, "upstream") || strings.Contains(words, "ambiguous")
}

// saysLacking: a partial clone has no such object, and it may not be fetched.
func saysLacking(words string) bool {
	return strings.Contains(words, "promisor") || strings.Contains(words, "could not fetch") || strings.Contains(words, "not allowed")
}

// saidBy is the line of an error that says what is wrong.
func saidBy(stderr string) string {
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

package source

import (
	"regexp"
	"sync"
)

// Release is the number of the release that a file is of, by its path; "" if none is
// there. What is in such a file was generated then, and is not generated again.
func Release(name string) string { return release().FindString(name) }

// IsPast reports whether a file is of a release, and another with the same CRD is not: they are
// likely to differ.
func IsPast(name, today string) bool { return Release(name) != "" && Release(today) == "" }

// release finds the number of a release in a path, such as 1.2.0-rc1 in
// releases/operator-1.2.0-rc1.yaml.
var release = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+\.[0-9]+(\.[0-9]+)*(-[0-9A-Za-z]+)*`) })

package source

import (
	"regexp"
	"sync"
)

// Release returns the number of the release in a file's path; "" if there is none. Such a file was generated for
// that release, and is not generated again.
func Release(name string) string { return release().FindString(name) }

// IsPast reports whether a file belongs to a release and another file with the same CRD does not: their CRDs
// probably differ.
func IsPast(name, today string) bool { return Release(name) != "" && Release(today) == "" }

// release matches the number of a release in a path, such as 1.2.0-rc1 in releases/operator-1.2.0-rc1.yaml.
var release = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+\.[0-9]+(\.[0-9]+)*(-[0-9A-Za-z]+)*`) })

package conventions

import (
	"regexp"
	"strings"
	"sync"
)

var (
	minusOne = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[^0-9A-Za-z])-1($|[^0-9])`) })
	zero     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(^|[^0-9A-Za-z.:-])0($|[^0-9A-Za-z.:]|[.:]( |$))|\b(non-?zero|zero|random|randomly|ephemeral)\b`)
	})
	valid = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)0 *<=? *(x|port)\b`) })
)

// LeastPort returns the least number that a field for ports must accept: 1, or a lower number that is its default or
// that its description mentions. Node ports and host ports may be 0, for a port that Kubernetes chooses or for none.
func LeastPort(name, description string, def any) int {
	d, _ := def.(int64)
	switch {
	case def != nil && d < 0, minusOne().MatchString(description):
		return -1
	case def != nil && d == 0, zero().MatchString(valid().ReplaceAllString(description, "")):
		return 0
	}
	switch lower := strings.ToLower(name); {
	case strings.HasSuffix(lower, "nodeport"), strings.HasSuffix(lower, "hostport"):
		return 0
	}
	return 1
}

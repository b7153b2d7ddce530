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

// LeastPort returns the least number that a field for ports has to take: 1, or what
// its default or its description gives a meaning of its own. A port of nodes and of
// hosts is 0 where Kubernetes chooses it, or where there is none.
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

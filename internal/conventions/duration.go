package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/words"
)

// durationWords are the last words of names of fields that hold a duration.
var durationWords = []string{"timeout", "interval", "duration", "period", "delay", "ttl"}

// NamedDuration reports whether the name of a field says that it is a duration.
func NamedDuration(name string) bool {
	return slices.Contains(durationWords, strings.ToLower(words.Last(name)))
}

package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/words"
)

// NamedPointInTime reports whether a field has the name of a point in time, rather than of a duration.
func NamedPointInTime(name string) bool {
	split := words.Split(strings.TrimRight(name, "_-"))
	if len(split) == 0 {
		return false
	}
	switch strings.ToLower(split[len(split)-1]) {
	case "timestamp":
		return true
	case "time":
		return len(split) == 1 || !slices.Contains(timesTaken, strings.ToLower(split[len(split)-2]))
	}
	return false
}

// timesTaken are the words with which a following "time" is a duration or a count.
var timesTaken = []string{
	"average", "avg", "build", "cpu", "cycle", "elapsed", "execution", "idle", "lead", "max", "mean", "min", "processing",
	"real", "response", "retention", "retry", "roundtrip", "run", "service", "system", "total", "travel", "trip", "up", "user", "wait", "wall",
}

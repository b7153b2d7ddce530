package conventions

import (
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/words"
)

// NamedPointInTime reports whether the name of a field says that it is a point in
// time, and not how long something takes.
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

// timesTaken are the words before "time" with which it is a duration, or how often.
var timesTaken = []string{
	"average", "avg", "build", "cpu", "cycle", "elapsed", "execution", "idle", "lead", "max", "mean", "min", "processing",
	"real", "response", "retention", "retry", "roundtrip", "run", "service", "system", "total", "travel", "trip", "up", "user", "wait", "wall",
}

var otherTime = regexp.MustCompile(`(?i)\bhh:mm|[0-9]{1,2}:[0-9]{2}\b(:[0-9]{2})?[^0-9TZ+.-]|time of (the )?day|clock|cron\b|epoch|unix|(milli)?seconds since|\b(in|number of|as) (milli|nano)?seconds|RFC ?-?(822|850|1123|1036)`)

// OtherTime reports whether the description of a field says that its times are written
// in another way than RFC 3339 does: clock times, numbers, other formats.
func OtherTime(description string) bool { return otherTime.MatchString(description + " ") }

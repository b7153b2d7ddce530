package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/words"
)

// durationWords are the last words in names of durations.
var durationWords = []string{"timeout", "interval", "duration", "period", "delay", "ttl"}

// NamedDuration reports whether a field has the name of a duration.
func NamedDuration(name string) bool {
	return slices.Contains(durationWords, strings.ToLower(words.Last(name)))
}

// units maps words and abbreviations of units of time to the units.
var units = map[string]string{
	"nanosecond": "nanoseconds", "ns": "nanoseconds", "nanos": "nanoseconds",
	"microsecond": "microseconds", "us": "microseconds", "micros": "microseconds",
	"millisecond": "milliseconds", "ms": "milliseconds", "millis": "milliseconds", "msec": "milliseconds", "msecs": "milliseconds",
	"second": "seconds", "sec": "seconds", "secs": "seconds",
	"minute": "minutes", "min": "minutes", "mins": "minutes",
	"hour": "hours", "day": "days", "week": "weeks", "month": "months", "year": "years",
}

// NamesUnit reports whether the name of a field contains a unit of time.
func NamesUnit(name string) bool {
	split := words.Split(name)
	return slices.ContainsFunc(split, func(w string) bool {
		w = strings.ToLower(w)
		// "min" is usually a minimum.
		return w != "min" && (units[w] != "" || units[strings.TrimSuffix(w, "s")] != "")
	})
}

// WithUnit appends a unit to a name, in the style of the name.
func WithUnit(name, unit string) string {
	for _, sep := range []string{"_", "-"} {
		if strings.Contains(name, sep) {
			return name + sep + unit
		}
	}
	return name + strings.ToUpper(unit[:1]) + unit[1:]
}

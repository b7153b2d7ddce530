package conventions

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/words"
)

// durationWords are the last words of names of fields that hold a duration.
var durationWords = []string{"timeout", "interval", "duration", "period", "delay", "ttl"}

// NamedDuration reports whether the name of a field says that it is a duration.
func NamedDuration(name string) bool {
	return slices.Contains(durationWords, strings.ToLower(words.Last(name)))
}

// units are the words and abbreviations of units of time, and the unit each is.
var units = map[string]string{
	"nanosecond": "nanoseconds", "ns": "nanoseconds", "nanos": "nanoseconds",
	"microsecond": "microseconds", "us": "microseconds", "micros": "microseconds",
	"millisecond": "milliseconds", "ms": "milliseconds", "millis": "milliseconds", "msec": "milliseconds", "msecs": "milliseconds",
	"second": "seconds", "sec": "seconds", "secs": "seconds",
	"minute": "minutes", "min": "minutes", "mins": "minutes",
	"hour": "hours", "day": "days", "week": "weeks", "month": "months", "year": "years",
}

// NamesUnit reports whether the name of a field has a unit of time in it.
func NamesUnit(name string) bool {
	split := words.Split(name)
	return slices.ContainsFunc(split, func(w string) bool {
		w = strings.ToLower(w)
		// Min is a minimum before what it is of.
		return w != "min" && (units[w] != "" || units[strings.TrimSuffix(w, "s")] != "")
	})
}

// WithUnit puts a unit behind a name, in the way the name is written.
func WithUnit(name, unit string) string {
	for _, sep := range []string{"_", "-"} {
		if strings.Contains(name, sep) {
			return name + sep + unit
		}
	}
	return name + strings.ToUpper(unit[:1]) + unit[1:]
}

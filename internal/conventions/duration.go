package conventions

import (
	"regexp"
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

// described finds units of time in a description, with the number before each.
var described = regexp.MustCompile(`(?i)([0-9][0-9.]*\s*)?\b(nanosecond|microsecond|millisecond|second|minute|hour|day|week|month|year)s?\b`)

// UnitIn returns the unit of the numbers of a field by its description, such as
// "seconds"; "" if that names none, or several. What has a number before it, as in
// "1 hour", counts only if nothing has none.
func UnitIn(description string) string {
	var counted, plain []string
	for _, m := range described.FindAllStringSubmatch(description, -1) {
		unit := units[strings.ToLower(m[2])]
		if m[1] == "" {
			plain = append(plain, unit)
		} else {
			counted = append(counted, unit)
		}
	}
	for _, of := range [][]string{plain, counted} {
		if len(of) == 0 {
			continue
		}
		if slices.ContainsFunc(of, func(unit string) bool { return unit != of[0] }) {
			return ""
		}
		return of[0]
	}
	return ""
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

// otherDuration finds in a description that durations are written in a way that Go
// does not read: in units above hours, as plain numbers, by a pattern of their own, or
// as ISO 8601 has them.
var otherDuration = regexp.MustCompile("(?i)\\b([0-9]+ ?[dwy]|days?|weeks?|months?|years?)\\b|[\"'`][dwy][\"'`]|" +
	`\b(in|number of|unit is) (milli)?seconds\b|\bISO[ -]?8601\b|regular expression`)

// OtherDuration reports whether the description of a field says that it takes
// durations that are not those of Go.
func OtherDuration(description string) bool { return otherDuration.MatchString(description) }

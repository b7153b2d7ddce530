package conventions

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Only this file reads descriptions of fields. It looks for usual words. A description may suppress a finding or choose
// its help, and never causes one.

// described matches units of time in a description, with the number before each.
var described = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\b[0-9][0-9.]*\s*)?\b(nanosecond|microsecond|millisecond|second|minute|hour|day|week|month|year)(s?)\b`)
})

// UnitIn returns the unit of a field's numbers in its description, such as "seconds"; "" if the description names none
// or several. A unit after a number, as in "1 hour", counts only if there is no other.
func UnitIn(description string) string {
	var counted, plain []string
	for _, m := range described().FindAllStringSubmatch(description, -1) {
		unit := units[strings.ToLower(m[2])]
		switch {
		case m[1] != "":
			counted = append(counted, unit)
		case m[3] != "" || strings.HasSuffix(unit, "oseconds") || unit == "milliseconds": // "second" may be an ordinal
			plain = append(plain, unit)
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

// otherDuration matches a description of durations that Go cannot parse: with units above hours, as plain numbers, with
// a pattern, or in ISO 8601.
var otherDuration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)\\b([0-9]+ ?[dwy]|days?|weeks?|months?|years?)\\b|[\"'`][dwy][\"'`]|" +
		`\b(in|number of|unit is) (milli)?seconds\b|\bISO[ -]?8601\b|regular expression`)
})

// OtherDuration reports whether the description of a field mentions another format for durations than Go's.
func OtherDuration(description string) bool { return otherDuration().MatchString(description) }

var otherTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bhh:mm|(^|[^0-9T:])[0-9]{1,2}:[0-9]{2}($|[^0-9:])|time of (the )?day|clock|cron\b|epoch|unix|\boutput\b|(milli)?seconds since|\b(in|number of|as) (milli|nano)?seconds|RFC ?-?(822|850|1123|1036)`)
})

// OtherTime reports whether the description of a field mentions another format for times than RFC 3339: clock times,
// numbers, other formats.
func OtherTime(description string) bool { return otherTime().MatchString(description) }

var emptyDescription = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(empty|marker|placeholder|presence|reserved|indicates|no (fields?|options?|settings?|parameters?|properties|configuration|config|content|data))\b`)
})

// SaysEmpty reports whether the description of an object says that it is a marker without fields.
func SaysEmpty(description string) bool { return emptyDescription().MatchString(description) }

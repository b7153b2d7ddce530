package conventions

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// What the description of a field says is read here, and nowhere else, by the words that
// people use. It keeps a finding from being made, or chooses its help, and makes none.

// described finds units of time in a description, with the number before each.
var described = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\b[0-9][0-9.]*\s*)?\b(nanosecond|microsecond|millisecond|second|minute|hour|day|week|month|year)(s?)\b`)
})

// UnitIn returns the unit of the numbers of a field by its description, such as
// "seconds"; "" if that names none, or several. What has a number before it, as in
// "1 hour", counts only if nothing has none.
func UnitIn(description string) string {
	var counted, plain []string
	for _, m := range described().FindAllStringSubmatch(description, -1) {
		unit := units[strings.ToLower(m[2])]
		switch {
		case m[1] != "":
			counted = append(counted, unit)
		case m[3] != "" || strings.HasSuffix(unit, "oseconds") || unit == "milliseconds": // the second may be an ordinal
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

// otherDuration finds in a description that durations are written in a way that Go
// does not read: in units above hours, as plain numbers, by a pattern of their own, or
// as ISO 8601 has them.
var otherDuration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?i)\\b([0-9]+ ?[dwy]|days?|weeks?|months?|years?)\\b|[\"'`][dwy][\"'`]|" +
		`\b(in|number of|unit is) (milli)?seconds\b|\bISO[ -]?8601\b|regular expression`)
})

// OtherDuration reports whether the description of a field says that it takes
// durations that are not those of Go.
func OtherDuration(description string) bool { return otherDuration().MatchString(description) }

var otherTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bhh:mm|(^|[^0-9T:])[0-9]{1,2}:[0-9]{2}($|[^0-9:])|time of (the )?day|clock|cron\b|epoch|unix|\boutput\b|(milli)?seconds since|\b(in|number of|as) (milli|nano)?seconds|RFC ?-?(822|850|1123|1036)`)
})

// OtherTime reports whether the description of a field says that its times are written
// in another way than RFC 3339 does: clock times, numbers, other formats.
func OtherTime(description string) bool { return otherTime().MatchString(description) }

var saidEmpty = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(empty|marker|placeholder|presence|reserved|indicates|no (fields?|options?|settings?|parameters?|properties|configuration|config|content|data))\b`)
})

// SaysEmpty reports whether the description of an object says that it has no fields, and
// is there to be there.
func SaysEmpty(description string) bool { return saidEmpty().MatchString(description) }

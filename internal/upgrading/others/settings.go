package others

// A Level is the severity of a check in a configuration.
type Level string

// The levels. The empty level leaves the severity to the tool.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Off     Level = "off"
)

// Levels returns the levels that a configuration may name.
func Levels() []string { return []string{string(Error), string(Warning), string(Off)} }

// Settings are a project's changes to the defaults of a tool.
type Settings struct {
	// Checks are levels by the names of checks.
	Checks map[string]Level
	// Allow are kinds of change that crdify's configuration can allow.
	Allow []string
}

// Values of Settings.Allow.
const (
	// EnumAdditions: values may be added to an enum.
	EnumAdditions = "enum-additions"
	// PatternRemovals: a pattern may be removed.
	PatternRemovals = "pattern-removals"
	// NullableAdditions and NullableRemovals: nullable may be set, and removed.
	NullableAdditions = "nullable-additions"
	NullableRemovals  = "nullable-removals"
	// Conversions: versions may differ if a webhook converts between them.
	Conversions = "conversions"
)

// Allowable returns the values that Settings.Allow may have.
func Allowable() []string {
	return []string{EnumAdditions, PatternRemovals, NullableAdditions, NullableRemovals, Conversions}
}

// Checks returns the names of a tool's checks; nil if there is no such tool.
func Checks(name string) []string {
	if p := New(name, Settings{}); p != nil {
		return p.checks
	}
	return nil
}

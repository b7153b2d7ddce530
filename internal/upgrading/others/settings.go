package others

// Level is what comes of what a check finds.
type Level string

// The levels. The empty one leaves it to the tool.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Off     Level = "off"
)

// Levels are all that a configuration may name.
func Levels() []string { return []string{string(Error), string(Warning), string(Off)} }

// Settings are what a project has otherwise than the defaults of a tool.
type Settings struct {
	// Checks are levels by the names of checks.
	Checks map[string]Level
	// Allow are kinds of change that crdify lets pass when its configuration says so.
	Allow []string
}

// What Settings.Allow may have.
const (
	// EnumAdditions: values may be added to an enum.
	EnumAdditions = "enum-additions"
	// PatternRemovals: a pattern may be removed.
	PatternRemovals = "pattern-removals"
	// NullableAdditions and NullableRemovals: nullable may be set, and unset.
	NullableAdditions = "nullable-additions"
	NullableRemovals  = "nullable-removals"
	// Conversions: versions may differ where a webhook converts between them.
	Conversions = "conversions"
)

// Allowable are all that Settings.Allow may have.
func Allowable() []string {
	return []string{EnumAdditions, PatternRemovals, NullableAdditions, NullableRemovals, Conversions}
}

// Checks are the names of a tool's checks, or nil if there is no such tool.
func Checks(name string) []string {
	if p := New(name, Settings{}); p != nil {
		return p.checks
	}
	return nil
}

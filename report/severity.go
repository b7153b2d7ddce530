package report

import (
	"encoding/json"
	"fmt"
)

// Severity says how much a finding matters. The zero value is Error.
type Severity uint8

const (
	// Error is a finding that makes the server refuse the document.
	Error Severity = iota
	// Warning is a finding that the server, or a rule of ours, warns about.
	Warning
	// Info is a note, such as a document that was skipped.
	Info
)

var severities = [...]string{Error: "error", Warning: "warning", Info: "info"}

// String returns "error", "warning" or "info".
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// MarshalJSON writes the name.
func (s Severity) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// ParseSeverity reads a name that String returns.
func ParseSeverity(name string) (Severity, error) {
	for i, s := range severities {
		if s == name {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q; it is one of error, warning, info", name)
}

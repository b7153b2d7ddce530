package source

import (
	"bytes"
	"fmt"

	yamlv2 "go.yaml.in/yaml/v2"
)

// tabAtComment reports whether a text has a tab in front of what may be a comment, or, if
// there are any, on a line without anything else. Where a token could begin, kubectl's
// library refuses that tab, and yaml.v3, which looks for comments that belong together,
// passes over some.
func tabAtComment(text []byte) bool {
	if bytes.IndexByte(text, '#') < 0 {
		return false
	}
	for {
		tab := bytes.IndexByte(text, '\t')
		if tab < 0 {
			return false
		}
		before := bytes.TrimRight(text[:tab], " ")
		alone := len(before) == 0 || endsInBreak(before)
		text = bytes.TrimLeft(text[tab:], " \t")
		if len(text) == 0 || text[0] == '#' || alone && (text[0] == '\r' || text[0] == '\n') {
			return true
		}
	}
}

// scannedByKubectl returns what kubectl's library finds wrong with the syntax of a text,
// whatever its values are.
func scannedByKubectl(text []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return yamlv2.Unmarshal(text, new(nothing))
}

// nothing is what all values can be read as.
type nothing struct{}

func (*nothing) UnmarshalYAML(func(any) error) error { return nil }

package source

import (
	"bytes"
	"fmt"

	yamlv2 "go.yaml.in/yaml/v2"
)

// tabAtComment reports whether a text with a "#" has a tab before a possible comment, or on a line without other
// text. kubectl's library refuses such a tab where a token could begin; yaml.v3 skips some, because it looks for
// comments that belong together.
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

// scannedByKubectl returns the syntax error of kubectl's library in a text, for any values.
func scannedByKubectl(text []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return yamlv2.Unmarshal(text, new(nothing))
}

// nothing accepts every value.
type nothing struct{}

func (*nothing) UnmarshalYAML(func(any) error) error { return nil }

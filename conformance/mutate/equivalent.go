package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// equivalentText names the mutants that no test can kill.
//
//go:embed equivalent.txt
var equivalentText string

// equivalent is an entry of the list: mutants that behave as the code does.
type equivalent struct {
	line     int    // in the list
	file     string // the end of its path
	function string
	text     string // of the line in the code
	change   string
	reason   string
}

// readEquivalents reads the list. An entry is a paragraph: the file and function,
// the line of the code, the change, and the reason. Lines that start with # are
// comments.
func readEquivalents(text string) ([]*equivalent, error) {
	var list []*equivalent
	var lines []string
	for i, line := range strings.Split(text+"\n", "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if line != "" {
			lines = append(lines, line)
			continue
		}
		if len(lines) == 0 {
			continue
		}
		if len(lines) < 4 {
			return nil, fmt.Errorf("equivalent.txt:%d: an entry has a place, a line of code, a change and a reason", i)
		}
		file, function, _ := strings.Cut(lines[0], " ")
		list = append(list, &equivalent{
			line: i + 1 - len(lines), file: file, function: function,
			text: lines[1], change: lines[2], reason: strings.Join(lines[3:], " "),
		})
		lines = nil
	}
	return list, nil
}

// names reports whether the entry is about a mutant.
func (e *equivalent) names(m *mutant) bool {
	return (m.file == e.file || strings.HasSuffix(m.file, "/"+e.file)) &&
		m.function == e.function && m.text == e.text && m.change == e.change
}

package gotypes

import (
	"bytes"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// script is a script or a makefile.
type script struct {
	text   []byte
	python bool
}

// editedPaths are the paths below openAPIV3Schema that a script changes. Those that it only reads
// are none of them.
func (s *script) editedPaths() [][]finding.Segment {
	if s.python {
		if !writesFiles(s.text, true) {
			return nil
		}
		return schemaPaths(nil, s.text)
	}
	var all [][]finding.Segment
	for _, st := range statements(expanded(string(s.text))) {
		const root = "openAPIV3Schema"
		for at, next := 0, 0; ; at = next {
			i := strings.Index(st.text[at:], root)
			if i < 0 {
				break
			}
			at += i
			next = at + len(root)
			if st.edits(at) {
				rest := st.text[next:]
				all = append(all, expressionPaths(rest[:min(len(rest), mostPathText)])...)
			}
		}
	}
	return all
}

// expressionPaths are the places that an expression of yq or jq leads to which begins with a path:
// the path itself, or those below it that follow behind a pipe or in the body of with().
func expressionPaths(text string) [][]finding.Segment {
	path, rest := schemaPath(text)
	for {
		rest = strings.TrimLeft(rest, " \t\n)")
		next, ok := strings.CutPrefix(rest, "|")
		if !ok || strings.HasPrefix(next, "=") {
			break
		}
		next = strings.TrimLeft(next, " \t\n(")
		if strings.HasPrefix(next, "select(") {
			rest = behindParentheses(next)
			continue
		}
		more, after := schemaPath(next)
		if len(more) == 0 {
			break
		}
		path, rest = append(slices.Clip(path), more...), after
	}
	if body, ok := strings.CutPrefix(rest, ";"); ok {
		if all := bodyPaths(path, body); len(all) > 0 {
			return all
		}
	}
	if len(path) == 0 {
		return nil
	}
	return [][]finding.Segment{path}
}

// behindParentheses is what follows the parentheses that a text begins with after a name.
func behindParentheses(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[i+1:]
			}
		}
	}
	return ""
}

// bodyPaths are the places that the body of with() changes; nil if one of its parts is no path.
func bodyPaths(path []finding.Segment, body string) [][]finding.Segment {
	var all [][]finding.Segment
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(body, "|=", "="), func(r rune) bool { return r == '|' }) {
		part = strings.TrimLeft(part, " \t\n(")
		part = strings.TrimLeft(strings.TrimPrefix(part, "del("), " (")
		more, rest := schemaPath(part)
		if len(more) == 0 {
			return nil
		}
		all = append(all, append(slices.Clone(path), more...))
		if strings.Count(rest, ")") > strings.Count(rest, "(") {
			break // the end of the body
		}
	}
	return all
}

// writesFiles reports whether a script may write files other than to a folder for temporary ones.
func writesFiles(text []byte, python bool) bool {
	if python {
		return slices.ContainsFunc([]string{"dump", "write", "'w'", `"w"`, "subprocess", "os.system", "shutil", "replace("}, func(word string) bool {
			return bytes.Contains(text, []byte(word))
		})
	}
	for _, st := range statements(string(text)) {
		out := st.outside()
		words := strings.Fields(out)
		if inPlace().MatchString(out) || slices.ContainsFunc(words, writesWhatItIsGiven) {
			return true
		}
		for _, target := range strings.Split(strings.ReplaceAll(st.text, ">>", ">"), ">")[1:] {
			target = strings.Trim(strings.TrimSpace(target), `"'`)
			if target != "" && !strings.HasPrefix(target, "/tmp") && !strings.HasPrefix(target, "/dev/") && target[0] != '=' && target[0] != '(' {
				return true
			}
		}
	}
	return false
}

// writesWhatItIsGiven reports whether a word of a command is that of a program that may write files
// which it is given, or which nothing is known of.
func writesWhatItIsGiven(word string) bool {
	switch strings.Trim(word, "$(){}`") {
	case "mv", "cp", "tee", "patch", "install", "python", "python3", "go", "perl", "ruby", "node", "sponge", "rsync", "ln", "bash", "sh", "source", ".":
		return true
	}
	return strings.Contains(word, "./") || strings.HasPrefix(word, "$(") && strings.HasSuffix(word, ")")
}

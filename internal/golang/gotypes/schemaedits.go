package gotypes

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// script is a script or a makefile.
type script struct {
	text   []byte
	python bool
}

// schemaRoot begins the paths of schemas in scripts and patches.
const schemaRoot = "openAPIV3Schema"

// editedPaths returns the paths below openAPIV3Schema that a script changes, and not those that it only
// reads. A path stands for all places below it, where the script says more of them than a path.
func (s *script) editedPaths() [][]finding.Segment {
	if s.python {
		if !writesFiles(s.text) {
			return nil
		}
		return schemaPaths(nil, s.text)
	}
	var all [][]finding.Segment
	text := piped().ReplaceAllString(withoutComments(s.text), ".")
	for at, next := strings.Index(text, schemaRoot), 0; at >= 0; at = next {
		before, after := text[:at], text[at+len(schemaRoot):]
		if edits(before, after) {
			if path := schemaPath(after); len(path) > 0 {
				all = append(all, path)
			}
		}
		if next = strings.Index(after, schemaRoot); next >= 0 {
			next += at + len(schemaRoot)
		}
	}
	return all
}

// withoutComments returns a script with continued lines joined.
func withoutComments(text []byte) string {
	return shellComment().ReplaceAllString(strings.ReplaceAll(string(text), "\\\n", " "), "$1")
}

// edits reports whether a script changes the place between two parts of its text: by a flag that has a
// tool write the file, by an assignment or a deletion in an expression of yq or jq, by an operation of a
// JSON patch, or as a command of yq before version 4. A variable that has the path is taken to be changed.
func edits(before, after string) bool {
	lineBefore := before[strings.LastIndexByte(before, '\n')+1:]
	line, _, _ := strings.Cut(after, "\n")
	expression, _, _ := strings.Cut(line, "'")
	return assigns().MatchString(expression) || strings.LastIndex(before, "del(") > strings.LastIndexByte(before, ')') ||
		inPlace().MatchString(lineBefore+line) || patches().MatchString(lineBefore+line) || assignsVariable().MatchString(lineBefore)
}

var (
	shellComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(^|\s)#.*$`) })
	// piped is between two parts of a path of yq.
	piped   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\)?\s*\|\s*\(*\.`) })
	inPlace = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(^|\s)(-[A-Za-z]*i[A-Za-z]*(\.\w*)?|-i['"].*|--in-?place(=\S*)?)(\s|$)|\byq\d*"?\s+(w|d|m|p|write|delete|merge|prefix)\s`)
	})
	assigns = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[|+*/-]=|[^=!<>|+*/-]=($|[^=~])`) })
	patches = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bop\W+(add|replace|remove|move|copy)\b`) })
	// assignsVariable does not match where the value of the variable is the output of a command.
	assignsVariable = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(\w+\s+)?[A-Za-z_]\w*\s*[:?]?=\s*["']?[\w.\[\]]*$`)
	})
	writes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(mv|cp|tee|patch|install|python3?|go|perl|ruby|node|sponge|rsync|ln|bash|sh|source)\s|\./|\$\(\w+\)(\s|$)` +
			`|dump|write|'w'|"w"|subprocess|os\.system|shutil|replace\(`)
	})
	redirects = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`>+[ \t]*["']?([^\s"']*)`) })
)

// writesFiles reports whether a script may write files other than to a folder for temporary ones.
func writesFiles(script []byte) bool {
	text := withoutComments(script)
	return inPlace().MatchString(text) || writes().MatchString(text) || slices.ContainsFunc(redirects().FindAllStringSubmatch(text, -1), func(m []string) bool {
		return m[1] != "" && !strings.HasPrefix(m[1], "/tmp") && !strings.HasPrefix(m[1], "/dev/") && !strings.ContainsAny(m[1][:1], "=(&")
	})
}

// schemaPaths adds the path behind each openAPIV3Schema of a text, with dots between as yq has it, or with
// slashes as patches have it.
func schemaPaths(all [][]finding.Segment, text []byte) [][]finding.Segment {
	for _, rest := range bytes.Split(text, []byte(schemaRoot))[1:] {
		if path := schemaPath(string(rest)); len(path) > 0 {
			all = append(all, path)
		}
	}
	return all
}

// anyName stands for what is not known before the script runs: each item, or a variable.
const anyName = "*"

// schemaPath reads the path that a text begins with.
func schemaPath(text string) (path []finding.Segment) {
	if text == "" || text[0] != '.' && text[0] != '/' {
		return nil
	}
	separator := text[0]
	for text != "" && (text[0] == separator || separator == '.' && text[0] == '[') {
		word, after := "", ""
		switch {
		case text[0] == '[':
			inside, behind, ok := strings.Cut(text[1:], "]")
			if !ok {
				return path
			}
			if word, after = strings.Trim(inside, `"\`), behind; word == "" || word[0] == '$' {
				word = anyName
			}
		case strings.HasPrefix(text[1:], `"`) || strings.HasPrefix(text[1:], `\"`):
			inside, behind, ok := strings.Cut(strings.TrimPrefix(text[1:], `\`)[1:], `"`)
			if !ok {
				return path
			}
			word, after = strings.TrimSuffix(inside, `\`), behind
		case len(text) > 1 && text[1] == '[' && separator == '.':
			text = text[1:] // .a.[0] is .a[0]
			continue
		default:
			n := 1
			for n < len(text) && isNameByte(text[n], separator) {
				n++
			}
			word, after = text[1:n], text[n:]
			if strings.HasSuffix(word, "$") && after != "" && (after[0] == '{' || after[0] == '(') {
				_, after, _ = strings.Cut(after, map[byte]string{'{': "}", '(': ")"}[after[0]])
			}
			if strings.Contains(word, "$") {
				word = anyName
			}
		}
		if separator == '/' {
			word = strings.NewReplacer("~1", "/", "~0", "~").Replace(word)
		}
		if word == "" {
			break
		}
		text = after
		if i, err := strconv.Atoi(word); err == nil && len(path) > 0 && path[len(path)-1].Name != "properties" {
			path = append(path, finding.Segment{Index: i, IsIndex: true})
			continue
		}
		path = append(path, finding.Segment{Name: word})
	}
	return path
}

func isNameByte(c, separator byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '$' || separator == '/' && (c == '.' || c == '~')
}

// atOrBelow reports whether a path leads to one of some places or below it. An item of a list
// stands for the list: which items differ is not told.
func atOrBelow(path []finding.Segment, places [][]finding.Segment) bool {
	return slices.ContainsFunc(places, func(p []finding.Segment) bool {
		for n := len(p) - 1; n > 0 && (p[n].IsIndex || p[n].Name == "-" || p[n].Name == anyName); n-- {
			p = p[:n]
		}
		if len(p) > len(path) {
			return false
		}
		for i := range p {
			if p[i] != path[i] && p[i].Name != anyName {
				return false
			}
		}
		return true
	})
}

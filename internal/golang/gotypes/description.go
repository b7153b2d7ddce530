package gotypes

import (
	"go/ast"
	"sort"
	"strings"
)

// withLines is the minor version of controller-gen since which descriptions keep the lines of comments.
const withLines = 15

// description is that of a schema: the comment in Go, without markers.
func (w *schemaWriter) description(s *raw) string {
	g := s.doc.group()
	if g == nil {
		return ""
	}
	texts := s.doc.file.described
	lines, known := texts[g]
	if !known {
		lines = describingLines(g)
		texts[g] = lines
	}
	between := "\n"
	if w.g.minor < withLines {
		between = " "
	}
	return strings.Join(lines, between)
}

// group is the comment that a place is in.
func (p place) group() *ast.CommentGroup {
	if !p.ok() || p.file.ast == nil {
		return nil
	}
	all := p.file.ast.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].End() > p.pos })
	if i == len(all) || all[i].Pos() > p.pos {
		return nil
	}
	return all[i]
}

// describingLines are the lines of a comment that controller-gen writes into descriptions: without markers, without
// lines that begin with TODO, and up to a line that begins with ---, unless these are in a block of code.
func describingLines(g *ast.CommentGroup) []string {
	without := ast.CommentGroup{}
	asterisk := false
	for _, c := range g.List {
		if !isMarker(c) {
			without.List = append(without.List, c)
			asterisk = asterisk || strings.HasPrefix(c.Text, "/*")
		}
	}
	if len(without.List) == 0 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(without.Text(), "\n"), "\n")
	var kept []string
	inCode := false
	for _, line := range lines {
		if asterisk {
			line = strings.TrimSpace(line)
		}
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			inCode = !inCode
		}
		if !inCode && strings.HasPrefix(line, "TODO") {
			continue
		}
		if !inCode && strings.HasPrefix(line, "---") {
			break
		}
		kept = append(kept, line)
	}
	return kept
}

// sameDescription reports whether a description is the one that Go has, but for its spaces, which versions of
// controller-gen write in several ways, and for its end, which an option cuts off and scripts add to.
func sameDescription(is, want string) bool {
	if is == want {
		return true
	}
	a, b := strings.Join(strings.Fields(is), " "), strings.Join(strings.Fields(want), " ")
	return a == b || b != "" && strings.HasPrefix(a, b) || a != "" && strings.HasPrefix(b, a) && strings.HasSuffix(a, ".")
}

// hasDescription reports whether a schema, or one below it, has a description of its author: those of apiVersion and
// kind come with the type.
func hasDescription(s map[string]any) bool {
	if _, ok := s["description"]; ok {
		return true
	}
	props, _ := s["properties"].(map[string]any)
	for name, p := range props {
		if sub, ok := p.(map[string]any); ok && name != "apiVersion" && name != "kind" && hasDescription(sub) {
			return true
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if sub, ok := s[keyword].(map[string]any); ok && hasDescription(sub) {
			return true
		}
	}
	return false
}

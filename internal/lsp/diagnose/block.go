package diagnose

import (
	"bytes"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/report"
)

// A block is a part of a text that ends before the first line with a smaller indent.
type block struct {
	line   int  // where it begins, from 0
	indent int  // -1 for a block up to the end of its document
	isItem bool // an item of a list ends before the next one
}

// scope returns the block that decides about a finding at a line.
func (t typed) scope(f *report.Finding, at int) block {
	if f.CRD != "" && f.SchemaFile == "" && f.Object == "" {
		return t.schemaAround(f, at)
	}
	switch key := t.key(at); {
	case key != "" && hasField(f.Path, key):
		return block{at, t.indent(at), false}
	case t.isItem(at) && strings.Contains(f.Path, "["):
		return block{at, t.dash(at), true}
	}
	return block{at, -1, false} // the first line of the document stands for what is missing at its top
}

// hasField reports whether a field is in a printed path.
func hasField(path, field string) bool {
	return strings.Contains("."+strings.NewReplacer("[", ".", "]", ".").Replace(path)+".", "."+field+".")
}

// schemaAround returns the schema that a finding about a CRD is in, or what else it depends on.
func (t typed) schemaAround(f *report.Finding, at int) block {
	ends := []string{"openAPIV3Schema", "items", "additionalProperties"}
	switch {
	case !strings.HasPrefix(f.Path, "spec.versions["):
		return block{at, -1, false}
	case !strings.Contains(f.Path, "openAPIV3Schema"), dependsOnSubresources(f):
		return t.version(at)
	case f.Rule == "cel-cost", f.Rule == "transition-bypass":
		ends = ends[:1] // they depend on the schemas around theirs
	case strings.HasSuffix(f.Path, "."+t.key(at)) && t.key(at) != "openAPIV3Schema":
		at = max(0, t.above(at)) // the finding is about a keyword of the schema
	}
	for !slices.Contains(ends, t.key(at)) {
		above := t.above(at)
		if above < 0 || len(ends) > 1 && t.key(above) == "properties" {
			break
		}
		at = above
	}
	return block{at, t.indent(at), false}
}

// dependsOnSubresources reports whether the subresources of a version decide about a finding about its schema.
func dependsOnSubresources(f *report.Finding) bool {
	return strings.HasPrefix(f.Rule, "scale-") || f.Rule == "transition-bypass" && strings.Contains(f.Path, "properties[status]")
}

// version returns the version of a CRD that a line is in.
func (t typed) version(at int) block {
	for above := t.above(at); above >= 0 && t.key(above) != "versions"; above = t.above(at) {
		at = above
	}
	for n := at; n >= 0; n-- {
		if t.isItem(n) && t.indent(n) == t.indent(at) {
			return block{n, t.dash(n), true}
		}
	}
	return block{at, -1, false}
}

// isUnfinished reports whether a block may go on at the edit.
func (t typed) isUnfinished(b block) bool {
	for n := b.line + 1; n < t.Len(); n++ {
		text, _ := t.Line(n)
		content := bytes.TrimLeft(text, " ")
		indent := len(text) - len(content)
		inside := !bytes.HasPrefix(text, []byte("---")) &&
			(len(content) == 0 || content[0] == '#' || indent > b.indent || indent == b.indent && content[0] == '-' && !b.isItem)
		switch {
		case n <= t.line && !inside:
			return false
		case n > t.line && inside && len(content) > 0:
			return false
		case n > t.line && !inside:
			return true
		}
	}
	return true
}

// indent returns the number of spaces before the content of a line; dashes of items count as spaces.
func (t typed) indent(n int) int {
	text, _ := t.Line(n)
	return len(text) - len(bytes.TrimLeft(text, " -"))
}

// dash returns the number of spaces before the content of a line, which is the dash of an item.
func (t typed) dash(n int) int {
	text, _ := t.Line(n)
	return len(text) - len(bytes.TrimLeft(text, " "))
}

func (t typed) isItem(n int) bool {
	text, _ := t.Line(n)
	return bytes.HasPrefix(bytes.TrimLeft(text, " "), []byte("-"))
}

// key returns the key of a line; "" for none.
func (t typed) key(n int) string {
	text, _ := t.Line(n)
	key, _, found := strings.Cut(strings.TrimLeft(string(text), " -"), ":")
	if !found {
		return ""
	}
	return strings.Trim(key, `"'`)
}

// above returns the line of the key around a line, or -1.
func (t typed) above(n int) int {
	indent := t.indent(n)
	for i := n - 1; i >= 0; i-- {
		text, _ := t.Line(i)
		if content := bytes.TrimLeft(text, " -"); len(content) > 0 && content[0] != '#' && len(text)-len(content) < indent {
			return i
		}
	}
	return -1
}

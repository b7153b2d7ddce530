package source

import (
	"bytes"
	"slices"
	"strings"
)

// templateComment begins the comments in which Helm names the template of a document.
const templateComment = "# Source: "

// Rendered lists the templates of Helm from which the documents of a file were rendered.
type Rendered struct {
	lines []int // of the comments, and of the separators of documents
	names []string
}

// RenderedFrom reads the comments of Helm in a file, as in "# Source: chart/templates/crd.yaml".
func RenderedFrom(f *File) Rendered {
	var r Rendered
	if !bytes.Contains(f.Text, []byte(templateComment)) {
		return r
	}
	number := 0
	for line := range bytes.Lines(f.Text) {
		number++
		text := string(bytes.TrimRight(line, " \r\n"))
		switch name, is := strings.CutPrefix(text, templateComment); {
		case is:
			r.lines, r.names = append(r.lines, number), append(r.names, name)
		case strings.HasPrefix(text, "---"):
			r.lines, r.names = append(r.lines, number), append(r.names, "")
		}
	}
	return r
}

// At returns the template of the document at a line; "" if no comment names one.
func (r *Rendered) At(line int) string {
	i, is := slices.BinarySearch(r.lines, line)
	if is {
		i++
	}
	if i == 0 {
		return ""
	}
	return r.names[i-1]
}

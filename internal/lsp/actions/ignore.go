package actions

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// Reason stands where the author of a comment has to give a reason.
const Reason = "TODO: why"

// Ignore returns the comment that ignores a finding of a lint rule about a CRD: behind the line of the finding, or else
// above it. Errors of the server are not ignored.
func Ignore(file *source.File, f *report.Finding, all []report.Finding, check Check) (Fix, bool) {
	if f.ServerMessage != "" || f.Line < 1 || rules.FindDocumented(f.Rule) == nil {
		return Fix{}, false
	}
	start, ok := file.Offset(f.Line, 1)
	if doc := documentOf(file, f); !ok || doc == nil || !doc.MeantAsCRD() {
		return Fix{}, false
	}
	line := file.Line(f.Line)
	comment := "# crdtool:ignore " + f.Rule + " " + Reason
	end := start + len(strings.TrimRight(line, " \t"))
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	eol := "\n"
	if strings.Contains(string(file.Text[:min(len(file.Text), end+2)]), "\r\n") {
		eol = "\r\n"
	}
	for _, e := range []edit.Edit{
		{Start: end, End: end, Text: " " + comment},
		{Start: start, End: start, Text: indent + comment + eol},
	} {
		edits := []edit.Edit{e}
		if Prove(file.Text, edits, f, all, check) == Clean {
			return Fix{Title: "ignore " + f.Rule + " here with a comment; give a reason in it", Edits: withMarks(file, edits)}, true
		}
	}
	return Fix{}, false
}

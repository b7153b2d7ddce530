package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// Unnoticed writes a finding about damage to a CRD that no test notices.
func (t *Tests) Unnoticed(w io.Writer, f *report.Finding, lines Lines) error {
	var b bytes.Buffer
	said, test, _ := strings.Cut(f.Help, "\n")
	one := *f
	one.Help = said
	t.findings.Finding(&b, &one, lines)
	if test != "" { // which is to be copied, so that nothing is cut off
		b.Truncate(b.Len() - 1)
		for line := range strings.Lines(safetext.Lines(test)) {
			b.WriteString("       " + line)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Same writes a mutant of which nobody knows whether a test could notice it.
func (t *Tests) Same(w io.Writer, m report.Mutant) error {
	_, err := fmt.Fprintf(w, "%s:%d: may change nothing: %s\n", Escape(m.File), m.Line, Escape(oneLine(m.Does)))
	return err
}

// Mutation writes the score, by kinds unless it is to be short.
func (t *Tests) Mutation(w io.Writer, m *report.Mutation, short bool) error {
	var b bytes.Buffer
	s := &m.Summary
	n := s.Noticed + s.Unnoticed
	if !short {
		width := 0
		for _, k := range m.Kinds {
			width = max(width, len(k.Kind))
		}
		for _, k := range m.Kinds {
			fmt.Fprintf(&b, "  %-*s  %6s of %s%s\n", width, k.Kind, thousands(uint64(k.Noticed)), thousands(uint64(k.Noticed+k.Unnoticed)), map[bool]string{true: ", not in the score"}[k.Unscored])
		}
	}
	fmt.Fprintf(&b, "damage to CRDs: noticed %s of %s", thousands(uint64(s.Noticed)), thousands(uint64(n)))
	if s.Score != nil {
		fmt.Fprintf(&b, " (%d %%)", *s.Score)
	}
	for _, more := range [...]struct {
		n    int
		what string
	}{{s.Refused, "more are refused by the server"}, {s.Same, "may change nothing"}, {s.Untried, "were not tried"}, {s.LeftOut, "inside types of the Kubernetes API are left out (--all)"}} {
		if more.n > 0 {
			fmt.Fprintf(&b, ", %s %s", thousands(uint64(more.n)), more.what)
		}
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

package lint

import (
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// findingFilter turns the findings of a file into the reported ones. It sets the configured severities, and
// drops findings that comments or Options.Hide ignore.
type findingFilter struct {
	of    *fileResult
	opts  *Options
	wrong []draft // findings about malformed comments
}

func (r *fileResult) findingFilter(opts Options) *findingFilter {
	h := &findingFilter{of: r, opts: &opts}
	r.Comments, h.wrong = readComments(r.file)
	return h
}

// keep drops the findings about a document that the selection s switches off, or that are ignored.
func (h *findingFilter) keep(found *[]draft, s *rules.Selection) {
	h.of.keep(found, s, func(f *report.Finding) bool {
		// Both are called: a comment counts as used even if the configuration hides the finding too.
		byComment := h.of.Comments.Hides(f)
		return byComment || h.opts.Hide != nil && h.opts.Hide(f)
	})
}

// addCommentFindings adds the findings about comments, after all other findings.
func (h *findingFilter) addCommentFindings() {
	wrong := append(h.wrong, h.of.Comments.unused(h.of.file, &h.of.FileReport, h.of.found)...)
	for i := range wrong {
		wrong[i].CRD = h.of.crdAt(wrong[i].Line)
	}
	h.of.keep(&wrong, h.opts.Rules, func(f *report.Finding) bool { return h.opts.Hide != nil && h.opts.Hide(f) })
	h.of.found = append(h.of.found, wrong...)
}

// crdAt returns the name of the CRD on a line, or of the nearest one above.
func (r *FileReport) crdAt(line int) string {
	name := ""
	for i := range r.Documents {
		if d := &r.Documents[i]; i == 0 || d.Line <= line {
			name = d.Name
		}
	}
	return name
}

// keep drops findings that are switched off, and drops and counts hidden and known ones.
func (r *fileResult) keep(found *[]draft, s *rules.Selection, hidden func(*report.Finding) bool) {
	kept := (*found)[:0]
	for i := range *found {
		switch d := &(*found)[i]; {
		case !applySetting(d.Finding, s):
		case hidden(d.Finding):
			r.Summary.Ignored += d.Counts()
		case d.known:
			r.Summary.Known += d.Counts()
		default:
			kept = append(kept, *d)
		}
	}
	*found = kept
}

// applySetting sets the configured severity of a finding of the server, and reports whether it is on. Errors of
// the server are always on.
func applySetting(f *report.Finding, s *rules.Selection) bool {
	if s == nil || f.Severity == finding.Error {
		return true
	}
	to, ok := s.Server[f.Rule]
	if ok && !to.Off {
		f.Severity = to.Severity
	}
	return !ok || !to.Off
}

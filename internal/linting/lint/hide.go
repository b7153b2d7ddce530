package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// hiding makes of what is found in a file what is reported: severities as they are set,
// and without what is ignored by comments in the file and by Options.Hide.
type hiding struct {
	of    *fileResult
	opts  *Options
	wrong []draft // with the comments
}

func (r *fileResult) hiding(opts Options) *hiding {
	h := &hiding{of: r, opts: &opts}
	r.Comments, h.wrong = readComments(r.file)
	return h
}

// keep drops the findings about a document that its rules s do not report.
func (h *hiding) keep(found *[]draft, s *rules.Selection) {
	h.of.keep(found, s, func(f *report.Finding) bool {
		// Both are asked, so that a comment is not taken for unused because
		// the configuration covers the same.
		byComment := h.of.Comments.Hides(f)
		return byComment || h.opts.Hide != nil && h.opts.Hide(f)
	})
}

// ends adds what is wrong with the comments, once all else was found.
func (h *hiding) ends() {
	wrong := append(h.wrong, h.of.Comments.unused(h.of.file, &h.of.FileReport, h.of.found)...)
	for i := range wrong {
		wrong[i].CRD = h.of.crdAt(wrong[i].Line)
	}
	h.of.keep(&wrong, h.opts.Rules, func(f *report.Finding) bool { return h.opts.Hide != nil && h.opts.Hide(f) })
	h.of.found = append(h.of.found, wrong...)
}

// crdAt names the CRD that a line belongs to, or is nearest above.
func (r *FileReport) crdAt(line int) string {
	name := ""
	for i := range r.Documents {
		if d := &r.Documents[i]; i == 0 || d.Line <= line {
			name = d.Name
		}
	}
	return name
}

// keep drops findings that are switched off, and those that are hidden, which it
// counts.
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

// applySetting gives a finding that no lint rule made the severity that is set for it,
// and reports whether it is on. The server's errors are its verdict.
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

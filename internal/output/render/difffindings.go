package render

import (
	"cmp"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// DiffFindings is what changes as a report of findings, for the formats of other programs:
// each change at its line of the new file, with that of the old one beside it. Changes that
// nobody has to know of are left out unless all are asked for. With folding, what is the
// same in several places is one finding. A finding fails if its change does.
func DiffFindings(d *report.Diff, about *About, all, folding bool, fails func(*report.Change) bool) (found *report.Report, failing func(*report.Finding) bool) {
	about.Verdict, about.Snippets = diffVerdict(&d.Summary), &Snippets{}
	out := &report.Report{SchemaVersion: report.SchemaVersion, Findings: []report.Finding{}}
	failed := map[diffKey]bool{}
	for i := range d.CRDs {
		c := &d.CRDs[i]
		file := cmp.Or(c.NewFile, about.onDisk(c.OldFile))
		out.Documents = append(out.Documents, report.Document{File: file, Line: 1, Name: c.Name, APIServer: report.APIServer{Accepted: installs(c)}})
		out.Summary.CRDs++
		if !installs(c) {
			out.Summary.Refused++
		}
		changes := foldVersions(c.Changes)
		if folding {
			changes = foldPlaces(changes)
		}
		for j := range changes {
			if all || shown(changes[j].Change) {
				f := diffFinding(c, &changes[j], file, about)
				failed[keyOf(&f)] = fails(changes[j].Change)
				out.Findings = append(out.Findings, f)
				addLines(about.Snippets, changes[j].Change)
			}
		}
	}
	return out, func(f *report.Finding) bool { return failed[keyOf(f)] }
}

// addLines takes in the line of a change. What there was before is said beside it.
func addLines(s *Snippets, c *report.Change) {
	if p := cmp.Or(c.New, c.Old); p != nil {
		s.add(p.File, p.Pos(), lineText(p.Text))
	}
}

// A lineText is the only line that is known of a file.
type lineText string

func (l lineText) Line(int) string { return string(l) }

// diffKey names a finding of a run.
type diffKey struct{ crd, code, path, message string }

func keyOf(f *report.Finding) diffKey { return diffKey{f.CRD, f.Rule, f.Path, f.Message} }

// installs reports whether the server takes the update.
func installs(c *report.CRDDiff) bool {
	for i := range c.Changes {
		if c.Changes[i].Code == "install-refused" {
			return false
		}
	}
	return true
}

func diffFinding(c *report.CRDDiff, g *folded, file string, about *About) report.Finding {
	said := g.class() + ": " + g.headline()
	if unproven := g.unproven(); unproven != "" {
		said += "\n" + unproven
	}
	if effect := g.effect(); effect != "" {
		said += "\n" + effect
	}
	if g.Ended != "" {
		said += "\n" + g.Ended
	}
	if g.Accepted != "" {
		said += "\naccepted: " + g.Accepted
	}
	if w := g.Witness; w != nil {
		said += "\n" + witnessAnswers(w) + ": " + shortObject(w.Object)
		if stored := storedOtherwise(g.Change); stored != "" {
			said += "\n" + stored
		}
		if w.Applied != nil {
			said += "\nafter a has applied " + shortObject(w.Applied)
		}
	}
	f := report.Finding{
		Rule: g.Code, Severity: g.Severity, Breaking: g.Breaking, Message: said, File: file,
		CRD: c.Name, Version: g.Version, Path: g.Path, Origin: g.Origin,
	}
	switch {
	case g.Accepted != "":
		f.Severity, f.Breaking = finding.Info, false
	case g.mayBreak():
		f.Help = g.Help
	}
	if g.New != nil {
		f.File = g.New.File
		f.SetPos(g.New.Pos())
	}
	old, _ := lines(g.Change)
	switch p := g.Old; {
	case p == nil:
	case g.New == nil && c.NewFile == "":
		f.SetPos(p.Pos())
	case about.Revision != "": // no program finds the file there
		f.Message += "\nbefore: " + markdownPlace(p.File, p.Line) + ": " + old.text
	default:
		f.Related = append(f.Related, report.Related{
			Message: "before: " + strings.TrimSpace(old.text), File: p.File,
			Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn,
		})
	}
	return f
}

// onDisk is the name that an old file has, or had, on disk.
func (about *About) onDisk(file string) string {
	if about.Revision == "" {
		return file
	}
	return strings.TrimPrefix(file, about.Revision+":")
}

// oldName is the name of an old file from the root of the repository.
func (about *About) oldName(file string) string {
	name, _ := about.Repository.Path(about.onDisk(file))
	if about.Revision != "" {
		return about.Revision + ":" + name
	}
	return name
}

// witnessAnswers says how a request was answered and is.
func witnessAnswers(w *report.DiffWitness) string {
	request := w.Operation
	if w.Applied != nil {
		request += " by b"
		if w.Force {
			request += " with force"
		}
	}
	if w.NewAnswer.Accepted {
		return "accepted before, stored otherwise now, on " + request
	}
	return "accepted before, refused now, on " + request
}

// firstApply and secondApply say how the two objects of a witness are applied that shows
// how server-side apply merges.
func firstApply(w *report.DiffWitness) string {
	return w.Operation + " by a (" + applyCommand(w, "a") + ")"
}

func secondApply(w *report.DiffWitness) string {
	command := applyCommand(w, "b")
	if w.Force {
		command += " --force-conflicts"
	}
	return w.Operation + " by b (" + command + ")"
}

func applyCommand(w *report.DiffWitness, manager string) string {
	command := "kubectl apply --server-side --field-manager=" + manager
	if w.Operation == "apply-status" {
		command += " --subresource=status"
	}
	return command
}

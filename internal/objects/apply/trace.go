package apply

import (
	"fmt"
	"maps"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
)

// trace returns the steps of an answer, with their places in the manifest and in the CRD.
func (q *request) trace(a *dryrun.Result) []report.Step {
	steps := make([]report.Step, 0, len(a.Trace)+1)
	if q.liveIsObject {
		steps = append(steps, report.Step{
			Stage: dryrun.Decode, Action: dryrun.Skipped,
			Reason: "no live objects are given; the object itself is used as the stored one",
		})
	}
	for i := range q.notes {
		if n := &q.notes[i]; n.Code != code.KubectlWarning { // the server's warnings are reported elsewhere
			steps = append(steps, report.Step{Stage: dryrun.Client, Action: dryrun.Warned, Reason: strings.TrimSpace(strings.TrimPrefix(n.Text(), "Warning: "))})
		}
	}
	if q.command.Verb == VerbApply && q.sequence == nil && q.fromManifest() {
		steps = append(steps, report.Step{
			Stage: dryrun.Merge, Action: dryrun.Skipped,
			Reason: "the live object is a manifest that was in no cluster, so it is taken for what was applied before in this way",
		})
	}
	if q.command.merges() {
		steps = append(steps, q.merged(a)...) // the fields that stay or are removed come first
	}
	if q.unreadable != "" {
		steps = append(steps, report.Step{
			Stage: dryrun.Convert, Action: dryrun.Skipped,
			Reason: fmt.Sprintf("the live object has version %s, which a webhook converts to %s; conversion webhooks are not simulated, so the object is checked as if it were new; get it at that version: kubectl get %s.%s.%s %s -o yaml --show-managed-fields",
				q.unreadable, q.version, q.def.crd.Spec.Names.Plural, q.version, q.id.group, q.id.name),
		})
	}
	for _, e := range a.Trace {
		s := report.Step{Stage: e.Stage, Action: e.Action, Path: e.Path, ServerPath: e.At.Server(), Value: e.Value, Reason: e.Reason, Line: e.Line}
		if s.Line == 0 && !q.command.plain() {
			s.Line = q.lineOf(e.At) // a request of kubectl may be a patch, so the trace has no lines
		}
		if e.Schema != nil {
			s.SchemaFile, s.SchemaLine = q.def.doc.File.Name, q.def.doc.LocateKey(e.Schema.Segments()).Line
		}
		switch {
		case e.Action == dryrun.Forgave:
			// The server's error omits some values.
			if n, exact := q.doc.Node(e.At.Segments()); exact {
				s.Value = source.Value(n)
			}
		case e.Action == dryrun.Pruned:
			s.Reason = "no such field"
			if meant := q.meant(e.At); meant != "" {
				s.Reason += "; " + meant
			}
			s.SchemaFile, s.SchemaLine = "", 0
		case e.Stage == dryrun.Metadata && e.Action == dryrun.SetBy && e.Path == "metadata.namespace" && q.opts.Namespace == "":
			s.Reason = "the namespace that kubectl uses if none is given"
		}
		steps = append(steps, s)
	}
	return append(steps, q.undefaulted(a.Object)...)
}

// meant returns help that names the field probably meant by an unknown one, or "".
func (q *request) meant(at *finding.Path) string {
	if _, written := q.boolean(at); written != "" {
		return saysBoolean(written, at.Segments()[len(at.Segments())-1].Name)
	}
	if near := q.misspelt(at); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// misspelt returns the field of the schema that is most similar to an unknown field, or "". It ignores fields that
// the object has already.
func (q *request) misspelt(at *finding.Path) string {
	segments := at.Segments()
	if len(segments) == 0 || segments[len(segments)-1].IsIndex {
		return ""
	}
	name := segments[len(segments)-1].Name
	parent := q.def.resource.SchemaAt(q.version, at.Parent())
	if parent == nil {
		return ""
	}
	beside, _ := q.doc.Node(segments[:len(segments)-1])
	var known []string
	for _, p := range parent.Properties.All() {
		if source.Field(beside, p.Name) == nil {
			known = append(known, p.Name)
		}
	}
	return nearest.Name(name, known)
}

func clone(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return maps.Clone(m)
}

package apply

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
)

// explainRefusal returns the findings about a refusal for which the server gives no causes.
func (q *request) explainRefusal(a *dryrun.Result) []report.Finding {
	var out []report.Finding
	add := func(c finding.Code, at *finding.Path, message, help string) {
		out = append(out, about(q.doc, c, at, message, help))
	}
	switch a.Refusal {
	case code.VersionNotServed:
		q.explainVersion(q.def.version(q.version) != nil, add)
	case code.NotFound:
		add(a.Refusal, finding.Root("metadata", "name"), q.nothingThere(), q.whereLive())
	case code.NoSubresource:
		add(a.Refusal, apiVersionPath, fmt.Sprintf("version %s of the CRD has no %s subresource", q.version, q.opts.Subresource), "")
	case code.NamespaceMismatch:
		namespace, _ := names(q.doc)
		add(a.Refusal, finding.Root("metadata", "namespace"), fmt.Sprintf("the object is in namespace %q, but the request is for %q", namespace, q.id.namespace), "")
	case code.ResourceVersionConflict:
		add(a.Refusal, finding.Root("metadata", "resourceVersion"), "differs from the resourceVersion of the live object", "remove it")
	case code.ApplyConflict:
		out = q.conflicts(a)
	case code.RequestTooLarge:
		add(a.Refusal, nil, a.Behind.ValidatorText, "split it into several objects, or keep large data elsewhere")
	case code.UIDConflict:
		add(a.Refusal, finding.Root("metadata", "uid"), "differs from the uid of the live object", "remove it")
	case code.MetadataWrongType:
		out = q.wrongMetadata(a)
	case code.StrictDecoding:
		for _, e := range a.Trace {
			switch {
			case e.Action == dryrun.Pruned, e.Stage == dryrun.Metadata && e.Action == dryrun.Dropped && e.Reason == dryrun.NotInObjectMeta:
				message, help := "no such field", q.meant(e.At)
				f := about(q.doc, code.UnknownField, e.At, message, help)
				f.SetPos(q.doc.LocateKey(e.At.Segments()))
				f.ServerMessage = fmt.Sprintf("unknown field %q", e.At.Server())
				if len(a.APIServer.Causes) == 1 { // a patch has the message as its cause
					f.ServerPath, f.ServerMessage = a.APIServer.Causes[0].Field, "strict decoding error: "+f.ServerMessage
				}
				out = append(out, f)
			}
		}
		out = append(out, repeated(q.doc)...)
	}
	out = append(out, q.flaws(a.Flaws)...)
	if f := q.notForKubectl(a); f != nil {
		out = append(out, *f)
	}
	if len(out) == 0 {
		add(code.Refused, nil, a.APIServer.Message, "")
	}
	return findinglimit.FirstReported(out, q.opts.Most, "object")
}

func goType(t string) string {
	switch t {
	case "string":
		return "a string"
	case "bool":
		return "a boolean"
	case "int64":
		return "an integer"
	case "map[string]string":
		return "an object of strings"
	case "v1.ObjectMeta":
		return "an object"
	case "[]string":
		return "a list of strings"
	}
	if strings.HasPrefix(t, "[]") {
		return "a list of objects"
	}
	return t
}

func (q *request) explainVersion(exists bool, add func(c finding.Code, at *finding.Path, message, help string)) {
	var served []string
	for i := range q.def.crd.Spec.Versions {
		if v := &q.def.crd.Spec.Versions[i]; v.Served {
			served = append(served, v.Name)
		}
	}
	message := fmt.Sprintf("the CRD has no version %q", q.version)
	if exists {
		message = fmt.Sprintf("version %q is not served", q.version)
	}
	help := "no version is served"
	switch near := nearest.Name(q.version, served); {
	case near != "" && len(served) > 1:
		help = fmt.Sprintf("the served versions are %s; did you mean %s/%s?", enumerate(served), q.def.group, near)
	case len(served) == 1:
		help = fmt.Sprintf("the served version is %s/%s", q.def.group, served[0])
	case len(served) > 1:
		help = "the served versions are " + enumerate(served)
	}
	add(code.VersionNotServed, apiVersionPath, message, help)
}

// repeated returns a finding for each repeated key of the document.
func repeated(doc *source.Document) []report.Finding {
	out := separators(doc)
	heads := len(out)
	source.RepeatedKeys(doc.Root, func(key *yamlnode.Node, how source.Repeat, at *finding.Path) {
		if how != source.WrittenTwice || heads > 0 && source.IsKeyOf(doc.Root, key) {
			return
		}
		f := finding.Finding{Code: code.DuplicateField, Path: at, Message: "duplicate key; the last one is used", Help: "remove one of the two", Pos: doc.NodePos(key)}
		out = append(out, f.Report(doc.File.Name))
	})
	return out
}

// replacedByMerge returns a warning for each key whose value is replaced by a merge key below it.
func replacedByMerge(doc *source.Document) []report.Finding {
	var out []report.Finding
	source.RepeatedKeys(doc.Root, func(key *yamlnode.Node, how source.Repeat, at *finding.Path) {
		if how == source.ReplacedByMerge {
			f := finding.Finding{Code: code.DuplicateField, Severity: finding.Warning, Path: at, Pos: doc.NodePos(key)}
			f.Message, f.Help = source.MergeReplaces(source.Resolve(key).Value)
			out = append(out, f.Report(doc.File.Name))
		}
	})
	return out
}

// separators returns a finding for each place where another object begins without "---" between.
func separators(doc *source.Document) []report.Finding {
	var out []report.Finding
	for _, key := range source.MissingSeparators(doc.Root) {
		f := finding.Finding{Code: code.DuplicateField, Pos: doc.NodePos(key)}
		f.Message, f.Help = source.SeparatorMissing(f.Pos.Line)
		out = append(out, f.Report(doc.File.Name))
	}
	return out
}

// nothingThere says which command fails because the live object does not exist.
func (q *request) nothingThere() string {
	if of := cmp.Or(q.command.Subresource, q.opts.Subresource); of != "" {
		return fmt.Sprintf("there is no live object %q to write the %s of", q.id.name, of)
	}
	return fmt.Sprintf("there is no live object %q to %s", q.id.name, cmp.Or(q.command.Verb, VerbReplace))
}

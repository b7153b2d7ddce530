package apply

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// builtIn counts an object of a built-in kind and adds the findings about its fields. search is nil for a named file.
func (r *Runner) builtIn(out *FileReport, doc *source.Document, search *search) {
	out.Summary.BuiltIn++
	if r.opts.SkipBuiltIn || !r.sendsWhole() || search != nil && unnamed(doc) {
		return
	}
	switch {
	case encrypted(doc):
		if search != nil {
			search.pass(files.Encrypted)
		}
		return
	case search != nil && onlyStatus(doc):
		search.pass(files.Expected)
		return
	}
	found, checked := r.fieldFindings(doc)
	if !checked {
		return
	}
	out.Summary.FieldsOnly++
	if search != nil {
		if slices.ContainsFunc(found, isPatchDirective) {
			search.pass(files.Patch)
			return
		}
		before := len(found)
		found = slices.DeleteFunc(found, func(f report.Finding) bool { return search.toBeFilledIn(doc.File, &f) })
		if before > 0 && len(found) == 0 {
			search.pass(files.Placeholder)
		}
	}
	if slices.ContainsFunc(found, func(f report.Finding) bool { return f.Severity == finding.Error }) {
		out.Summary.FieldsRefused++
	}
	out.Findings = append(out.Findings, found...)
}

// sendsWhole reports whether the request of an object has the whole object as its body.
func (r *Runner) sendsWhole() bool {
	switch r.opts.Verb {
	case VerbPatch, VerbDelete:
		return false
	}
	return r.opts.Subresource == "" && r.opts.Patch == nil
}

// encrypted reports whether SOPS encrypted the object. Nobody sends it as it is: the server would refuse its field sops.
func encrypted(doc *source.Document) bool {
	return source.Field(source.Field(doc.Root, "sops"), "mac") != nil
}

// isPatchDirective reports whether a finding is about a directive of a strategic merge patch, such as $patch: delete.
func isPatchDirective(f report.Finding) bool {
	return f.Code == report.Code(code.UnknownField) && strings.HasPrefix(f.Path[strings.LastIndexByte(f.Path, '.')+1:], "$")
}

// fieldFindings returns the findings about the fields of an object of a built-in kind, on all requested versions. It
// reports false if its kind is not known.
func (r *Runner) fieldFindings(doc *source.Document) (found []report.Finding, checked bool) {
	object, _ := source.Value(doc.Root).(map[string]any)
	q := builtin.Request{Object: object}
	q.APIVersion, q.Kind = doc.TypeMeta()
	versions := r.versions
	if len(versions) == 0 {
		versions = []kube.Version{r.crds.server.Version}
	}
	type place struct {
		code finding.Code
		path string
	}
	faults, on := map[place]builtin.Fault{}, map[place][]kube.Version{}
	for _, v := range versions {
		q.Version = v
		answer := builtin.Check(q)
		checked = checked || answer.Checked
		for _, f := range answer.Faults {
			at := place{f.Code, f.Path.Server()}
			faults[at], on[at] = f, append(on[at], v)
		}
	}
	if !checked {
		return nil, false
	}
	for at, f := range faults {
		if one, ok := r.fieldFinding(doc, &f); ok {
			if len(on[at]) < len(versions) {
				markOn(&one, on[at])
			}
			found = append(found, one)
		}
	}
	if r.opts.FieldValidation != dryrun.Ignore {
		for _, f := range repeated(doc) {
			if r.opts.FieldValidation == dryrun.Warn {
				f.Severity = finding.Warning
			}
			found = append(found, f)
		}
	}
	title := report.Document{Kind: q.Kind}
	title.Namespace, title.Name = names(doc)
	for i := range found {
		found[i].FieldsOnly, found[i].Object = true, title.Title()
	}
	slices.SortFunc(found, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code))
	})
	return findinglimit.FirstReported(found, r.opts.Most, "object"), true
}

// fieldFinding returns the finding about a fault. It reports false for a fault that the field validation ignores.
func (r *Runner) fieldFinding(doc *source.Document, f *builtin.Fault) (report.Finding, bool) {
	out := about(doc, f.Code, f.Path, f.Message, f.Help)
	out.ServerMessage, out.Later = f.Server, f.Later
	if n, _ := doc.Node(f.Path.Segments()); f.Code == code.Value.Case("type") && n != nil && isYAML11(n.Value) {
		if value, isBool := source.Scalar(n).(bool); isBool {
			out.Help = saysBoolean(n.Value, fmt.Sprint(value))
		}
	}
	out.ServerPath = ""
	if f.Code == code.UnknownField {
		out.SetPos(doc.LocateKey(f.Path.Segments()))
		switch r.opts.FieldValidation {
		case dryrun.Warn:
			out.Severity = finding.Warning
		case dryrun.Ignore:
			return out, false
		}
	}
	return out, true
}

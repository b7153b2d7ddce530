package convert

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// Report returns the findings about the converted CRDs: the server's errors about the new CRDs, at the lines of
// the old file, and what the conversion cannot decide. It lists at most most findings of one code; 0 lists all.
func (r *Result) Report(f *source.File, l *lint.Linter, most int) lint.FileReport {
	v1 := &source.File{Name: f.Name, Text: f.Text, Marks: f.Marks, Problems: f.Problems}
	for i := range f.Documents {
		if doc := r.Made[i]; doc != nil {
			v1.Documents = append(v1.Documents, doc)
		}
	}
	// Fixes would edit the converted text, which is not in the file.
	out := l.FileFixless(v1, lint.Options{Hide: decided})
	for i := range out.Findings {
		waysOut(&out.Findings[i])
	}
	for i, doc := range f.Documents {
		if r.Made[i] != nil {
			out.Findings = append(out.Findings, r.own(i, doc)...)
		}
	}
	out.Findings = findinglimit.FirstReported(out.Findings, most, "CRDs")
	slices.SortStableFunc(out.Findings, func(a, b report.Finding) int { return findinglist.ByPlace(&a, &b) })
	summary := report.Summary{Files: 1, CRDs: len(r.Made), Refused: out.Summary.Refused}
	for i := range out.Findings {
		summary.Count(&out.Findings[i])
	}
	out.Summary = summary
	return out
}

// decided reports whether to hide a finding of the linter, because the conversion decides it or reports it in
// other words.
func decided(f *report.Finding) bool {
	switch finding.Code(f.Code) {
	case code.TypeRequired:
		// The decision about unknown fields adds a type to the root.
		if strings.HasSuffix(strings.TrimSuffix(f.Path, ".type"), openAPI) {
			return true
		}
	case code.DuplicateField:
		return true // own reports it for the whole document
	}
	return f.Severity != finding.Error
}

// Open returns the converted documents that a server refuses until someone decides or changes something, by their
// index in the file.
func (r *Result) Open(f *source.File, of *lint.FileReport) map[int]bool {
	open := map[int]bool{}
	at := map[int]int{} // index in the file of readable documents, by the index in reports
	for i, doc := range f.Documents {
		at[doc.Index] = i
	}
	for i := range of.Documents {
		if d := &of.Documents[i]; !d.APIServer.Accepted {
			open[at[d.Document]] = true
		}
	}
	maps.Copy(open, r.Stuck)
	for i := range r.Made {
		if len(both(f.Documents[i])) > 0 || len(repeated(f.Documents[i])) > 0 {
			open[i] = true
		}
	}
	return open
}

// structural are the rules about schemas that v1beta1 applied only with preserveUnknownFields: false.
var structural = [...]string{"structural", "structural-additional-properties", "structural-complete", "structural-items", "structural-nested", "structural-type"}

const unchecked = preserve + ": true"

// waysOut sets the help of a finding to the possible decisions.
func waysOut(f *report.Finding) {
	switch {
	case finding.Code(f.Code) == code.PreserveAtTop:
		f.Message = "unknown fields are kept, which in v1beta1 they are unless preserveUnknownFields is false; v1 has this only in schemas"
		f.Help = "to keep them: --unknown-fields keep, which adds " + unchecked + " to the schemas; to have the server drop them: --unknown-fields prune, which writes preserveUnknownFields: false"
	case finding.Code(f.Code) == code.SchemaRequired:
		f.Help = "write a schema; or have one that takes everything, as before: --unknown-fields keep, which writes type: object and " + unchecked
	case slices.Contains(structural[:], f.Rule):
		way := "to leave the field unchecked, write " + unchecked + " as its whole schema"
		if f.Help != "" {
			way = f.Help + "; or, " + way
		}
		f.Help = way
	}
}

// own returns the conversion's own findings about a document.
func (r *Result) own(i int, doc *source.Document) []report.Finding {
	var found finding.List
	add := func(c finding.Code, s finding.Severity, at *finding.Path, message, help string) {
		f := finding.Finding{Code: c, Severity: s, Path: at, Message: message, Help: help}
		f.Pos = doc.LocateKey(at.Segments())
		found = append(found, f)
	}
	spec := source.Field(doc.Root, "spec")
	for _, b := range both(doc) {
		add(code.BetaTwice, finding.Error, finding.Root("spec", b[0]),
			fmt.Sprintf("spec.%s stands beside the %s of a version; servers of v1beta1 refuse that", b[0], b[1]),
			"remove one of them; the version keeps its own here")
	}
	found = append(found, repeated(doc)...)
	version, _ := source.String(source.Field(spec, "version"))
	if list := source.Field(spec, "versions"); version != "" && list != nil && len(list.Content) > 0 {
		if first, _ := source.String(source.Field(list.Content[0], "name")); first != version {
			add(code.BetaVersionElsewhere, finding.Warning, finding.Root("spec", "version"),
				fmt.Sprintf("spec.version is %q, but the first of spec.versions is %q; servers of v1beta1 refuse that, and v1 has no spec.version", version, first),
				"see that spec.versions has all that are meant, and the right one with storage: true")
		}
	}
	switch {
	case r.Stuck[i]:
		add(code.NotConvertedText, finding.Error, finding.Root("apiVersion"), notUnderstood, ownDocument)
	case r.Rewritten[i] && !doc.JSON():
		add(code.WrittenAnew, finding.Info, finding.Root("apiVersion"), writtenAnew, inLines)
	}
	name := ""
	if s, ok := source.String(source.Field(source.Field(doc.Root, "metadata"), "name")); ok {
		name = strings.Clone(s)
	}
	out := make([]report.Finding, len(found))
	for j := range found {
		out[j] = found[j].Report(doc.File.Name)
		out[j].CRD = name
	}
	return out
}

// Messages about texts that cannot be edited in place.
const (
	notUnderstood = "the way in which this is written is not understood well enough to change it in its place"
	ownDocument   = "write it as a YAML document of its own, without aliases"
	writtenAnew   = "the text was written anew, and comments in it are not kept"
	inLines       = "to keep them, write it in lines rather than in brackets, and without aliases"
)

// repeated returns findings about repeated keys, and about objects that begin without "---" between.
func repeated(doc *source.Document) (list []finding.Finding) {
	starts := source.MissingSeparators(doc.Root)
	source.RepeatedKeys(doc.Root, func(key *yamlnode.Node, how source.Repeat, _ *finding.Path) {
		name, _ := source.Key(key)
		f := finding.Finding{
			Code: code.DuplicateField, Path: finding.Root(), Pos: doc.NodePos(key),
			Message: fmt.Sprintf("field %q is set twice; kubectl sends only the last one", name), Help: "keep one of the two",
		}
		switch {
		case how != source.WrittenTwice:
			return
		case slices.Contains(starts, key):
			f.Message, f.Help = source.SeparatorMissing(f.Pos.Line)
		case len(starts) > 0 && source.IsKeyOf(doc.Root, key):
			return
		}
		list = append(list, f)
	})
	return list
}

// both returns the fields that are set above the versions and also in a version.
func both(doc *source.Document) [][2]string {
	spec := source.Field(doc.Root, "spec")
	list := source.Field(spec, "versions")
	if list == nil || list.Kind != yamlnode.Sequence {
		return nil
	}
	var found [][2]string
	for _, f := range hoisted {
		if source.IsNull(source.Field(spec, f.above)) {
			continue
		}
		if slices.ContainsFunc(list.Content, func(v *yamlnode.Node) bool { return !source.IsNull(source.Field(v, f.below)) }) {
			found = append(found, [2]string{f.above, f.below})
		}
	}
	slices.SortFunc(found, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	return found
}

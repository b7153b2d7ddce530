package lint

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// crdResult is the full report about a CRD.
type crdResult struct {
	report.Document
	// id is nil unless rules over the set of CRDs are on and the document can be decoded.
	id    *rules.Identity
	found []draft
	// changed is set if the spec differs from that of the stored CRD.
	changed bool
}

// document checks one CRD: first with the server's checks, then with the lint rules.
func (l *Linter) document(doc *source.Document, opts Options) crdResult {
	if l.grid {
		opts.memo = crd.NewMemo()
	}
	k := l.serverCheck(doc, opts)
	k.noteUnchecked(opts.Rules)
	if k.answer == nil {
		return crdResult{Document: k.Document, found: append(k.export(k.found), unlisted(doc, k.crd, k.rest)...), changed: k.changed()}
	}
	var more []draft
	var versions *onVersions
	if l.grid {
		more, versions = l.onOthers(k, opts)
	}
	l.suggestMeant(doc, k.crd, k.found, k.answer.Costs)
	found := l.byCause(doc, k.crd, k.found, k.answer.Costs, k.inGo())
	ours, restOfOurs := opts.first(rules.Run(opts.Rules, rules.Input{
		Doc: doc, CRD: k.crd, Old: k.old, Answer: k.answer, Generated: k.from,
		WitnessServer: l.server, Versions: l.versions, ReportsUnknown: !l.grid,
	}))
	locate(doc, ours)
	drafts := k.export(append(found, ours...))
	if versions != nil {
		versions.addNeeds(found, drafts)
		k.Support = versions.support(k)
	}
	more = append(more, unlisted(doc, k.crd, append(k.rest, restOfOurs...))...)
	return crdResult{
		Document: k.Document, id: rules.Identify(opts.Rules, doc, k.crd), found: append(drafts, more...),
		changed: k.changed(),
	}
}

// crdCheck is a CRD with the answer of the server of one version.
type crdCheck struct {
	report.Document
	doc      *source.Document
	crd, old *crd.CustomResourceDefinition // old is the stored CRD that it replaces, or nil
	// answer is nil if the request fails before the server's checks.
	answer *crd.Answer
	// found are the server's findings with positions. rest counts those that are not listed.
	found finding.List
	rest  []findinglimit.Rest
	// warnings are the Warning headers of the server's answer.
	warnings answer.Warnings
	linter   *Linter
	// from has the Go types that the CRD is generated from; nil if it is not generated, or types are not looked
	// up. offsets are byte offsets into CEL expressions, by the path of the finding.
	from    *rules.Generated
	goFirst bool
	fixYAML bool
	offsets map[*finding.Path]int
	// inGoAt identifies the place in Go of each finding, by its path.
	inGoAt map[*finding.Path]string
}

// changed reports whether the spec differs from that of the stored CRD.
func (k *crdCheck) changed() bool { return k.old != nil && !crd.SameSpec(k.crd, k.old) }

func (k *crdCheck) export(found finding.List) []draft {
	var to *goTypes
	if k.doc.DerivedFrom != nil {
		found = slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return addedByCrossplane(k.doc, &f) })
	}
	if len(found) > 0 {
		to = k.inGo()
	}
	out := exportAll(k.doc, k.crd, found, to)
	k.addOrigins(out, found)
	k.addCauses(out, found)
	return out
}

// serverCheck handles a CRD as the server handles a request: decoding, the stored CRD, the checks, the answer.
func (l *Linter) serverCheck(doc *source.Document, opts Options) *crdCheck {
	c, flaws := l.decode(doc, opts)
	if l.grid {
		// Older servers drop fields that only newer ones know; drops-silently reports them.
		flaws = slices.DeleteFunc(flaws, func(f yamldecode.Flaw) bool { return f.Later })
	}
	k := &crdCheck{doc: doc, crd: c, linter: l, goFirst: opts.GoFirst, fixYAML: opts.FixYAML, from: generatedFrom(doc, c, &opts),
		Document: report.Document{File: doc.File.Name, Document: doc.Index, Line: doc.Line(), Name: strings.Clone(c.Metadata.Name), Generator: generatorOf(c)}}
	k.APIServer.Causes = []answer.Cause{}
	defer func() { k.APIServer.Warnings = k.warnings.Texts() }()

	if f := misidentified(doc, l.checker.Behaviour().Words, &k.APIServer); f != nil {
		k.found = finding.List{*f}
		return k
	}
	decoded := k.answerDecoding(flaws, opts)
	k.found = describeFlaws(doc, flaws, &opts)
	if f := k.tooLarge(opts.RawBody); f != nil {
		k.found = append(k.found, *f)
		decoded = max(decoded, refused)
	}
	if decoded == unreadable {
		k.found, k.rest = opts.first(k.found)
		return k
	}
	if stored := opts.stored(c.Metadata.Name); stored != nil {
		k.old = l.decodeStored(stored, opts)
	}
	if k.old != nil && k.old.Metadata.Name != c.Metadata.Name {
		k.refuseOtherName()
		return k
	}
	k.check(opts)
	if decoded == readable {
		k.answerChecks()
	}
	return k
}

func (l *Linter) decode(doc *source.Document, opts Options) (*crd.CustomResourceDefinition, []yamldecode.Flaw) {
	if opts.answered != nil {
		return opts.answered.CRD, opts.answered.Flaws
	}
	return l.checker.DecodeOnce(doc, opts.memo)
}

// decodeStored decodes the stored CRD.
func (l *Linter) decodeStored(doc *source.Document, opts Options) *crd.CustomResourceDefinition {
	if opts.answered != nil {
		return opts.answered.Old
	}
	old, _ := l.checker.Decode(doc)
	old.AssumeEstablished()
	return old
}

// refuseOtherName refuses an update whose name differs from the stored CRD's.
func (k *crdCheck) refuseOtherName() {
	answer.Refuse(&k.APIServer, http.StatusBadRequest,
		fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", k.crd.Metadata.Name, k.old.Metadata.Name))
	f := finding.Finding{Code: code.CRDNameChanged, Path: finding.Root("metadata", "name"), Message: k.APIServer.Message}
	f.Pos = k.doc.Locate(f.Path.Segments())
	k.found = append(k.found, f)
}

// check runs the server's checks, and locates their findings.
func (k *crdCheck) check(opts Options) {
	if opts.answered != nil {
		answer := *opts.answered.Answer
		k.answer = &answer
	} else {
		answer := k.linter.checker.Check(k.crd, k.old)
		k.answer = &answer
	}
	decoding := len(k.found)
	found := k.answer.Findings
	if decoding > 0 {
		found = append(k.found, found...)
	}
	found = append(found, k.answer.Warnings...)
	locateInside(k.doc, found[decoding:], k.answer.Offsets)
	k.keepOffsets(found[decoding:], k.answer.Offsets)
	found, k.rest = opts.first(found)
	if k.answer.Panic != nil {
		found = append(found, panicFinding(k.answer.Panic))
	}
	if k.old == nil && hasResourceVersion(k.crd) {
		found = append(found, resourceVersionError())
	}
	locate(k.doc, found)
	k.found = found
}

// ofCRD is the subject of messages about unlisted findings.
const ofCRD = "CRD"

// unlisted returns a finding at the start of the CRD for each code with more findings than are listed.
func unlisted(doc *source.Document, c *crd.CustomResourceDefinition, rests []findinglimit.Rest) []draft {
	var out []draft
	for _, rest := range rests {
		f := finding.Finding{Code: rest.Code, Severity: rest.Severity, Breaking: rest.Breaking, Message: rest.Message(ofCRD), Lasting: findinglimit.Lasting(ofCRD), Pos: doc.Locate(nil)}
		of := f.Report(doc.File.Name)
		d := draft{Finding: &of}
		d.CRD, d.More = strings.Clone(c.Metadata.Name), rest.Count
		out = append(out, d)
	}
	return out
}

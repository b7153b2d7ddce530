// Package diffrun compares the CRDs of two sets of files for crdtool diff. It pairs CRDs by name, checks each
// update as the server does, and reports changes with their positions in both files.
package diffrun

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Options define the comparison.
type Options struct {
	// NoWitnesses turns the search for witnesses off.
	NoWitnesses bool
	// Revision is the git revision of the old files, "" for files on disk.
	Revision string
	// Promises returns the smallest release that may break a version of a CRD; nil for upgrade.Promised.
	Promises func(crd, version string) upgrade.Verdict
	// Pair, unless nil, is called with each compared CRD, concurrently.
	Pair func(*CRDPair)
	// Most limits how many changes of one kind are listed for a CRD. One more change counts the others. 0 lists
	// all.
	Most int
	// Chooses, unless nil, reports whether Settle may treat changes of a CRD differently, so that all are
	// listed. new is its document, or nil if the CRD is removed. It is called concurrently.
	Chooses func(new *source.Document) bool
	// Settle, unless nil, may change the report about a CRD in the end. new is its document, or nil if the CRD
	// is removed. It is called concurrently.
	Settle func(new *source.Document, out *report.CRDDiff)
	// Excludes, unless nil, reports whether a file is skipped.
	Excludes func(name string) bool
	// Passed, unless nil, is called with the skipped parts of new files, on one goroutine.
	Passed func([]files.Passed)
	// Unread, unless nil, is called with the error of each file that cannot be compared, such as a syntax
	// error; other files are compared. It is called on one goroutine.
	Unread func(error)
	// Origins, unless nil, finds the Go code of the new CRDs.
	Origins *origin.Finder
	// Profile, unless nil, replaces crdtool's verdicts by those of another tool.
	Profile *others.Profile
	// DocumentTimeout is the time limit of a CRD; 0 for none.
	DocumentTimeout time.Duration
}

// A Differ compares CRDs for one Kubernetes version. It is safe for concurrent use.
type Differ struct {
	Options
	checker  *crd.Checker
	server   behaviour.Behaviour
	requests sample.Options
	linter   *lint.Linter
}

// New returns a Differ for a version of Kubernetes.
func New(v kube.Version, o Options) *Differ {
	b := behaviour.Of(v)
	checker := crd.NewChecker(b)
	return &Differ{
		Options: o, checker: checker, server: b, linter: lint.New(v),
		requests: sample.Options{Version: v, Rules: dryrun.CEL(checker.Compiler())},
	}
}

func (d *Differ) options(crd string) upgrade.Options {
	o := upgrade.Options{Server: &d.server, Requests: d.requests, NoWitnesses: d.NoWitnesses}
	if d.Promises != nil {
		o.Promises = func(version string) upgrade.Verdict { return d.Promises(crd, version) }
	}
	return o
}

// settled returns the report about a CRD after Settle.
func (d *Differ) settled(new *source.Document, out report.CRDDiff) report.CRDDiff {
	if d.Settle != nil {
		d.Settle(new, &out)
	}
	return out
}

// installs reports whether the server accepts a CRD as a new one.
func (d *Differ) installs(c *crd.CustomResourceDefinition) bool {
	alone := *c
	checked := d.checker.Check(&alone, nil)
	return len(checked.Findings) == 0
}

// Added returns the report about a new CRD.
func (d *Differ) Added(doc *source.Document) report.CRDDiff {
	c, _ := d.checker.Decode(doc)
	if d.Profile == nil {
		return d.report(nil, doc, c, upgrade.Added(c))
	}
	c.Default()
	checked := d.checker.Check(c, nil)
	return d.profiled(nil, doc, c, d.pair(nil, c, nil, &checked), nil)
}

// current is the API version of CRDs that servers accept.
const current = "apiextensions.k8s.io/v1"

// removed returns the report about a removed CRD.
func (d *Differ) removed(b *CRDPair) report.CRDDiff {
	doc := b.Old
	c, flaws := d.checker.Decode(doc)
	c.Default()
	b.read(c, nil, flaws, nil)
	changes := upgrade.Removed(c, d.options(c.Metadata.Name))
	out := d.report(doc, nil, c, changes)
	out.Permission = upgrade.Permission(c, changes)
	return out
}

// Compare returns the changes of a CRD, or a report without changes.
func (d *Differ) Compare(old, new *source.Document) report.CRDDiff {
	return d.compare(d.both(old, new))
}

func (d *Differ) compare(b *CRDPair) report.CRDDiff {
	old, new := b.Old, b.New
	if b.Same() {
		return report.CRDDiff{Name: nameOf(new), OldFile: d.oldName(old.File.Name), NewFile: new.File.Name, Changes: []report.Change{}}
	}
	if v, _ := old.TypeMeta(); v != current {
		is, flaws := d.checker.Decode(new)
		b.read(nil, is, nil, flaws)
		return d.report(old, new, is, upgrade.NotCompared(strings.Clone(v)))
	}
	if v, _ := new.TypeMeta(); v != current {
		was, flaws := d.checker.Decode(old)
		is, newFlaws := d.checker.Decode(new)
		b.read(was, is, flaws, newFlaws)
		return d.refused(old, new, is, nil, nil)
	}
	was, oldFlaws := d.checker.Decode(old)
	is, flaws := d.checker.Decode(new)
	b.read(was, is, oldFlaws, flaws)
	stored := was.Status.StoredVersions
	was.AssumeEstablished()
	was.Default()
	is.Memo = crd.NewMemo() // installs checks it again
	checked := d.checker.Check(is, was)
	b.setAnswer(&checked)
	told := checked
	if d.Profile == nil {
		// refusals reports the errors below in crdtool's words: one is enough here.
		told.Findings = told.Findings[:min(len(told.Findings), 1)]
	}
	opts := d.options(is.Metadata.Name)
	opts.Requests.Resource = b.resource
	opts.Installs = func(c *crd.CustomResourceDefinition) bool { return !checked.RefusedAlone() && d.installs(c) }
	changes := upgrade.Compare(was, is, &told, opts)
	if d.Profile != nil {
		out := d.profiled(old, new, is, d.pair(was, is, stored, &checked), changes)
		if len(flaws) > 0 && len(checked.Findings) == 0 {
			out.Unreported++ // the server fails to decode it
		}
		return out
	}
	unread := jsonsize.Beyond(new, answer.MaxRequestBytes) > 0 // by the server
	if size, too := tooLarge(new, is); too && !unread {
		if _, before := tooLarge(old, was); !before {
			changes = slices.Insert(changes, 0, upgrade.TooLargeToApply(was, size, jsonsize.AnnotationsLimit, d.options(is.Metadata.Name)))
		}
	}
	if len(flaws) == 0 && len(checked.Findings) == 0 && !unread {
		out := d.report(old, new, is, changes)
		out.Permission = upgrade.Permission(was, changes)
		return out
	}
	changes = slices.DeleteFunc(changes, func(c upgrade.Change) bool { return c.Kind.ID == installRefused })
	verdict := upgrade.Judge(changes)
	out := d.refused(old, new, is, changes, &lint.Answered{CRD: is, Old: was, Flaws: flaws, Answer: &checked})
	if verdict != upgrade.None && out.Verdict != string(upgrade.Major) {
		out.Verdict = string(verdict)
	}
	return out
}

// tooLarge returns the size of a CRD's annotations after kubectl apply, and whether it exceeds the server's
// limit.
func tooLarge(doc *source.Document, c *crd.CustomResourceDefinition) (int, bool) {
	size := jsonsize.Annotations(jsonsize.Of(doc.Root), c.Metadata.Annotations)
	return size, size > jsonsize.AnnotationsLimit
}

// installRefused is the code of changes that the server refuses.
const installRefused = "install-refused"

// refused reports the server's errors about the update, and the changes after them. It asks the server unless
// answered has its answer.
func (d *Differ) refused(old, new *source.Document, c *crd.CustomResourceDefinition, changes []upgrade.Change, answered *lint.Answered) report.CRDDiff {
	install := d.refusals(old, new, answered)
	out := d.reportBehind(install, old, new, c, changes)
	switch {
	case slices.ContainsFunc(install, func(c report.Change) bool { return c.Breaking }):
		out.Verdict = string(upgrade.Major)
	case len(install) > 0 && out.Verdict == "":
		out.Verdict = string(upgrade.Minor)
	}
	return out
}

// refusedBefore has the errors of the old CRD if it were created as a new one.
type refusedBefore struct {
	errors map[string]bool
	texts  map[string]string // messages by path
}

func (d *Differ) refusedBefore(old *source.Document) refusedBefore {
	before := refusedBefore{map[string]bool{}, map[string]string{}}
	found := d.linter.Document(old, lint.Options{})
	for i := range found {
		if f := &found[i]; f.Severity == finding.Error && f.More == 0 {
			before.errors[refusal(f)], before.texts[f.Path] = true, f.Message
		}
	}
	return before
}

// refusal identifies an error of the server by path, rule and message.
func refusal(f *report.Finding) string { return f.Path + "\x00" + f.Rule + "\x00" + f.Message }

// refusals returns the errors about an update of a CRD. Errors that the old CRD has too are not caused by the
// change: one change, which breaks nothing, mentions them. An invalid value is in no cluster, so it may become
// valid even if the field is immutable.
func (d *Differ) refusals(old, new *source.Document, answered *lint.Answered) []report.Change {
	opts := lint.Options{Old: func(string) *source.Document { return old }}
	if d.Origins != nil {
		opts.Types, opts.GoFirst = d.Origins.Types, d.Origins.First
	}
	found := d.linter.AnsweredDocument(new, answered, opts)
	var install []report.Change
	var before refusedBefore
	if len(found) > 0 {
		before = d.refusedBefore(old)
	}
	fixed := len(before.texts) > 0 && answered != nil && len(answered.Flaws) == 0 && d.installs(answered.CRD)
	var same *report.Change
	others := 0
	for i := range found {
		f := &found[i]
		if f.Severity != finding.Error {
			continue
		}
		c := report.Change{
			Class: string(upgrade.Install), Code: installRefused, Severity: finding.Error, Breaking: true,
			Version: f.Version, Path: f.Path, Message: f.Message, Effect: serverSays(f), Help: f.Help,
			New: placeAt(new.File, f.Pos()), Origin: f.Origin,
		}
		switch {
		case fixed && before.texts[f.Path] != "":
			c.Message, c.Effect = "the server refused the old CRD, and takes the new one: "+before.texts[f.Path], ""
			same = &c
		case !before.errors[refusal(f)]:
			install = append(install, c)
		case same == nil:
			c.Message = "the server refuses the CRD, as it refuses the old one: " + c.Message
			same = &c
		default:
			others++
		}
	}
	if same != nil {
		same.Severity, same.Breaking, same.Help = finding.Info, false, ""
		if others > 0 {
			same.Message += fmt.Sprintf(", and %d more", others)
		}
		install = append(install, *same)
	}
	return install
}

func serverSays(f *report.Finding) string {
	if f.ServerMessage == "" || f.ServerMessage == f.Message {
		return ""
	}
	return "server: " + f.ServerMessage
}

// report returns the report about changes.
func (d *Differ) report(old, new *source.Document, c *crd.CustomResourceDefinition, changes []upgrade.Change) report.CRDDiff {
	return d.reportBehind(nil, old, new, c, changes)
}

// reportBehind returns the report about changes after those in first.
func (d *Differ) reportBehind(first []report.Change, old, new *source.Document, c *crd.CustomResourceDefinition, changes []upgrade.Change) report.CRDDiff {
	out := report.CRDDiff{Name: strings.Clone(c.Metadata.Name), Kind: strings.Clone(c.Spec.Names.Kind), Changes: append([]report.Change{}, first...)}
	if old != nil {
		out.OldFile = d.oldName(old.File.Name)
	}
	if new != nil {
		out.NewFile = new.File.Name
	}
	generated := false
	if d.Origins != nil && new != nil {
		_, generated = origin.GeneratedIn(new)
	}
	for i := range changes {
		out.Changes = append(out.Changes, changeOf(old, new, &changes[i]))
		last := &out.Changes[len(out.Changes)-1]
		if generated {
			last.Origin = d.origin(old, new, changes[i].Old, changes[i].New, requiredName(&changes[i]))
		}
		if last.Old != nil {
			last.Old.File = d.oldName(last.Old.File)
		}
	}
	out.Changes = firstChanges(out.Changes, d.most(new), placeAt(cmp.Or(new, old).File, cmp.Or(new, old).Locate(nil)))
	if v := upgrade.Judge(changes); v != upgrade.None {
		out.Verdict = string(v)
	}
	return out
}

// requiredName returns the field that a change of the keyword required is about, and "" for other changes.
func requiredName(c *upgrade.Change) string {
	if c.Keyword != "required" {
		return ""
	}
	return c.Name
}

// oldName returns the displayed name of an old file.
func (d *Differ) oldName(file string) string {
	if d.Revision == "" {
		return file
	}
	return d.Revision + ":" + file
}

// changeOf returns the report about a change, with its positions in both documents.
func changeOf(old, new *source.Document, c *upgrade.Change) report.Change {
	out := report.Change{
		Class: string(c.Class), Code: c.Kind.ID, Breaking: c.Breaking, May: c.May, Unsought: c.Unsought, Version: strings.Clone(c.Version),
		Field: strings.Clone(c.Field), Keyword: strings.Clone(c.Keyword), Message: strings.Clone(c.Message), Effect: c.Effect, Help: c.Help,
		Severity: severity(c), Witness: witnessOf(c), Path: cmp.Or(c.New, c.Old).File(),
		Before: valueAt(old, c.Old, c), After: valueAt(new, c.New, c), Old: placeOf(old, c.Old), New: placeOf(new, c.New),
	}
	if c.Server != nil {
		out.Message = c.Server.ServerMessage()
	}
	return out
}

func severity(c *upgrade.Change) finding.Severity {
	switch {
	case c.Breaking:
		return finding.Error
	case c.Kind.Breaks:
		return finding.Warning
	}
	return finding.Info
}

// placeOf returns the place of a path in a document, or of its nearest ancestor there; nil for the nil path.
func placeOf(doc *source.Document, p *finding.Path) *report.Place {
	if doc == nil || p == nil {
		return nil
	}
	return placeAt(doc.File, doc.Locate(p.Segments()))
}

func placeAt(f *source.File, pos finding.Pos) *report.Place {
	if pos.Line == 0 {
		return nil
	}
	line := []rune(f.Line(pos.Line))
	return &report.Place{
		File: f.Name, Line: pos.Line, Column: pos.Column, EndLine: pos.EndLine, EndColumn: pos.EndColumn,
		Text: string(line[:min(len(line), maxLineRunes)]),
	}
}

// maxLineRunes limits how many characters of a line a report has.
const maxLineRunes = 300

// valueAt returns the value at a path of a document; of a schema only the type.
func valueAt(doc *source.Document, p *finding.Path, c *upgrade.Change) any {
	if doc == nil || p == nil || c.Kind.ID == installRefused {
		return nil
	}
	n, exact := doc.Node(p.Segments())
	if !exact || n == nil {
		return nil
	}
	if c.Keyword == "properties" {
		return map[string]any{"type": source.Owned(source.Field(n, "type"))}
	}
	return source.Owned(n)
}

func witnessOf(c *upgrade.Change) *report.DiffWitness {
	w := c.Witness
	if w == nil {
		return nil
	}
	return &report.DiffWitness{
		Operation: w.Operation, Version: w.Version, Object: w.Object, Replaces: w.Replaces, Old: w.Old.Stored, New: w.New.Stored,
		Applied: w.Applied, Force: w.Force,
		OldAnswer: report.DiffAnswer{Accepted: w.Old.Accepted, Message: w.Old.Message},
		NewAnswer: report.DiffAnswer{Accepted: w.New.Accepted, Message: w.New.Message},
	}
}

package impact

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// The effects on an object; see report.DiffEffects.
const (
	gone      = "gone"
	refused   = "refused"
	stuck     = "stuck"
	ratcheted = "ratcheted"
	pruned    = "pruned"
	defaulted = "defaulted"
	untried   = "untried"
)

// A File has the effects on the objects of a file.
type File struct {
	objects, unchanged, before int
	effects                    []objectEffect
	others                     []report.DiffObjectKind
	manifest                   *report.DiffManifest
}

// An objectEffect is an effect of a change on an object.
type objectEffect struct {
	cause  report.DiffCause // without objects
	object report.DiffObject
	number int // index of the object in its file
}

// File tries the objects of a file under both CRDs.
func (t *Tester) File(f *source.File) *File {
	out := &File{}
	var changes []edits
	for _, doc := range f.Documents {
		if doc.MeantAsCRD() {
			continue
		}
		apiVersion, kind := doc.TypeMeta()
		group, version, _ := strings.Cut(apiVersion, "/")
		p := t.pairs[groupKind{group, kind}]
		if p == nil && (version == "" || kind == "" || apply.BuiltIn(group, kind)) {
			continue
		}
		if p == nil || p.isNew { // a new CRD has no objects yet
			out.notCompared(group, kind)
			continue
		}
		out.objects++
		if p.both == nil {
			out.unchanged++
			continue
		}
		o := object{Tester: t, pair: p, doc: doc, kind: kind, version: version, out: out, reported: map[effectKey]bool{}, count: map[string]int{}, rest: map[string]int{}}
		o.try()
		o.addRest()
		switch {
		case o.wasRefused:
			out.before++
		case len(o.found) == 0:
			out.unchanged++
		default:
			out.effects = append(out.effects, o.found...)
			if e, ok := o.edits(); ok {
				changes = append(changes, e)
			}
		}
	}
	out.manifest = manifest(f, changes)
	return out
}

func (f *File) notCompared(group, kind string) {
	for i := range f.others {
		if k := &f.others[i]; k.Group == group && k.Kind == kind {
			k.Count++
			return
		}
	}
	f.others = append(f.others, report.DiffObjectKind{Group: strings.Clone(group), Kind: strings.Clone(kind), Count: 1})
}

// An object is an object that is tried under both CRDs.
type object struct {
	*Tester
	*pair
	doc           *source.Document
	kind, version string
	out           *File

	found      []objectEffect
	reported   map[effectKey]bool // effects in found or rest
	count      map[string]int     // number of items of found with an effect
	rest       map[string]int     // number of effects beyond those in found
	wasRefused bool
	// refusal is the answer of the new CRD to the manifest, if it refuses it.
	refusal *dryrun.Result
}

// effectKey identifies an effect on a field with a message; an empty message stands for any.
type effectKey struct{ effect, field, message string }

// label is a label whose change has no other effect.
const label = "crdtool.github.io/changed"

var (
	quietly = dryrun.RequestOptions{FillResourceVersion: true, NoTrace: true, Most: 5}
	// verdict is for requests that only need to be accepted or refused.
	verdict = dryrun.RequestOptions{FillResourceVersion: true, NoTrace: true, Most: 5, FirstRule: true}
)

func (o *object) try() {
	if err := o.use(); err != nil {
		o.add(untried, nil, "", err.Error())
		return
	}
	sent := dryrun.FromDocument(o.doc)
	stored := sent
	live := isLive(o.doc)
	var before *dryrun.Result
	if live {
		var err error
		if stored, err = o.before.Stored(sent); err != nil {
			o.wasRefused = true
			return
		}
	} else {
		before = o.before.Create(sent, verdict)
		switch {
		case before.Stopped != nil:
			o.add(untried, nil, "", "its rules take too long")
			return
		case !before.APIServer.Accepted:
			o.wasRefused = true
			return
		}
		stored = dryrun.FromValue(before.Stored)
	}
	if o.after == nil {
		o.add(gone, nil, "", "the CRD is gone")
		return
	}
	if !slices.Contains(o.isServed, o.version) && slices.Contains(o.wasServed, o.version) {
		o.add(gone, finding.Root("apiVersion"), "apiVersion", "version "+o.version+" is not served any more")
	} else if before != nil {
		o.create(sent, before)
	}
	o.update(stored)
}

// isLive reports whether an object comes from a cluster.
func isLive(doc *source.Document) bool {
	metadata := source.Field(doc.Root, "metadata")
	for _, name := range []string{"uid", "resourceVersion", "creationTimestamp"} {
		if v := source.Field(metadata, name); v != nil && !source.IsNull(v) {
			return true
		}
	}
	return false
}

// create creates the object under the new CRD.
func (o *object) create(sent dryrun.Object, before *dryrun.Result) {
	after := o.after.Create(sent, quietly)
	switch {
	case after.Stopped != nil:
		o.add(untried, nil, "", "its rules take too long")
	case after.APIServer.Accepted:
		o.differences(before.Object, after.Object, o.version, false)
	default:
		o.refusal = after
		if after.Refusal == code.StrictDecoding {
			for _, at := range o.unknown() {
				o.add(refused, at, field(o.before, o.version, at), "no such field; kubectl refuses the manifest")
			}
			// Report the server's later errors, too.
			opts := quietly
			opts.FieldValidation = dryrun.Warn
			after = o.after.Create(sent, opts)
		} else if len(after.Findings) == 0 {
			o.add(refused, nil, "", after.APIServer.Message)
		}
		o.findings(refused, after, "")
	}
}

// unknown returns the unknown fields of the manifest under the new CRD, without fields inside of them.
func (o *object) unknown() []*finding.Path {
	opts := quietly
	opts.NoTrace, opts.FieldValidation, opts.Most = false, dryrun.Warn, 0
	var paths []*finding.Path
	for _, e := range o.after.Create(dryrun.FromDocument(o.doc), opts).Trace {
		if e.Stage == dryrun.Prune && e.Action == dryrun.Pruned && e.At != nil {
			paths = append(paths, e.At)
		}
	}
	return paths
}

// findings adds the reasons of a refusal.
func (o *object) findings(effect string, r *dryrun.Result, before string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != finding.Error || f.Code == code.RulesNotChecked && len(r.Findings) > 1 {
			continue
		}
		at := cmp.Or(f.Path, relatedPath(f))
		o.add(effect, at, field(o.after, o.version, at), before+f.ServerMessage())
	}
}

// relatedPath returns the path of a value that the server reports at the root.
func relatedPath(f *finding.Finding) *finding.Path {
	if f.Code.Rule() != string(code.Value) || len(f.Related) == 0 {
		return nil // other related places are in the CRD
	}
	return f.Related[0].Path
}

// update reads the object that the old CRD stored, and updates it with one more label.
func (o *object) update(stored dryrun.Object) {
	version := o.version
	if !slices.Contains(o.isServed, version) {
		if len(o.isServed) == 0 {
			return
		}
		version = o.isServed[0]
	}
	value := stored.Value()
	is, err := o.after.Read(version, value)
	if err != nil {
		o.add(gone, nil, "", "it cannot be read any more: "+err.Error())
		return
	}
	if slices.Contains(o.wasServed, version) {
		was, err := o.before.Read(version, value)
		if err != nil {
			o.add(untried, nil, "", err.Error())
			return
		}
		o.differences(was, is, version, true)
	}
	opts := quietly
	opts.NoTrace, opts.Version = false, version
	after, err := o.after.Update(labelled(is), stored, opts)
	switch {
	case err != nil:
		o.add(gone, nil, "", "it cannot be read any more: "+err.Error())
	case after.Stopped != nil:
		o.add(untried, nil, "", "its rules take too long")
	case !after.APIServer.Accepted:
		o.stuck(after, is, stored, version)
	default:
		o.forgiven(after, stored, version)
		o.updateStatus(is, stored, version)
	}
}

// stuck adds the reasons why an object cannot be updated, unless the old CRD refuses the update, too.
func (o *object) stuck(after *dryrun.Result, is map[string]any, stored dryrun.Object, version string) {
	opts := verdict
	opts.Version = version
	if was, err := o.before.Read(version, stored.Value()); err == nil {
		if before, err := o.before.Update(labelled(was), stored, opts); err == nil && !before.APIServer.Accepted {
			return
		}
	}
	if len(after.Findings) == 0 {
		o.add(stuck, nil, "", after.APIServer.Message)
		return
	}
	// Some servers accept an update without changes.
	if same, err := o.after.Update(dryrun.FromValue(is), stored, opts); err == nil && same.APIServer.Accepted {
		o.findings(stuck, after, "whatever is changed: ")
		return
	}
	o.findings(stuck, after, "")
}

// forgiven adds errors that the server ratchets because the value does not change, unless it did so before.
func (o *object) forgiven(after *dryrun.Result, stored dryrun.Object, version string) {
	var before map[string]bool
	for i := range after.Trace {
		e := &after.Trace[i]
		if e.Action != dryrun.Forgave {
			continue
		}
		if before == nil {
			before = o.forgivenBefore(stored, version)
		}
		reason := strings.TrimSuffix(e.Reason, dryrun.Unchanged)
		if key := e.Path + "\x00" + reason; !before[key] {
			o.add(ratcheted, e.At, field(o.after, version, e.At), reason)
		}
	}
}

func (o *object) forgivenBefore(stored dryrun.Object, version string) map[string]bool {
	all := map[string]bool{}
	was, err := o.before.Read(version, stored.Value())
	if err != nil {
		return all
	}
	opts := quietly
	opts.NoTrace, opts.Version = false, version
	before, err := o.before.Update(labelled(was), stored, opts)
	if err != nil {
		return all
	}
	for i := range before.Trace {
		if e := &before.Trace[i]; e.Action == dryrun.Forgave {
			all[e.Path+"\x00"+strings.TrimSuffix(e.Reason, dryrun.Unchanged)] = true
		}
	}
	return all
}

// updateStatus writes the unchanged status of a live object, as its controller does.
func (o *object) updateStatus(is map[string]any, stored dryrun.Object, version string) {
	if is["status"] == nil || !o.after.HasStatus(version) {
		return
	}
	opts := quietly
	opts.Version = version
	after, err := o.after.UpdateStatus(dryrun.FromValue(is), stored, opts)
	if err != nil || after.APIServer.Accepted || after.Stopped != nil {
		return
	}
	if o.before.HasStatus(version) {
		if was, err := o.before.Read(version, stored.Value()); err == nil {
			opts.FirstRule = true
			if before, err := o.before.UpdateStatus(dryrun.FromValue(was), stored, opts); err == nil && !before.APIServer.Accepted {
				return
			}
		}
	}
	o.findings(stuck, after, "")
}

// labelled returns a copy of an object with one more label.
func labelled(object map[string]any) dryrun.Object {
	object = maps.Clone(object)
	metadata := fieldsOf(object["metadata"])
	labels := fieldsOf(metadata["labels"])
	labels[label] = "true"
	metadata["labels"] = labels
	object["metadata"] = metadata
	return dryrun.FromValue(object)
}

// fieldsOf returns a copy of the fields of an object; an empty map for any other value.
func fieldsOf(v any) map[string]any {
	if fields, ok := v.(map[string]any); ok {
		return maps.Clone(fields)
	}
	return map[string]any{}
}

// add adds an effect, once for each field.
func (o *object) add(effect string, at *finding.Path, field, message string) {
	if o.reported[effectKey{effect, field, message}] {
		return
	}
	field, message = strings.Clone(field), strings.Clone(message)
	o.reported[effectKey{effect, field, message}], o.reported[effectKey{effect, field, ""}] = true, true
	if o.most > 0 && o.count[effect] >= o.most {
		o.rest[effect]++
		return
	}
	m := o.meets(report.DiffCause{Effect: effect, Field: field, Message: message})
	if at != nil {
		if pos := o.doc.LocateKey(at.Segments()); pos.Line > 0 {
			m.object.Line, m.object.Column = pos.Line, pos.Column
		}
	}
	o.found = append(o.found, m)
	o.count[effect]++
}

// addRest adds the numbers of effects that are not listed.
func (o *object) addRest() {
	for _, effect := range report.DiffEffects() {
		if n := o.rest[effect]; n > 0 {
			o.found = append(o.found, o.meets(report.DiffCause{Effect: effect, More: n}))
		}
	}
}

// meets returns the effect of a cause on the object.
func (o *object) meets(cause report.DiffCause) objectEffect {
	cause.CRD, cause.Kind, cause.Version = o.name, strings.Clone(o.kind), strings.Clone(o.version)
	metadata := source.Field(o.doc.Root, "metadata")
	text := func(field string) string {
		s, _ := source.String(source.Field(metadata, field))
		return strings.Clone(s)
	}
	return objectEffect{
		number: o.out.objects, cause: cause,
		object: report.DiffObject{Namespace: text("namespace"), Name: cmp.Or(text("name"), text("generateName")), File: o.doc.File.Name, Line: o.doc.Line(), Column: 1},
	}
}

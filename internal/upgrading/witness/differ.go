package witness

import (
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// A Difference is a request whose answer differs under another CRD.
type Difference struct {
	// Operation is "create", "update", "update-status", "apply" or "apply-status"; Version is the version in the URL.
	Operation, Version string
	// Replaces is the object that an update replaces; nil on create.
	Replaces map[string]any
	// Applied is the object that FirstManager applies before SecondManager applies Object, with Force or without; nil
	// for other operations.
	Applied map[string]any
	Force   bool
	// Object is the object that is sent.
	Object   map[string]any
	Old, New Answer
}

// An Answer is the answer to a request.
type Answer struct {
	Accepted bool
	// Message is the server's message if it refuses.
	Message string
	// Stored is the stored object. If only unknown fields cause a refusal, it is the object that is stored without
	// strict validation.
	Stored map[string]any
}

// A Search describes the wanted request.
type Search struct {
	Change
	// Was is the path of the CEL rule before the change, or nil.
	Was *finding.Path
	// Against is the text of a CEL rule that objects must break.
	Against string
	// Within are schemas, one of which the value at the place must satisfy; the new CRD refuses such values.
	Within []*schema.Schema
	// Sets are sets of fields: the search tries objects with the fields of one set at the place, and none of the other
	// sets.
	Sets [][]string
	// Empty are lists and maps in the object at the place that are tried without entries.
	Empty []string
	// Updates tries updates instead of creates.
	Updates bool
	// Values are tried at the place before others.
	Values []any
	// Keys are tried as keys of a map at the place.
	Keys []string
	// Lengths are tried for a list or a map at the place; MapKeys are the keys of the list's items.
	Lengths []int
	MapKeys []string
	// Fields are added to the object at the place, in their order, one more each time.
	Fields []string
	// Undeclared is set if the CRD of p does not declare the place and keeps values there.
	Undeclared bool
	// Absent first tries objects without the place, or without the field of the value.
	Absent bool
	// Lacks is a place that the tried objects lack.
	Lacks []finding.Segment
	// Null sets null there instead.
	Null bool
	// Broken is the keyword that must cause the refusal; "" for any keyword.
	Broken string
	// Refusal accepts only refusals.
	Refusal bool
	// Gone accepts every refusal: the version is no longer served.
	Gone bool
	// Below accepts findings about values below the place.
	Below bool
	// Few tries only the values that the fields above name.
	Few bool
	// Undone returns the new CRD with only this change undone, or nil. A request counts only if its answer differs
	// between that CRD and the new one, so it shows this change and no other. A nil Undone accepts every request.
	Undone func() *crd.CustomResourceDefinition
	// Merging tries only applies by two managers: of Fields at the place, of items with different MapKeys, or of
	// Items.
	Merging bool
	Items   []any
}

// Differ searches for a request that the CRD of p accepts and whose answer under the CRD of now differs because of
// a change: it is refused, or another value is stored at the place of the change.
func (p *Prover) Differ(now *Prover, s Search) *Difference {
	p.begin()
	now.begin()
	x := p.differSearch(now, s)
	if x == nil {
		return nil
	}
	if x.Merging {
		return x.applies()
	}
	if x.Updates {
		return x.updates()
	}
	for o := range x.objects {
		if d := x.compare(o, nil); d != nil {
			return d
		}
		if x.spent() {
			return nil
		}
	}
	return nil
}

// Searched reports whether a search without a result was complete: there was an object to begin with, and the
// budget was not spent.
func (p *Prover) Searched(now *Prover, s Search) bool {
	x := p.differSearch(now, s)
	if x == nil || x.spent() {
		return false
	}
	held := x.held()
	if len(held) > 0 && held[0].Name == "metadata" {
		held = nil
	}
	return x.p.holding(x.Version, held) != nil && !x.spent()
}

// differSearch returns a search that can begin; nil if it cannot.
func (p *Prover) differSearch(now *Prover, s Search) *differSearch {
	if p == nil || now == nil {
		return nil
	}
	x := &differSearch{p: p, now: now, served: p, servedNow: now, Search: s, operation: "create"}
	if x.aboutStatus() && p.hasStatus(s.Version) {
		x.p, x.now, x.operation = p.withoutStatus(), now.withoutStatus(), "update-status"
	}
	if !x.p.ready() || !x.now.answers() {
		return nil
	}
	x.findKeys()
	return x
}

type differSearch struct {
	p, now *Prover
	// served and servedNow have the status subresource, which p and now may lack.
	served, servedNow *Prover
	Search
	operation string
	// before is the prover for the new CRD with the change undone; nil until needed.
	before *Prover
}

func (x *differSearch) spent() bool { return x.p.budget.Left <= 0 || x.now.budget.Left <= 0 }

// updates tries changes of stored objects, and updates that change nothing.
func (x *differSearch) updates() *Difference {
	var firsts []map[string]any
	for o := range x.objects {
		if x.spent() {
			return nil
		}
		if !accepted(x.p.create(o)) {
			continue
		}
		if x.Lacks != nil {
			if d := x.compare(x.lacking(o), o); d != nil {
				return d
			}
		}
		for _, first := range firsts {
			if d := x.compare(o, first); d != nil {
				return d
			}
			if d := x.compare(first, o); d != nil {
				return d
			}
		}
		if len(firsts) < mostFirsts {
			firsts = append(firsts, o)
		}
	}
	return nil
}

// findKeys changes the place to other keys of maps if no object has its keys: rules may allow only some keys.
func (x *differSearch) findKeys() {
	held := x.held()
	if len(held) == 0 || held[0].Name == "metadata" || x.p.holding(x.Version, held) != nil {
		return
	}
	for _, path := range x.p.generator.OtherKeys(x.Version, held) {
		if x.p.holding(x.Version, path) != nil {
			x.Value = append(path, x.Value[len(held):]...)
			return
		}
	}
}

// held returns the place that objects under the CRD of p can have: the place of the change, or its parent.
func (x *differSearch) held() []finding.Segment {
	if x.Undeclared {
		return x.Value[:len(x.Value)-1]
	}
	return x.Value
}

// aboutStatus reports whether a change is in the status, or of a CEL rule that reads it.
func (x *differSearch) aboutStatus() bool {
	if len(x.Value) > 0 {
		return x.Value[0].Name == "status"
	}
	return x.Rule != nil && slices.ContainsFunc(mention.Fields(x.Said), func(f mention.Field) bool { return f.Path[0] == "status" })
}

// mostFirsts limits the objects with which each object is compared.
const mostFirsts = 4

// place returns the place of the difference.
func (x *differSearch) place() []finding.Segment {
	if x.Field == "" {
		return x.Value
	}
	return append(x.Value[:len(x.Value):len(x.Value)], finding.Segment{Name: x.Field})
}

// compare sends a request to both servers, and returns it if it is the wanted one.
func (x *differSearch) compare(o, replaces map[string]any) *Difference {
	before := x.p.send(o, replaces)
	if !accepted(before) {
		return nil
	}
	after := x.now.send(o, replaces)
	if after == nil || after.Stopped != nil {
		return nil
	}
	stored := after
	if x.Rule != nil && replaces == nil && after.Refusal == code.StrictDecoding {
		after = x.now.createSilently(o) // an unknown field hides other errors
	}
	if x.Rule != nil && (after.APIServer.Accepted || !x.refused(after)) {
		return nil // a rule stores nothing
	}
	switch {
	case after.APIServer.Accepted:
	case x.refused(after):
		if !x.refusedByChange(o, replaces) {
			return nil
		}
		return x.difference(o, replaces, before, after, nil)
	case replaces != nil || x.Refusal:
		return nil
	default:
		if stored = x.now.createSilently(o); !accepted(stored) {
			if (x.unknown(after) || x.refused(stored)) && x.refusedByChange(o, nil) {
				return x.difference(o, nil, before, after, nil)
			}
			return nil
		}
	}
	if x.Refusal {
		return nil
	}
	was, there := jsonvalue.At(before.Stored, x.place())
	is, stays := jsonvalue.At(stored.Stored, x.place())
	if there == stays && reflect.DeepEqual(was, is) || !x.storedByChange(o, replaces, stored.Stored) {
		return nil
	}
	return x.difference(o, replaces, before, after, stored.Stored)
}

func (x *differSearch) difference(o, replaces map[string]any, before, after *dryrun.Result, stored map[string]any) *Difference {
	if x.operation == "update-status" {
		return x.ofStatus(o, replaces)
	}
	d := &Difference{
		Operation: x.operation, Version: strings.Clone(x.Version), Object: source.Cloned(o).(map[string]any),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Accepted: after.APIServer.Accepted, Message: strings.Clone(after.APIServer.Message), Stored: clonedObject(stored)},
	}
	if replaces != nil {
		d.Replaces = clonedObject(replaces)
		if d.Operation == "create" {
			d.Operation = "update"
		}
	}
	return d
}

// stuck returns an update that shows that an object with its status cannot be updated any more.
func (x *differSearch) stuck(o map[string]any) *Difference {
	before, after := x.served.update(o, o), x.servedNow.update(o, o)
	if !accepted(before) || after == nil || after.Stopped != nil || after.APIServer.Accepted || !x.refused(after) {
		return nil
	}
	return &Difference{
		Operation: "update", Version: strings.Clone(x.Version), Object: clonedObject(o), Replaces: clonedObject(o),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Message: strings.Clone(after.APIServer.Message)},
	}
}

// refused reports whether the change caused a refusal.
func (x *differSearch) refused(r *dryrun.Result) bool {
	return x.Gone || slices.ContainsFunc(r.Findings, x.isAbout)
}

// refusedAlone reports whether only the change caused a refusal.
func (x *differSearch) refusedAlone(r *dryrun.Result) bool {
	others := func(f finding.Finding) bool { return f.Code != code.RulesNotChecked && !x.isAbout(f) }
	return x.Gone || len(r.Findings) > 0 && !slices.ContainsFunc(r.Findings, others)
}

// isAbout reports whether a finding is about the change.
func (x *differSearch) isAbout(f finding.Finding) bool {
	if x.Rule != nil {
		return isOf(f, x.Rule)
	}
	if x.Broken != "" && f.Code != code.Value.Case(x.Broken) {
		return false
	}
	at := f.Path
	if at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the server reports some values at the root
	}
	is, where := text(at.Segments()), text(x.place())
	return is == where || x.Below && strings.HasPrefix(is, where)
}

// unknown reports whether a request was refused because the field is no longer declared.
func (x *differSearch) unknown(r *dryrun.Result) bool {
	var p *finding.Path
	for _, s := range x.place() {
		switch {
		case s.IsIndex:
			p = p.Index(s.Index)
		case p == nil:
			p = finding.Root(s.Name)
		default:
			p = p.Child(s.Name)
		}
	}
	return p != nil && strings.Contains(r.APIServer.Message, `unknown field "`+p.Server()+`"`)
}

// send creates an object, or updates one.
func (p *Prover) send(o, replaces map[string]any) *dryrun.Result {
	if replaces == nil {
		return p.create(o)
	}
	return p.update(o, replaces)
}

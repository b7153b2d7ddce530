package witness

import (
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// A Difference is a request that is answered otherwise under another CRD.
type Difference struct {
	// Operation is "create", "update", "update-status", "apply" or "apply-status", Version
	// the one in the URL.
	Operation, Version string
	// Replaces is the object that an update replaces; nil on create.
	Replaces map[string]any
	// Applied is what FirstManager applied before SecondManager applies the object, with
	// Force or without; nil of other operations.
	Applied map[string]any
	Force   bool
	// Object is what is sent.
	Object   map[string]any
	Old, New Answer
}

// An Answer is what becomes of a request.
type Answer struct {
	Accepted bool
	// Message is the server's if it refuses.
	Message string
	// Stored is the object as it is stored. Where the request is refused for unknown
	// fields alone, it is what is stored for clients that don't ask for strict validation.
	Stored map[string]any
}

// A Search is what is looked for.
type Search struct {
	Change
	// Was is the path of the CEL rule that was there before, or nil.
	Was *finding.Path
	// Against is the text of a CEL rule that objects are to break.
	Against string
	// Within are schemas of which the values at the place satisfy one, as the new CRD refuses such.
	Within []*schema.Schema
	// Sets are sets of fields: objects are tried that have those of one at the place, and none of the
	// others.
	Sets [][]string
	// Empty are lists and maps in the object at the place that are tried without an entry.
	Empty []string
	// Updates tries updates, not creates.
	Updates bool
	// Values are tried at the place before others.
	Values []any
	// Keys are tried of a map at the place.
	Keys []string
	// Lengths are tried of a list or a map at the place, and MapKeys are what the items of
	// the list are told apart by.
	Lengths []int
	MapKeys []string
	// Fields are put into the object at the place, in their order, one more each time.
	Fields []string
	// Undeclared is set if the CRD of p does not declare the place, and keeps what stands there.
	Undeclared bool
	// Absent tries first that nothing stands at the place, or in the field of the value.
	Absent bool
	// Lacks is a place at which the objects that are tried have nothing.
	Lacks []finding.Segment
	// Null puts null there instead.
	Null bool
	// Broken is the keyword that values at the place are refused for, if none counts that is
	// refused for another.
	Broken string
	// Refusal counts refusals alone.
	Refusal bool
	// Gone counts every refusal: the version is served no more.
	Gone bool
	// Below counts answers that are about something below the place.
	Below bool
	// Few tries nothing but what is named above.
	Few bool
	// Undone makes the CRD of now with the change alone undone, or returns nil. A request counts only
	// if that CRD answers it otherwise than the one of now, so that it shows this change and no other
	// one; nil counts every request.
	Undone func() *crd.CustomResourceDefinition
	// Merging tries applies by two managers alone: of Fields at the place, of items that
	// differ in their MapKeys, or of Items.
	Merging bool
	Items   []any
}

// Differ looks for a request that the CRD of p accepts and that of now answers otherwise
// for the sake of a change: it refuses the object, or stores something else at the place
// of the change.
func (p *Prover) Differ(now *Prover, s Search) *Difference {
	p.begin()
	now.begin()
	x := p.differing(now, s)
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

// Searched reports whether a search without a result went to its end: there was an object to begin
// with, and something was left to try others with.
func (p *Prover) Searched(now *Prover, s Search) bool {
	x := p.differing(now, s)
	if x == nil || x.spent() {
		return false
	}
	held := x.held()
	if len(held) > 0 && held[0].Name == "metadata" {
		held = nil
	}
	return x.p.holding(x.Version, held) != nil && !x.spent()
}

// differing is a search that can begin; nil if it cannot.
func (p *Prover) differing(now *Prover, s Search) *differing {
	if p == nil || now == nil {
		return nil
	}
	x := &differing{p: p, now: now, served: p, servedNow: now, Search: s, operation: "create"}
	if x.aboutStatus() && p.hasStatus(s.Version) {
		x.p, x.now, x.operation = p.withoutStatus(), now.withoutStatus(), "update-status"
	}
	if !x.p.ready() || !x.now.answers() {
		return nil
	}
	x.findKeys()
	return x
}

type differing struct {
	p, now *Prover
	// served and servedNow have the status subresource, where p and now are without.
	served, servedNow *Prover
	Search
	operation string
	// before is the prover for the CRD of now with the change undone, once it was needed.
	before *Prover
}

func (x *differing) spent() bool { return x.p.budget.Left <= 0 || x.now.budget.Left <= 0 }

// updates tries changes of objects that are stored, and updates that change nothing.
func (x *differing) updates() *Difference {
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

// findKeys has the place go through other keys of maps where no object has those that it
// goes through: rules may let some pass alone.
func (x *differing) findKeys() {
	held := x.held()
	if len(held) == 0 || held[0].Name == "metadata" || x.p.holding(x.Version, held) != nil {
		return
	}
	for _, way := range x.p.generator.OtherKeys(x.Version, held) {
		if x.p.holding(x.Version, way) != nil {
			x.Value = append(way, x.Value[len(held):]...)
			return
		}
	}
}

// held is the place that objects under the CRD of p can have: the one of the change, or
// what it is in.
func (x *differing) held() []finding.Segment {
	if x.Undeclared {
		return x.Value[:len(x.Value)-1]
	}
	return x.Value
}

// aboutStatus reports whether a change is of the status, or of a CEL rule that compares it
// with the rest.
func (x *differing) aboutStatus() bool {
	if len(x.Value) > 0 {
		return x.Value[0].Name == "status"
	}
	return x.Rule != nil && slices.ContainsFunc(mention.Fields(x.Said), func(f mention.Field) bool { return f.Path[0] == "status" })
}

// mostFirsts is with how many objects each of the others is compared.
const mostFirsts = 4

// place is where the difference is to be.
func (x *differing) place() []finding.Segment {
	if x.Field == "" {
		return x.Value
	}
	return append(x.Value[:len(x.Value):len(x.Value)], finding.Segment{Name: x.Field})
}

// compare makes a request of both servers, and returns it if it is the one looked for.
func (x *differing) compare(o, replaces map[string]any) *Difference {
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
		after = x.now.createSilently(o) // a field that is gone hides what else is refused
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

func (x *differing) difference(o, replaces map[string]any, before, after *dryrun.Result, stored map[string]any) *Difference {
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

// stuck shows that an object with the status that it has cannot be updated any more.
func (x *differing) stuck(o map[string]any) *Difference {
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

// refused reports whether a request was refused for the sake of the change.
func (x *differing) refused(r *dryrun.Result) bool {
	return x.Gone || slices.ContainsFunc(r.Findings, x.isAbout)
}

// refusedAlone reports whether it was refused for nothing else.
func (x *differing) refusedAlone(r *dryrun.Result) bool {
	others := func(f finding.Finding) bool { return f.Code != code.RulesNotChecked && !x.isAbout(f) }
	return x.Gone || len(r.Findings) > 0 && !slices.ContainsFunc(r.Findings, others)
}

// isAbout reports whether a finding is about the change.
func (x *differing) isAbout(f finding.Finding) bool {
	if x.Rule != nil {
		return isOf(f, x.Rule)
	}
	if x.Broken != "" && f.Code != code.Value.Case(x.Broken) {
		return false
	}
	at := f.Path
	if at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the server says some things about values at the root
	}
	is, where := text(at.Segments()), text(x.place())
	return is == where || x.Below && strings.HasPrefix(is, where)
}

// unknown reports whether a request was refused because there is no such field any more.
func (x *differing) unknown(r *dryrun.Result) bool {
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

// send creates an object, or replaces one.
func (p *Prover) send(o, replaces map[string]any) *dryrun.Result {
	if replaces == nil {
		return p.create(o)
	}
	return p.update(o, replaces)
}

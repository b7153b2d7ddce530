package apply

import (
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// flaws returns the findings about an object that does not match the types of a server-side apply.
func (q *request) flaws(all []ownership.Flaw) []report.Finding {
	var out []report.Finding
	for i := range all {
		f := &all[i]
		c := code.Value
		if f.Typed.Undeclared && f.At != nil && q.def.resource.SchemaAt(q.version, f.At) == nil {
			c = code.UnknownField
		}
		out = append(out, q.flaw(f, c))
	}
	return out
}

// flaw returns the finding about a value that the types of server-side apply do not accept. The server reports it
// before it validates the object.
func (q *request) flaw(f *ownership.Flaw, c finding.Code) report.Finding {
	message, help := f.Detail, ""
	var k keyword
	s := q.def.resource.SchemaAt(q.version, f.At)
	switch {
	case f.At == nil:
	case c == code.UnknownField:
		message, help = "no such field", q.meant(f.At)
	case f.Typed.Keyless, f.Typed.Twice != "":
		k = keyword{name: "x-kubernetes-list-map-keys", ofParent: true}
		var keys []string
		if list := q.def.resource.SchemaAt(q.version, f.At.Parent()); list != nil {
			keys = list.XListMapKeys()
		}
		switch {
		case f.Typed.Keyless:
			message = fmt.Sprintf("an item without %s, by which the server tells the items of this list apart", enumerate(keys))
			help = "add it"
		case len(keys) == 0:
			k.name = "x-kubernetes-list-type"
			message = "a duplicate; items of a set must be unique"
		default:
			message = fmt.Sprintf("an item above already has %s; items of this list must differ in %s", f.Typed.Twice[1:len(f.Typed.Twice)-1], enumerate(keys))
		}
	case f.Typed.Wanted != "" && s != nil && s.Type != "":
		v := finding.Finding{Code: code.Value, Facts: finding.Facts{Wanted: s.Type}}
		message, k, help = q.typeMessage(f.At, &v, "")
		k = keyword{name: "type", value: s.Type}
	}
	out := about(q.doc, c, f.At, message, help)
	if c == code.UnknownField {
		out.SetPos(q.doc.LocateKey(f.At.Segments()))
	}
	if k.name != "" {
		q.setBy(&out, f.At, k)
	}
	out.ServerMessage = f.Printed + ": " + f.Detail
	return out
}

// notForKubectl returns a finding for an error of kubectl or of its server whose message does not say what to
// change; nil for other answers.
func (q *request) notForKubectl(a *dryrun.Result) *report.Finding {
	var f report.Finding
	if printed := code.LostByVersion(a.APIServer.Message); printed != "" && q.command.ServerSide {
		at := ownership.Locate(q.object.Value(), printed)
		before := q.appliedVersion(a.Old)
		f = about(q.doc, code.UnknownField, at,
			fmt.Sprintf("no such field in %s, the version that %q applied before; the server merges by both", before, q.fieldManager()),
			fmt.Sprintf("keep to %s until the CRD of it has the field, or apply under another --field-manager", before))
		if at != nil {
			f.SetPos(q.doc.LocateKey(at.Segments()))
		}
		return &f
	}
	managed := finding.Root("metadata", "managedFields")
	_, has := q.doc.Node(managed.Segments())
	switch {
	case has && q.command.ServerSide && a.APIServer.Code == http.StatusBadRequest:
		f = about(q.doc, a.Refusal, managed, "what is applied must not say who owns which field", "remove it; kubectl get prints it with --show-managed-fields")
		f.SetPos(q.doc.LocateKey(managed.Segments()))
	case a.Behind.ValidatorText != "" && q.command.Verb == VerbPatch:
		f = about(q.doc, a.Refusal, nil, "the patch does not fit the live object: "+a.Behind.ValidatorText, "")
	case q.command.Verb == VerbPatch && a.APIServer.Code == http.StatusBadRequest && len(q.command.Patch) > 0 && (q.command.Patch[0] == '[') != (q.command.PatchType == dryrun.JSONPatch):
		what, of := "a list of operations, which is a JSON patch", "json"
		if q.command.Patch[0] != '[' {
			what, of = "an object, which is a merge patch", "merge"
		}
		f = about(q.doc, a.Refusal, nil, "the patch is "+what, "add --type "+of)
	case a.APIServer.Code == http.StatusConflict && q.command.Verb == VerbCreate:
		f = about(q.doc, a.Refusal, finding.Root("metadata", "name"), "the object is in the cluster already", "--verb apply or replace changes it")
	default:
		return nil
	}
	return &f
}

// whereLive returns the help for passing live objects, if none are given.
func (q *request) whereLive() string {
	if q.opts.Live == nil && q.sequence == nil {
		return "give the objects of the cluster by --old"
	}
	return ""
}

// appliedVersion returns the apiVersion with which the field manager of the request applied before.
func (q *request) appliedVersion(live map[string]any) string {
	for _, e := range validate.Owners(live) {
		if e.Manager == q.fieldManager() && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == q.command.Subresource {
			return e.APIVersion
		}
	}
	return "another version"
}

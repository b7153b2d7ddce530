package apply

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// conflicts returns a finding for each field that another manager owns and that is applied with another value.
func (q *request) conflicts(a *dryrun.Result) []report.Finding {
	var list []report.Finding
	listed := map[string]int{} // places in list
	for i := range a.Conflicts {
		c := &a.Conflicts[i]
		listed[c.Printed] = len(list)
		list = append(list, q.conflict(a, c))
	}
	for i := range a.APIServer.Causes {
		cause := &a.APIServer.Causes[i]
		if at, found := listed[cause.Field]; found {
			list[at].ServerPath, list[at].ServerMessage = cause.Field, cause.Message
			delete(listed, cause.Field) // the first counts
		}
	}
	return list
}

// conflict returns the finding about one field: its owners, both values, and ways to resolve the conflict.
func (q *request) conflict(a *dryrun.Result, c *dryrun.Conflict) report.Finding {
	at := c.At
	var live any
	if p := ownership.Locate(a.Old, c.Printed); p != nil {
		live = valueAt(a.Old, p)
	}
	sent := valueAt(q.object.Value(), at)
	var names, wrote []string
	for i := range c.Owners {
		e := &c.Owners[i]
		wrote = append(wrote, owner(e))
		if n := fmt.Sprintf("%q", e.Manager); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	who, whom := "written by another field manager", "its owner"
	if len(names) > 0 {
		who, whom = strings.Join(wrote, " and "), prose.And(names)
	}
	var message, agree string
	var k keyword
	switch live.(type) {
	case map[string]any, []any:
		message, k = q.whyWhole(at, live)
		message += ", so that all of it has the same owner; it was " + who
		if d := q.differences(at, sent, live); len(d) > 0 {
			message += "; " + d[0].between() + others(len(d)-1)
		}
		agree = "write all of it as it is in the cluster to own it together"
	default:
		message = fmt.Sprintf("the manifest has %s, but the live object has %s, %s", short(sent), short(live), who)
		agree = fmt.Sprintf("write %s to own it together", short(live))
	}
	out := about(q.doc, a.Refusal, at, message,
		fmt.Sprintf("remove it from the manifest to leave it to %s, %s, or add --force-conflicts to take it over", whom, agree))
	if k.name != "" && at != nil {
		q.setBy(&out, at, k)
	}
	return out
}

// whyWhole returns why a list or an object is not merged, and the keyword that causes this, if any.
func (q *request) whyWhole(at *finding.Path, value any) (why string, k keyword) {
	s := q.def.resource.SchemaAt(q.version, at)
	_, isList := value.([]any)
	switch {
	case isList && s != nil && s.ListType() != "":
		return "the list is atomic", keyword{name: "x-kubernetes-list-type"}
	case isList:
		return "the list has no x-kubernetes-list-type, which makes it atomic", keyword{}
	case s != nil && s.MapType() != "":
		return "the object is atomic", keyword{name: "x-kubernetes-map-type"}
	}
	return "the object has no fields in the schema, which makes it atomic", keyword{}
}

// owner describes how the manager of an entry of managedFields got its fields.
func owner(e *metav1.ManagedFieldsEntry) string {
	through := ""
	if e.Subresource != "" {
		through = " through the subresource " + e.Subresource
	}
	if e.Operation == metav1.ManagedFieldsOperationApply {
		return fmt.Sprintf("applied by %q%s", e.Manager, through)
	}
	by := fmt.Sprintf("written by %q%s", e.Manager, through)
	switch e.Manager {
	case "kubectl-edit":
		return by + " (by hand, kubectl edit)"
	case "kubectl-patch":
		return by + " (kubectl patch)"
	case "kubectl-client-side-apply", "before-first-apply":
		return by + " (before it was applied server-side)"
	}
	return by
}

// A difference is a place where two values differ.
type difference struct {
	at        *finding.Path
	left      any
	right     any
	isItems   bool // the values are numbers of items
	noLeft    bool // only the right side has a value
	withRight bool // the right side has a value, too
}

// between describes a difference between the manifest and the live object.
func (d *difference) between() string {
	where := d.at.File()
	switch {
	case d.isItems:
		return fmt.Sprintf("the manifest has %s in %s, the live object %v", prose.Count(d.left.(int), "item"), where, d.right)
	case d.noLeft:
		return fmt.Sprintf("only the live object has %s, %s", where, short(d.right))
	case !d.withRight:
		return fmt.Sprintf("only the manifest has %s, %s", where, short(d.left))
	}
	return fmt.Sprintf("%s is %s in the manifest and %s in the live object", where, short(d.left), short(d.right))
}

// became describes a difference between an earlier value and the present one.
func (d *difference) became() string {
	where := d.at.File()
	switch {
	case d.isItems:
		return fmt.Sprintf("%s had %s and now has %v", where, prose.Count(d.left.(int), "item"), d.right)
	case d.noLeft:
		return where + " is new"
	case !d.withRight:
		return where + " goes"
	}
	return fmt.Sprintf("%s was %s and is now %s", where, short(d.left), short(d.right))
}

// others counts the differences that are not listed.
func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and 1 other difference"
	}
	return fmt.Sprintf(", and %d other differences", n)
}

// differences returns the differences of a live value from the value that is sent. Fields that only the live value
// has do not differ if the schema has a default for them.
func (q *request) differences(at *finding.Path, sent, live any) []difference {
	switch s := sent.(type) {
	case map[string]any:
		l, ok := live.(map[string]any)
		if !ok {
			break
		}
		var list []difference
		for _, name := range slices.Sorted(maps.Keys(s)) {
			value, has := l[name]
			if !has {
				list = append(list, difference{at: at.Child(name), left: s[name]})
				continue
			}
			list = append(list, q.differences(at.Child(name), s[name], value)...)
		}
		for _, name := range slices.Sorted(maps.Keys(l)) {
			if _, has := s[name]; !has && !q.hasDefault(at.Child(name)) {
				list = append(list, difference{at: at.Child(name), right: l[name], noLeft: true})
			}
		}
		return list
	case []any:
		l, ok := live.([]any)
		if !ok {
			break
		}
		var list []difference
		if len(s) != len(l) {
			list = append(list, difference{at: at, left: len(s), right: len(l), isItems: true})
		}
		for i := range min(len(s), len(l)) {
			list = append(list, q.differences(at.Index(i), s[i], l[i])...)
		}
		return list
	}
	if jsonvalue.Equal(sent, live) {
		return nil
	}
	return []difference{{at: at, left: sent, right: live, withRight: true}}
}

// valueAt returns the value at a place of an object, or nil.
func valueAt(object any, at *finding.Path) any {
	value, _ := jsonvalue.At(object, at.Segments())
	return value
}

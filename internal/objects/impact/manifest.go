package impact

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/diff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// edits are the smallest known changes after which a manifest is accepted.
type edits struct {
	object  *object
	changes []finding.Change
}

// mostEdited limits the size of files for which a diff is made: larger files are generated, and nobody reads a
// diff of them.
const mostEdited = 1 << 20

// edits returns the changes of a manifest; false if it needs none or none can be known.
func (o *object) edits() (edits, bool) {
	if isLive(o.doc) || o.after == nil || len(o.doc.File.Text) > mostEdited {
		return edits{}, false
	}
	e := edits{object: o}
	switch {
	case !slices.Contains(o.isServed, o.version):
		if len(o.isServed) == 0 {
			return edits{}, false
		}
		apiVersion, _ := o.doc.TypeMeta()
		group, _, _ := strings.Cut(apiVersion, "/")
		e.changes = append(e.changes, finding.Change{Op: finding.Replace, Path: finding.Root("apiVersion"), Value: group + "/" + o.isServed[0]})
	case o.refusal != nil && o.refusal.Refusal == code.StrictDecoding:
		renamed := map[string]bool{}
		for _, at := range o.unknown() {
			if name := o.newName(at); name != "" && !renamed[at.Parent().Server()+"\x00"+name] {
				renamed[at.Parent().Server()+"\x00"+name] = true
				e.changes = append(e.changes, finding.Change{Op: finding.Rename, Path: at, Value: name})
				continue
			}
			e.changes = append(e.changes, finding.Change{Op: finding.Remove, Path: at})
		}
	case o.refusal != nil:
		return e, true // the necessary change is not known
	default:
		return edits{}, false
	}
	return e, true
}

// newName returns the new name of a field that was probably renamed: a new sibling with the same schema that the
// object lacks.
func (o *object) newName(at *finding.Path) string {
	_, was := o.before.SchemaPath(o.version, at)
	_, above := o.before.SchemaPath(o.version, at.Parent())
	_, now := o.after.SchemaPath(o.version, at.Parent())
	steps := at.Segments()
	if was == nil || above == nil || now == nil || len(steps) == 0 || now.Properties == nil {
		return ""
	}
	parent, _ := o.doc.Node(at.Parent().Segments())
	var alike []string
	for _, p := range now.Properties.All() {
		if above.Property(p.Name) == nil && source.Field(parent, p.Name) == nil && sameType(was, p.Schema) {
			alike = append(alike, p.Name)
		}
	}
	if len(alike) == 1 {
		return alike[0]
	}
	return nearest.Name(steps[len(steps)-1].Name, alike)
}

func sameType(a, b *schema.Schema) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Type == b.Type && a.XIntOrString == b.XIntOrString && sameType(a.ItemSchema(), b.ItemSchema()) && sameType(a.ValueSchema(), b.ValueSchema())
}

// manifest applies the changes of the objects of a file.
func manifest(f *source.File, all []edits) *report.DiffManifest {
	if len(all) == 0 {
		return nil
	}
	var requests []edit.Request
	complete := true
	var changed []*object
	for i := range all {
		if len(all[i].changes) == 0 {
			complete = false
			continue
		}
		changed = append(changed, all[i].object)
		for _, c := range all[i].changes {
			requests = append(requests, edit.Request{Doc: all[i].object.doc, Changes: []finding.Change{c}})
		}
	}
	plans := edit.Plan(f, requests)
	chosen, made := edit.Together(f, requests, plans)
	if len(made) == 0 {
		return nil
	}
	complete = complete && len(chosen) == len(requests)
	text := edit.Apply(f.Text, made)
	again := edit.Reread(f, slices.Clone(text))
	for _, o := range changed {
		complete = complete && accepted(again, o)
	}
	return &report.DiffManifest{File: f.Name, Diff: diff.Unified(f.Name, f.Name, string(f.Text), string(text)), Complete: complete}
}

// accepted reports whether the new CRD accepts an object after its change.
func accepted(f *source.File, o *object) bool {
	i := slices.Index(o.doc.File.Documents, o.doc)
	if i < 0 || i >= len(f.Documents) {
		return false
	}
	r := o.after.Create(dryrun.FromDocument(f.Documents[i]), verdict)
	return r.APIServer.Accepted && r.Stopped == nil
}

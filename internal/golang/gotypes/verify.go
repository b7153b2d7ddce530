package gotypes

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Case is a CRD with the changes that are to be made to it, if any.
type Case struct {
	Types *CRD
	// CRD is the decoded document.
	CRD     any
	Changes []finding.Change
}

// Verify reports whether a plan changes of some CRDs exactly what is to be changed: their
// Go types then say of the changed CRDs what they say now of the CRDs as they are.
func (p *Plan) Verify(cases []Case) bool {
	if len(p.edits) == 0 {
		return false
	}
	edited := p.m.Edited(p.Texts())
	return !slices.ContainsFunc(cases, func(c Case) bool { return !p.verify(&c, edited) })
}

func (p *Plan) verify(c *Case, edited *Module) bool {
	after := c.Types.In(edited)
	if after == nil {
		return false
	}
	crd, ok := changed(c.CRD, c.Changes)
	if !ok {
		return false
	}
	inSpec := 0
	for _, change := range c.Changes {
		if path := change.Path.Segments(); len(path) < 4 || path[3].Name != "schema" {
			inSpec++
		}
	}
	for i, r := range c.Types.roots {
		now := after.roots[i]
		if (r == nil) != (now == nil) {
			return false
		}
		if r == nil {
			continue
		}
		before, after := schemaOf(c.CRD, i), schemaOf(crd, i)
		if !slices.Equal(listed(r.Compare(before)), listed(now.Compare(after))) {
			return false
		}
		if gone, come := differ(r.specTexts(), now.specTexts()); len(gone) > inSpec || len(come) > inSpec {
			return false
		}
	}
	return true
}

// Fresh reports whether a CRD is what its Go types say, as far as that can be told.
func (c *Case) Fresh() bool {
	for i := range c.Types.roots {
		if r := c.Types.roots[i]; r != nil && len(r.Compare(schemaOf(c.CRD, i))) > 0 {
			return false
		}
	}
	return true
}

// schemaOf is the schema of a version of a decoded CRD.
func schemaOf(crd any, version int) map[string]any {
	return schemaBelow(crd, pathOfSchema(version))
}

// pathOfSchema is the path of the schema of a version in a CRD.
func pathOfSchema(version int) []finding.Segment {
	return []finding.Segment{{Name: "spec"}, {Name: "versions"}, {Index: version, IsIndex: true}, {Name: "schema"}, {Name: "openAPIV3Schema"}}
}

// listed are disagreements as texts, in an order.
func listed(found []Disagreement) []string {
	var all []string
	for i := range found {
		d := &found[i]
		var b strings.Builder
		for _, s := range d.Path {
			fmt.Fprintf(&b, "/%s%d", s.Name, s.Index)
		}
		text, _ := json.Marshal([]any{d.Keyword, d.InCRD, d.InGo})
		all = append(all, b.String()+string(text))
	}
	sort.Strings(all)
	return all
}

// specTexts are the markers of the type that are about the CRD and not about its schema.
func (r *Root) specTexts() []string {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	var all []string
	for _, n := range r.to.t.typeMarkers() {
		for _, name := range []string{n.name, n.base} {
			if _, ok := specMarkers[name]; ok {
				all = append(all, n.text)
				break
			}
		}
	}
	sort.Strings(all)
	return all
}

// differ are those of two sorted lists that only one has.
func differ(a, b []string) (gone, come []string) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			gone, a = append(gone, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			come, b = append(come, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return gone, come
}

// changed is a decoded document with changes made, and whether they can be. The document
// stays as it is.
func changed(doc any, changes []finding.Change) (any, bool) {
	// Of what is removed from a list the last first, as the others have its number then.
	order := slices.Clone(changes)
	slices.SortStableFunc(order, func(a, b finding.Change) int {
		return slices.CompareFunc(b.Path.Segments(), a.Path.Segments(), compareSegments)
	})
	order = slices.CompactFunc(order, func(a, b finding.Change) bool {
		return a.Op == b.Op && slices.Equal(a.Path.Segments(), b.Path.Segments())
	})
	doc = runtime.DeepCopyJSONValue(doc)
	for _, c := range order {
		if !change(doc, c) {
			return nil, false
		}
	}
	return doc, true
}

func compareSegments(a, b finding.Segment) int {
	if a.Index != b.Index {
		return a.Index - b.Index
	}
	return strings.Compare(a.Name, b.Name)
}

// change makes a change of a document, and reports whether it can be made.
func change(doc any, c finding.Change) bool {
	path := c.Path.Segments()
	if _, has := jsonvalue.At(doc, path); len(path) == 0 || has != (c.Op != finding.Add) {
		return false
	}
	if c.Op != finding.Remove {
		return jsonvalue.Set(doc, path, valueOf(c.Value))
	}
	last := path[len(path)-1]
	switch parent, _ := jsonvalue.At(doc, path[:len(path)-1]); parent := parent.(type) {
	case map[string]any:
		delete(parent, last.Name)
	case []any:
		return jsonvalue.Set(doc, path[:len(path)-1], slices.Delete(parent, last.Index, last.Index+1))
	}
	return true
}

// valueOf is a value of a change as a decoded document has it.
func valueOf(v any) any {
	if list, ok := v.([]string); ok {
		all := make([]any, len(list))
		for i, s := range list {
			all[i] = s
		}
		return all
	}
	return v
}

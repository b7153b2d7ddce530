package gotypes

import (
	"reflect"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// updateSpec changes of a CRD what the markers of its kinds say beside the schemas.
func (c *CRD) updateSpec(live *Live) {
	spec := own(live.CRD, finding.Segment{Name: "spec"})
	own(spec, finding.Segment{Name: "names"})
	own(live.CRD, finding.Segment{Name: "metadata"})
	versions, _ := spec["versions"].([]any)
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	named := false
	for i, r := range c.roots {
		if r == nil || i >= len(versions) {
			continue
		}
		if version := own(spec, pathOfSchema(i)[1:3]...); version != nil {
			u := specUpdater{r: r, live: live}
			u.version(version, len(versions) == 1)
			if all := r.specNotes("kubebuilder:resource"); len(all) > 0 {
				named = true
				u.names(spec, all[len(all)-1].args)
			}
		}
	}
	if !named && c.any != nil {
		u := specUpdater{r: c.any, live: live}
		u.names(spec, nil)
	}
}

// specUpdater changes a version, and the names of a CRD.
type specUpdater struct {
	r    *Root
	live *Live
}

// set sets a field; nil deletes it.
func (u *specUpdater) set(y map[string]any, name string, value any) {
	was, has := y[name]
	if value == nil {
		if has {
			delete(y, name)
			u.live.Changed = true
		}
		return
	}
	if !has || !same(was, value) {
		y[name] = plain(value)
		u.live.Changed = true
	}
}

func (u *specUpdater) version(y map[string]any, only bool) {
	if columns, ok := u.columns(); ok {
		u.set(y, "additionalPrinterColumns", columns)
	}
	if fields, ok := u.selectable(); ok {
		u.set(y, "selectableFields", fields)
	}
	u.subresources(y)
	u.set(y, "served", len(u.r.specNotes("kubebuilder:unservedversion")) == 0)
	if !only {
		u.set(y, "storage", len(u.r.specNotes("kubebuilder:storageversion")) > 0)
	}
	u.deprecation(y)
}

// columns are the printer columns; ok is false if a marker cannot be read.
func (u *specUpdater) columns() (value any, ok bool) {
	var all []any
	for _, p := range u.r.specNotes("kubebuilder:printcolumn") {
		if p.args == nil || p.args.bad {
			return nil, false
		}
		column := map[string]any{}
		for name, v := range p.args.fields {
			if !reflect.ValueOf(v).IsZero() || name == "name" || name == "type" || name == "JSONPath" {
				column[strings.Replace(name, "JSONPath", "jsonPath", 1)] = v
			}
		}
		all = append(all, column)
	}
	if len(all) == 0 {
		return nil, true
	}
	return all, true
}

func (u *specUpdater) selectable() (value any, ok bool) {
	var all []any
	for _, p := range u.r.specNotes("kubebuilder:selectablefield") {
		if p.args == nil || p.args.bad {
			return nil, false
		}
		all = append(all, map[string]any{"jsonPath": p.args.fields["JSONPath"]})
	}
	if len(all) == 0 {
		return nil, true
	}
	return all, true
}

func (u *specUpdater) subresources(y map[string]any) {
	sub := own(y, finding.Segment{Name: "subresources"})
	had := sub != nil
	if sub == nil {
		sub = map[string]any{}
	}
	status, _ := sub["status"]
	switch has := len(u.r.specNotes("kubebuilder:subresource:status")) > 0; {
	case has && status == nil:
		u.set(sub, "status", map[string]any{})
	case !has:
		u.set(sub, "status", nil)
	}
	if scales := u.r.specNotes("kubebuilder:subresource:scale"); len(scales) == 0 {
		u.set(sub, "scale", nil)
	} else if a := scales[len(scales)-1].args; a != nil && !a.bad {
		scale := map[string]any{}
		for arg, name := range map[string]string{"specpath": "specReplicasPath", "statuspath": "statusReplicasPath", "selectorpath": "labelSelectorPath"} {
			if v, ok := a.fields[arg]; ok {
				scale[name] = v
			}
		}
		u.set(sub, "scale", scale)
	}
	switch {
	case len(sub) > 0:
		y["subresources"] = sub
	case had && y["additionalPrinterColumns"] == nil: // with columns controller-gen writes an empty object
		u.set(y, "subresources", nil)
	}
}

func (u *specUpdater) deprecation(y map[string]any) {
	all := u.r.specNotes("kubebuilder:deprecatedversion")
	if len(all) == 0 {
		u.set(y, "deprecated", nil)
		u.set(y, "deprecationWarning", nil)
		return
	}
	u.set(y, "deprecated", true)
	if a := all[len(all)-1].args; a == nil {
		u.set(y, "deprecationWarning", nil)
	} else if !a.bad {
		u.set(y, "deprecationWarning", a.fields["warning"])
	}
}

// names sets what the arguments of the marker kubebuilder:resource say; nil if there is none, or none with arguments.
// Which of several versions decides is left to chance for controller-gen.
func (u *specUpdater) names(spec map[string]any, a *args) {
	names, _ := spec["names"].(map[string]any)
	if names == nil {
		return
	}
	if a == nil {
		a = &args{}
	}
	if a.bad {
		return
	}
	if text, _ := a.fields["path"].(string); text != "" {
		u.set(names, "plural", text)
		if metadata, ok := u.live.CRD["metadata"].(map[string]any); ok {
			group, _ := spec["group"].(string)
			u.set(metadata, "name", text+"."+group)
		}
	}
	if text, _ := a.fields["singular"].(string); text != "" {
		u.set(names, "singular", text)
	}
	list := func(name string) any {
		if items, _ := a.fields[name].([]any); len(items) > 0 {
			return items
		}
		return nil
	}
	u.set(names, "shortNames", list("shortName"))
	u.set(names, "categories", list("categories"))
	scope := "Namespaced"
	if text, _ := a.fields["scope"].(string); text != "" {
		scope = text
	}
	u.set(spec, "scope", scope)
}

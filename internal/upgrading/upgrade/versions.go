package upgrade

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// A pair is a version in both CRDs.
type pair struct {
	old, new *crd.Version
	// was and is are its indexes in spec.versions.
	was, is int
}

func (p *pair) oldPath() *finding.Path { return finding.Root("spec", "versions").Index(p.was) }
func (p *pair) newPath() *finding.Path { return finding.Root("spec", "versions").Index(p.is) }

// versions compares the versions that both CRDs have, and adds those that only one has.
func (c *comparison) versions() {
	all := finding.Root("spec", "versions")
	inOld, inNew := versionsByName(c.old), versionsByName(c.new)
	for i := range c.old.Spec.Versions {
		was := &c.old.Spec.Versions[i]
		j, stays := inNew[was.Name]
		switch {
		case !was.Served:
		case !stays:
			c.versionGone(was, "version "+was.Name+" is removed", all.Index(i), all)
		case !c.new.Spec.Versions[j].Served:
			c.versionGone(was, "version "+was.Name+" is no longer served", all.Index(i).Child("served"), all.Index(j).Child("served"))
		}
	}
	for _, version := range crd.MayBeStored(c.old, c.new) {
		n := c.add(&versionMayBeStored, "version "+version+" is removed, and clusters may still list it in status.storedVersions")
		n.Old, n.New, n.Help = all.Index(inOld[version]), all, c.new.MigrateHelp(version)
	}
	compared := false
	for j := range c.new.Spec.Versions {
		is := &c.new.Spec.Versions[j]
		i, stood := inOld[is.Name]
		if !stood || !c.old.Spec.Versions[i].Served && is.Served {
			if is.Served {
				c.inVersion(&versionAdded, is.Name, "version "+is.Name+" is new", nil, all.Index(j).Child("name"))
			}
			if !stood {
				continue
			}
		}
		p := &pair{&c.old.Spec.Versions[i], is, i, j}
		if p.old.Served && p.new.Served {
			c.deprecation(p)
			c.subresources(p)
			c.columns(p)
			c.selectable(p)
		}
		if p.old.Served && p.new.Served || p.old.Storage && p.new.Storage {
			if compared && c.old.Spec.Shared.Schema && c.new.Spec.Shared.Schema {
				continue // the versions share one schema in both CRDs
			}
			compared = true
			c.schemas(p)
		}
	}
	c.storage()
}

// versionsByName returns the index of the first version of each name.
func versionsByName(c *crd.CustomResourceDefinition) map[string]int {
	all := make(map[string]int, len(c.Spec.Versions))
	for i := range slices.Backward(c.Spec.Versions) {
		all[c.Spec.Versions[i].Name] = i
	}
	return all
}

func (c *comparison) versionGone(was *crd.Version, message string, old, new *finding.Path) {
	n := c.inVersion(&versionRemoved, was.Name, message, old, new)
	n.search = func() *witness.Search {
		return &witness.Search{Change: witness.Change{Version: was.Name}, Few: true, Gone: true, Refusal: true}
	}
	if was.Deprecated {
		// A deprecated stable version may not be removed while the API stays the same.
		n.Breaking = n.Breaking && Stage(was.Name) == "stable"
		n.Effect += "; it was deprecated before"
	}
}

// inVersion adds a change of one version.
func (c *comparison) inVersion(k *Kind, version, message string, old, new *finding.Path) *Change {
	n := c.add(k, message)
	n.Version, n.Old, n.New = version, old, new
	n.Breaking = k.Breaks && c.Promises(version) == Major
	n.unpromised = c.Promises(version) == Patch
	return n
}

// schemas compares the schemas of a version.
func (c *comparison) schemas(p *pair) {
	if p.old.OpenAPISchema() == nil || p.new.OpenAPISchema() == nil {
		return // the server refuses a CRD without a schema
	}
	below := []string{"schema", "openAPIV3Schema"}
	old := c.checked.OldTrees.Of(&c.old.Spec, p.was, p.oldPath().Child(below...))
	new := c.checked.Trees.Of(&c.new.Spec, p.is, p.newPath().Child(below...))
	changes := schemadiff.Compare(old, new)
	for i := range changes {
		c.schemaChange(p, &changes[i])
	}
}

func (c *comparison) deprecation(p *pair) {
	switch {
	case p.old.Deprecated != p.new.Deprecated && p.new.Deprecated:
		c.inVersion(&versionDeprecated, p.new.Name, "version "+p.new.Name+" is deprecated", p.oldPath().Child("deprecated"), p.newPath().Child("deprecated"))
	case p.old.Deprecated != p.new.Deprecated:
		n := c.inVersion(&versionDeprecated, p.new.Name, "version "+p.new.Name+" is no longer deprecated", p.oldPath().Child("deprecated"), p.newPath().Child("deprecated"))
		n.Effect = "clients of it get no warning any more"
	case p.new.Deprecated && !same(p.old.DeprecationWarning, p.new.DeprecationWarning):
		c.inVersion(&messageChanged, p.new.Name, "the warning of version "+p.new.Name+" is another", p.oldPath().Child("deprecationWarning"), p.newPath().Child("deprecationWarning"))
	}
}

func same[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func (c *comparison) subresources(p *pair) {
	old, new := p.oldPath().Child("subresources"), p.newPath().Child("subresources")
	switch {
	case p.old.HasStatus() && !p.new.HasStatus():
		n := c.inVersion(&subresourceChanged, p.new.Name, "the status subresource is gone", old.Child("status"), new)
		n.Effect = "requests to /status get 404; a status can be written with the object"
	case !p.old.HasStatus() && p.new.HasStatus():
		n := c.inVersion(&subresourceChanged, p.new.Name, "the status subresource is new", old, new.Child("status"))
		n.Effect = "a status that is written with the object is ignored"
		if !p.old.KeepsStatus() {
			n.Breaking, n.Effect = false, "the status is written by requests to /status"
		}
	}
	c.scale(p, old, new)
}

func scaleOf(v *crd.Version) *crd.Scale {
	if v.Subresources == nil {
		return nil
	}
	return v.Subresources.Scale
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (c *comparison) columns(p *pair) {
	was, is := p.old.AdditionalPrinterColumns, p.new.AdditionalPrinterColumns
	if slices.Equal(was, is) {
		return
	}
	old, new := p.oldPath().Child("additionalPrinterColumns"), p.newPath().Child("additionalPrinterColumns")
	inOld, inNew := columnsByName(was), columnsByName(is)
	changed := false
	for i := range was {
		since := len(c.found)
		j, stays := inNew[was[i].Name]
		if !stays {
			c.inVersion(&columnsChanged, p.new.Name, "the column "+was[i].Name+" is gone", old.Index(i), new)
			changed = true
			continue
		}
		a, b := was[i], is[j]
		a.Description, b.Description = "", ""
		switch {
		case a != b:
			c.inVersion(&columnsChanged, p.new.Name, "the column "+was[i].Name+" is another", old.Index(i), new.Index(j))
		case was[i].Description != is[j].Description:
			c.inVersion(&descriptionChanged, p.new.Name, "the description of the column "+was[i].Name+" is another", old.Index(i).Child("description"), new.Index(j).Child("description"))
		}
		changed = changed || len(c.found) > since
	}
	for j := range is {
		if _, was := inOld[is[j].Name]; !was {
			c.inVersion(&columnsAdded, p.new.Name, "the column "+is[j].Name+" is new", old, new.Index(j))
			changed = true
		}
	}
	if !changed {
		c.inVersion(&columnsChanged, p.new.Name, "the columns are in another order", old, new)
	}
}

// columnsByName returns the index of the first column of each name.
func columnsByName(columns []crd.PrinterColumn) map[string]int {
	all := make(map[string]int, len(columns))
	for i := range slices.Backward(columns) {
		all[columns[i].Name] = i
	}
	return all
}

func (c *comparison) selectable(p *pair) {
	was, is := p.old.SelectableFields, p.new.SelectableFields
	old, new := p.oldPath().Child("selectableFields"), p.newPath().Child("selectableFields")
	inOld, inNew := setOf(was), setOf(is)
	for i, f := range was {
		if !inNew[f] {
			c.inVersion(&selectableFieldRemoved, p.new.Name, f.JSONPath+" is no longer selectable", old.Index(i), new)
		}
	}
	for j, f := range is {
		if !inOld[f] {
			c.inVersion(&selectableFieldAdded, p.new.Name, f.JSONPath+" is selectable", old, new.Index(j))
		}
	}
}

func setOf[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, v := range list {
		set[v] = true
	}
	return set
}

// storage compares the storage versions.
func (c *comparison) storage() {
	was, _ := c.old.Spec.StorageVersion()
	is, _ := c.new.Spec.StorageVersion()
	if was == is || is == "" {
		return
	}
	n := c.add(&storageVersionChanged, fmt.Sprintf("objects were stored in version %s and are in %s", was, is))
	n.New = finding.Root("spec", "versions").Index(c.new.VersionIndex(is)).Child("storage")
	if i := c.old.VersionIndex(was); i >= 0 {
		n.Old = finding.Root("spec", "versions").Index(i).Child("storage")
	}
}

package upgrade

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// losses compares which fields get lost between the stored version and the others that
// are served, where nothing converts them.
func (c *comparison) losses() {
	if converts(c.old) || converts(c.new) || c.new.Spec.PreserveUnknownFields || c.new.Spec.Shared.Schema {
		return // conversion says what comes of another conversion
	}
	stored, found := c.new.Spec.StorageVersion()
	if !found {
		return
	}
	for i := range c.new.Spec.Versions {
		v := &c.new.Spec.Versions[i]
		if !v.Served || v.Name == stored {
			continue
		}
		c.lost(v.Name, stored, "what is written in "+v.Name+" is not stored")
		c.lost(stored, v.Name, "clients that read an object in "+v.Name+" and write it back drop it")
	}
}

func converts(d *crd.CustomResourceDefinition) bool {
	return d.Spec.Conversion != nil && d.Spec.Conversion.Strategy == "Webhook"
}

// lost notes the fields of a version that another lacks, and did not lack before.
func (c *comparison) lost(from, to, effect string) {
	before := undeclared(c.old, from, to)
	was := versionIn(c.old, from)
	var names []string
	breaks := false
	for _, f := range undeclared(c.new, from, to) {
		if slices.Contains(before, f) {
			continue
		}
		names = append(names, f)
		breaks = breaks || was != nil && was.Served && declares(was, f)
	}
	if len(names) == 0 {
		return
	}
	i := indexOf(c.new, to)
	at := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
	n := c.inVersion(&storageLoses, to, fmt.Sprintf("%s of version %s %s not declared in %s", prose.AndMore(names, 5), from, isOrAre(names), to), nil, at)
	n.Field, n.Effect = names[0], effect
	n.Breaking = n.Breaking && breaks
}

func isOrAre(names []string) string {
	if len(names) == 1 {
		return "is"
	}
	return "are"
}

func versionIn(d *crd.CustomResourceDefinition, name string) *crd.Version {
	if i := indexOf(d, name); i >= 0 {
		return &d.Spec.Versions[i]
	}
	return nil
}

// undeclared are the fields that a version of a CRD declares and another prunes.
func undeclared(d *crd.CustomResourceDefinition, from, to string) []string {
	a, b := versionIn(d, from), versionIn(d, to)
	if a == nil || b == nil || a.OpenAPISchema() == nil || b.OpenAPISchema() == nil || a.OpenAPISchema() == b.OpenAPISchema() {
		return nil
	}
	var names []string
	changes := schemadiff.Compare(schema.NewTree(a.OpenAPISchema(), nil), schema.NewTree(b.OpenAPISchema(), nil))
	for i := range changes {
		s := &changes[i]
		if s.Keyword == "properties" && s.After == nil && !s.At.New.PreservesUnknownFields() && s.At.New.ValueSchema() == nil {
			names = append(names, s.Field())
		}
	}
	return names
}

// declares reports whether a version had a field, or one that holds it, so that objects
// may have it.
func declares(v *crd.Version, field string) bool {
	if v.OpenAPISchema() == nil {
		return false
	}
	t := schema.NewTree(v.OpenAPISchema(), nil)
	for i := range t.Nodes {
		if t.Nodes[i].Role == schema.RoleProperty && fieldOf(t, &t.Nodes[i]) == field {
			return true
		}
	}
	return false
}

// fieldOf is where the values of a node stand, as schemadiff writes it.
func fieldOf(t *schema.Tree, n *schema.Node) string {
	if n.Parent < 0 {
		return ""
	}
	above := fieldOf(t, &t.Nodes[n.Parent])
	if n.Role != schema.RoleProperty {
		return above + "[*]"
	}
	if above == "" {
		return n.Name
	}
	return above + "." + n.Name
}

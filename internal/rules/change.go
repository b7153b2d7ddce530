package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/schema"
)

// Change is one place of a version's schema as it is and as it was in the stored
// CRD. Whether it changed is for the rule to say.
type Change struct {
	Version  *crd.Version
	Old, New *schema.Schema
	Path     *finding.Path
	// Field is where its values stand in an object, such as spec.hosts[*]; "" for
	// the object itself.
	Field string
	// Retyped is set where the values are of another type than before. What
	// stands below is not compared then.
	Retyped bool
}

// changes calls f for every place that a version's schema has in common with
// that of the stored CRD, parents first. Versions are matched by their names;
// where all versions share one schema, and did so before, it is compared once.
func changes(c, old *crd.CustomResourceDefinition, f func(*Change)) {
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		was := versionNamed(old, v.Name)
		if was == nil || was.OpenAPISchema() == nil || v.OpenAPISchema() == nil {
			continue
		}
		path := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		w := walk{v, f}
		w.compare(was.OpenAPISchema(), v.OpenAPISchema(), path, "")
		if c.Spec.Shared.Schema && old.Spec.Shared.Schema {
			return
		}
	}
}

func versionNamed(c *crd.CustomResourceDefinition, name string) *crd.Version {
	for i := range c.Spec.Versions {
		if c.Spec.Versions[i].Name == name {
			return &c.Spec.Versions[i]
		}
	}
	return nil
}

type walk struct {
	version *crd.Version
	f       func(*Change)
}

func (w *walk) compare(old, now *schema.Schema, path *finding.Path, field string) {
	c := &Change{Version: w.version, Old: old, New: now, Path: path, Field: field, Retyped: retyped(old, now)}
	w.f(c)
	if c.Retyped {
		return
	}
	for _, p := range now.Properties.All() {
		if field == "" && p.Name == "metadata" {
			continue // the server's own
		}
		if was := old.Property(p.Name); was != nil && p.Schema != nil {
			w.compare(was, p.Schema, path.Child("properties").Key(p.Name), below(field, p.Name))
		}
	}
	if was, is := old.ItemSchema(), now.ItemSchema(); was != nil && is != nil {
		w.compare(was, is, path.Child("items"), field+"[*]")
	}
	if was, is := old.ValueSchema(), now.ValueSchema(); was != nil && is != nil {
		w.compare(was, is, path.Child("additionalProperties"), field+"[*]")
	}
}

func below(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// retyped reports whether values that were valid may now be of a wrong type.
func retyped(old, now *schema.Schema) bool {
	if now.XIntOrString {
		return !old.XIntOrString && old.Type != "integer" && old.Type != "string"
	}
	if old.XIntOrString {
		return now.Type != "" // any value may stand where there is no type
	}
	if old.Type == "integer" && now.Type == "number" {
		return false
	}
	return old.Type != now.Type && now.Type != ""
}

// typeOf is the type of a schema in words.
func typeOf(s *schema.Schema) string {
	switch {
	case s.XIntOrString:
		return "int-or-string"
	case s.Type == "":
		return "any type"
	}
	return s.Type
}

// named is a field in a sentence.
func (c *Change) named() string {
	if c.Field == "" {
		return "the object"
	}
	return c.Field
}

package docgen

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/schema"
)

func newPage(c *crd.CustomResourceDefinition, a anchors, o *Options) *Page {
	s := &c.Spec
	p := &Page{
		Name:  cmp.Or(c.Metadata.Name, s.Names.Plural+"."+s.Group),
		Group: s.Group, Kind: s.Names.Kind, ListKind: s.Names.ListKind, Plural: s.Names.Plural, Singular: s.Names.Singular,
		ShortNames: s.Names.ShortNames, Categories: s.Names.Categories, Scope: s.Scope,
		Webhook: s.Conversion != nil && s.Conversion.Strategy == "Webhook",
	}
	p.Anchor = a.of(p.Name)
	if o.Notes != nil {
		p.Notes = o.Notes.Page(p.Name)
	}
	order := make([]*crd.Version, len(s.Versions))
	for i := range s.Versions {
		order[i] = &s.Versions[i]
	}
	slices.SortStableFunc(order, func(a, b *crd.Version) int {
		return version.CompareKubeAwareVersionStrings(b.Name, a.Name)
	})
	for i, v := range order {
		out := &Version{
			Name: v.Name, Anchor: a.of(p.Anchor + "-" + v.Name),
			Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated,
			Status: v.HasStatus(), Preserves: s.PreserveUnknownFields,
		}
		if v.Deprecated {
			out.Warning = warning(s, v, order)
		}
		for j, other := range order[:i] {
			if p.Versions[j].SameAs == nil && schema.Equal(v.OpenAPISchema(), other.OpenAPISchema()) {
				out.SameAs = p.Versions[j]
				break
			}
		}
		t := &tree{anchors: a, version: out, places: map[string]*Field{}}
		if o.Source != nil {
			t.source = func(at *finding.Path) string { return o.Source(c, at.Segments()) }
		}
		if o.Notes != nil {
			t.notesOf = func(field string) []Note { return o.Notes.Field(p.Name, v.Name, field) }
		}
		if root := v.OpenAPISchema(); root != nil {
			t.root(root, finding.Root("spec", "versions").Index(indexOf(s, v)).Child("schema", "openAPIV3Schema"))
		}
		out.attach(v, t)
		p.Versions = append(p.Versions, out)
	}
	return p
}

// indexOf is where a version stands in its CRD.
func indexOf(s *crd.Spec, v *crd.Version) int {
	return slices.IndexFunc(s.Versions, func(o crd.Version) bool { return o.Name == v.Name })
}

// warning is what the server says to those who use a deprecated version: the
// words of the CRD, or its own, with the newest version to use instead.
func warning(s *crd.Spec, v *crd.Version, newestFirst []*crd.Version) string {
	if v.DeprecationWarning != nil {
		return *v.DeprecationWarning
	}
	text := fmt.Sprintf("%s/%s %s is deprecated", s.Group, v.Name, s.Names.Kind)
	for _, o := range newestFirst {
		if version.CompareKubeAwareVersionStrings(o.Name, v.Name) > 0 && o.Served && !o.Deprecated {
			return text + fmt.Sprintf("; use %s/%s %s", s.Group, o.Name, s.Names.Kind)
		}
	}
	return text
}

// attach adds what refers to fields.
func (out *Version) attach(v *crd.Version, t *tree) {
	for _, c := range v.AdditionalPrinterColumns {
		out.Columns = append(out.Columns, Column{
			Name: c.Name, Type: c.Type, Description: c.Description, Wide: c.Priority > 0, From: t.jsonPath(c.JSONPath),
		})
	}
	for _, f := range v.SelectableFields {
		out.Selectable = append(out.Selectable, t.jsonPath(f.JSONPath))
	}
	if v.Subresources != nil && v.Subresources.Scale != nil {
		s := v.Subresources.Scale
		out.Scale = &Scale{Replicas: t.jsonPath(s.SpecReplicasPath), Status: t.jsonPath(s.StatusReplicasPath)}
		if s.LabelSelectorPath != nil {
			out.Scale.Selector = t.jsonPath(*s.LabelSelectorPath)
		}
	}
}

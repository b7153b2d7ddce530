package docgen

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
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
	newest := newestToUse(order)
	places := placesOf(s)
	for i, v := range order {
		out := &Version{
			Name: v.Name, Anchor: a.of(p.Anchor + "-" + v.Name),
			Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated,
			Status: v.HasStatus(), Preserves: s.PreserveUnknownFields,
		}
		if v.Deprecated {
			out.Warning = warning(s, v, newest)
		}
		same := slices.IndexFunc(order[:i], func(newer *crd.Version) bool {
			return schema.Equal(v.OpenAPISchema(), newer.OpenAPISchema())
		})
		if same >= 0 {
			out.SameAs = p.Versions[same]
		}
		t := &tree{anchors: a, version: out, places: map[place]*Field{}}
		if o.Source != nil {
			t.source = func(at *finding.Path) string { return o.Source(c, at.Segments()) }
		}
		if o.Notes != nil {
			t.notesOf = func(field string) []Note { return o.Notes.Field(p.Name, v.Name, field) }
		}
		if root := v.OpenAPISchema(); root != nil {
			t.root(root, finding.Root("spec", "versions").Index(places[v.Name]).Child("schema", "openAPIV3Schema"))
		}
		out.attach(v, t)
		p.Versions = append(p.Versions, out)
	}
	return p
}

// placesOf returns the index of each version by name.
func placesOf(s *crd.Spec) map[string]int {
	places := make(map[string]int, len(s.Versions))
	for i := len(s.Versions) - 1; i >= 0; i-- {
		places[s.Versions[i].Name] = i
	}
	return places
}

// newestToUse returns the first version that is served and not deprecated; nil if there is none. newestFirst has
// the newest versions first.
func newestToUse(newestFirst []*crd.Version) *crd.Version {
	for _, v := range newestFirst {
		if v.Served && !v.Deprecated {
			return v
		}
	}
	return nil
}

// warning returns the server's warning to users of a deprecated version: the text of the CRD, or the default text
// with the newest version.
func warning(s *crd.Spec, v, newest *crd.Version) string {
	if v.DeprecationWarning != nil {
		return *v.DeprecationWarning
	}
	text := fmt.Sprintf("%s/%s %s is deprecated", s.Group, v.Name, s.Names.Kind)
	if newest != nil && version.CompareKubeAwareVersionStrings(newest.Name, v.Name) > 0 {
		text += fmt.Sprintf("; use %s/%s %s", s.Group, newest.Name, s.Names.Kind)
	}
	return text
}

// attach adds the columns, selectable fields and scale subresource, which refer to fields.
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

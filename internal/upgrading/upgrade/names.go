package upgrade

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// names compares the names of a resource that the server allows to change.
func (c *comparison) names() {
	at := finding.Root("spec", "names")
	was, is := &c.old.Spec.Names, &c.new.Spec.Names
	field := func(n *Change, name string) { n.Keyword, n.Old, n.New = name, at.Child(name), at.Child(name) }

	known := append([]string{is.Plural, is.Singular}, is.ShortNames...)
	found := func(name string) bool {
		return slices.ContainsFunc(known, func(other string) bool { return strings.EqualFold(other, name) })
	}
	if was.Singular != is.Singular {
		n := c.add(&namesChanged, fmt.Sprintf("the singular name was %q and is %q", was.Singular, is.Singular))
		field(n, "singular")
		n.Effect, n.Help = "kubectl no longer finds the objects by the old one", "keep singular: "+was.Singular+", or add it to shortNames"
		if found(was.Singular) {
			n.Breaking, n.Effect, n.Help = false, "", ""
		}
	}
	if was.ListKind != is.ListKind {
		n := c.add(&namesChanged, fmt.Sprintf("the kind of lists was %q and is %q", was.ListKind, is.ListKind))
		field(n, "listKind")
		n.Effect, n.Help = "typed clients don't know the new one", "keep listKind: "+was.ListKind
	}
	for _, name := range was.ShortNames {
		if !slices.Contains(is.ShortNames, name) {
			n := c.add(&shortNameRemoved, fmt.Sprintf("the short name %q is removed", name))
			field(n, "shortNames")
			n.Breaking = n.Breaking && !found(name)
		}
	}
	refused := map[string]bool{}
	if !slices.Equal(was.ShortNames, is.ShortNames) || was.Singular != is.Singular {
		for _, conflict := range crd.NameConflicts(c.old, c.new) {
			n := c.add(&namesNotAccepted, conflict.Message())
			field(n, string(conflict.Field))
			n.Breaking, n.Help = true, conflict.Help() // regardless of what the versions promise
			if conflict.Index >= 0 {
				refused[conflict.Name] = true
				n.New = n.New.Index(conflict.Index)
			}
		}
	}
	for _, name := range is.ShortNames {
		if !slices.Contains(was.ShortNames, name) && !refused[name] {
			field(c.add(&nameAdded, fmt.Sprintf("the short name %q is new", name)), "shortNames")
		}
	}
	for _, name := range was.Categories {
		if !slices.Contains(is.Categories, name) {
			field(c.add(&categoryRemoved, fmt.Sprintf("the category %q is removed", name)), "categories")
		}
	}
	for _, name := range is.Categories {
		if !slices.Contains(was.Categories, name) {
			field(c.add(&nameAdded, fmt.Sprintf("the category %q is new", name)), "categories")
		}
	}
}

// conversion compares the conversion strategy, and preserveUnknownFields.
func (c *comparison) conversion() {
	was, is := c.old.Spec.Conversion, c.new.Spec.Conversion
	if was != nil && is != nil && was.Strategy != is.Strategy {
		n := c.add(&conversionChanged, fmt.Sprintf("the conversion strategy was %s and is %s", was.Strategy, is.Strategy))
		n.Keyword, n.Old, n.New = "strategy", finding.Root("spec", "conversion", "strategy"), finding.Root("spec", "conversion", "strategy")
		several := len(c.old.Spec.Versions) > 1 && len(c.new.Spec.Versions) > 1
		switch {
		case was.Strategy == "Webhook" && several:
			n.Effect = "objects are no longer converted between the versions, and lose what the requested one does not declare"
		case was.Strategy == "Webhook":
			n.Breaking, n.Effect, n.Help = false, "there is but one version, which needs no conversion", ""
		default:
			n.Breaking, n.Help = false, ""
			n.Effect = "requests for another version than the stored one need the webhook to be reachable"
		}
	}
	if c.old.Spec.PreserveUnknownFields && !c.new.Spec.PreserveUnknownFields {
		n := c.add(&unknownFieldsPruned, "fields that the schema does not declare were kept everywhere and are pruned")
		n.Old, n.New = finding.Root("spec", "preserveUnknownFields"), finding.Root("spec", "preserveUnknownFields")
		n.Keyword, n.Help = "preserveUnknownFields", "declare every field that objects may have"
	}
}

// metadata compares labels and annotations of the CRD, which programs may read.
func (c *comparison) metadata() {
	was, is := &c.old.Metadata, &c.new.Metadata
	if !maps.Equal(was.Labels, is.Labels) {
		c.metadataField("labels")
	}
	if !maps.Equal(was.Annotations, is.Annotations) {
		c.metadataField("annotations")
	}
}

func (c *comparison) metadataField(name string) {
	n := c.add(&metadataChanged, "the "+name+" of the CRD differ")
	n.Keyword, n.Old, n.New = name, finding.Root("metadata", name), finding.Root("metadata", name)
}

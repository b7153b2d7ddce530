package others

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// crdifyChecks returns the checks of crdify in the order of its report: of the CRD, then of fields.
func crdifyChecks() []string {
	return []string{
		"scope", "existingFieldRemoval", "storedVersionRemoval",
		"type", "required", "enum", "default", "nullable", "pattern",
		"maximum", "maxItems", "maxLength", "maxProperties", "minimum", "minItems", "minLength", "minProperties",
		"description", unhandled,
	}
}

// unhandled is the check of changes that no other check of crdify covers.
const unhandled = "unhandled"

func (j *judgement) crdify() {
	if j.Old == nil {
		return // it only compares
	}
	j.crdifyCRD()
	for i := range j.Old.Spec.Versions {
		was := &j.Old.Spec.Versions[i]
		is, k := versionOf(j.New, was.Name)
		if is == nil {
			continue
		}
		for _, f := range j.properties(flatten(was, i), flatten(is, k)) {
			f.Version = is.Name
			j.add(f.Verdict)
		}
	}
	j.served()
}

func (j *judgement) crdifyCRD() {
	if was, is := j.Old.Spec.Scope, j.New.Spec.Scope; was != is {
		at := finding.Root("spec", "scope")
		j.add(Verdict{Check: "scope", Keyword: "scope", Old: at, New: at, Message: fmt.Sprintf("the scope was %s and is %s", was, is)})
	}
	for i := range j.New.Spec.Versions {
		is := &j.New.Spec.Versions[i]
		was, k := versionOf(j.Old, is.Name)
		if was == nil {
			continue
		}
		there := flatten(is, i)
		gone := flatten(was, k)
		for _, place := range gone.order {
			if there.at[place] == nil {
				n := gone.at[place]
				j.add(Verdict{Check: "existingFieldRemoval", Version: is.Name, Place: place, Keyword: "properties", Old: n.path, Message: place + " is removed"})
			}
		}
	}
	var gone []string
	for _, name := range j.Stored {
		if v, _ := versionOf(j.New, name); v == nil {
			gone = append(gone, name)
		}
	}
	if len(gone) > 0 {
		j.add(Verdict{Check: "storedVersionRemoval", Keyword: "storedVersions", Old: finding.Root("status", "storedVersions"), New: finding.Root("spec", "versions"),
			Message: "objects are stored in " + prose.And(gone) + ", which the CRD no longer has"})
	}
}

// flat has the schemas of a version by place.
type flat struct {
	at    map[string]*node
	order []string
}

func flatten(v *crd.Version, i int) flat {
	f := flat{at: map[string]*node{}}
	each(v, versionPath(i), withKeywords, func(n *node) {
		if f.at[n.field] == nil {
			f.order = append(f.order, n.field)
		}
		f.at[n.field] = n
	})
	return f
}

// served compares each served version with each newer one. It skips differences that the old CRD has between the
// same versions.
func (j *judgement) served() {
	if c := j.New.Spec.Conversion; slices.Contains(j.profile.settings.Allow, Conversions) && c != nil && c.Strategy == "Webhook" {
		return
	}
	known := map[string]bool{}
	key := func(f *fieldVerdict) string {
		return strings.Join([]string{f.Than, f.Version, f.Place, f.Check, f.text}, "\x00")
	}
	for _, f := range j.disagreements(j.Old) {
		known[key(&f)] = true
	}
	for _, f := range j.disagreements(j.New) {
		if !known[key(&f)] {
			j.add(f.Verdict)
		}
	}
}

// disagreements returns the differences between the served versions of a CRD.
func (j *judgement) disagreements(c *crd.CustomResourceDefinition) []fieldVerdict {
	var served []int
	for i := range c.Spec.Versions {
		if c.Spec.Versions[i].Served {
			served = append(served, i)
		}
	}
	slices.SortStableFunc(served, func(a, b int) int {
		return version.CompareKubeAwareVersionStrings(c.Spec.Versions[a].Name, c.Spec.Versions[b].Name)
	})
	flats := make([]flat, len(served))
	for i, v := range served {
		flats[i] = flatten(&c.Spec.Versions[v], v)
	}
	var all []fieldVerdict
	for i := range served {
		for k := i + 1; k < len(served); k++ {
			for _, f := range j.properties(flats[i], flats[k]) {
				f.Than, f.Version = c.Spec.Versions[served[i]].Name, c.Spec.Versions[served[k]].Name
				all = append(all, f)
			}
		}
	}
	return all
}

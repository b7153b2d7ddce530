package others

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// checkerChecks returns the checks of crd-schema-checker; all are on by default.
func checkerChecks() []string {
	return []string{
		"NoFieldRemoval", "NoDataTypeChange", "NoEnumRemoval", "NoNewRequiredFields",
		"MustHaveStatus", "ListsMustHaveSSATags", "ConditionsMustHaveProperSSATags", "NoMaps", "NoBools", "NoFloats", "NoUints",
		costBudget,
	}
}

func (j *judgement) checker() {
	if j.Old != nil {
		for i := range j.New.Spec.Versions {
			is := &j.New.Spec.Versions[i]
			if was, k := versionOf(j.Old, is.Name); was != nil {
				v := &versionPair{judgement: j, old: was, new: is, oldPath: versionPath(k), newPath: versionPath(i)}
				v.fieldsGone()
				v.typesChanged()
				v.enumsNarrowed()
				v.required()
			}
		}
	}
	j.ratchet(styles)
	j.ratchet(statuses)
	j.ratchet(conditions)
	j.ratchet(costs)
}

// A flaw is a verdict on one CRD alone. The tool reports a flaw of the new CRD unless the old one has the same
// flaw; words identifies equal flaws.
type flaw struct {
	Verdict
	words string
}

// ratchet reports the flaws of the new CRD that the old one does not have.
func (j *judgement) ratchet(check func(c *crd.CustomResourceDefinition, a *crd.Answer) []flaw) {
	known := map[string]bool{}
	key := func(f *flaw) string {
		return f.Check + "\x00" + string(f.Severity.String()) + "\x00" + f.Place + "\x00" + f.words
	}
	if j.Old != nil {
		for _, f := range check(j.Old, j.OldAnswer) {
			known[key(&f)] = true
		}
	}
	for _, f := range check(j.New, j.NewAnswer) {
		if k := key(&f); !known[k] {
			known[k] = true // report it once
			j.add(f.Verdict)
		}
	}
}

// styles returns the schemas whose type or form the tool forbids.
func styles(c *crd.CustomResourceDefinition, _ *crd.Answer) []flaw {
	var all []flaw
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		add := func(n *node, check, keyword, message string) {
			all = append(all, flaw{Verdict{
				Check: check, Severity: finding.Error, Version: v.Name, Place: n.field, Keyword: keyword, Message: n.field + " " + message, New: n.path,
			}, v.Name})
		}
		each(v, versionPath(i), fieldsOnly, func(n *node) {
			switch {
			case n.Type == "boolean":
				add(n, "NoBools", "type", "is a boolean, which cannot get a third value")
			case n.Type == "number":
				add(n, "NoFloats", "type", "is a number, which does not come back from all clients as it was")
			case n.Type == "object" && n.AdditionalProperties != nil:
				add(n, "NoMaps", "additionalProperties", "is a map; a list with x-kubernetes-list-type: map can be read more easily")
			case n.Type == "array" && (n.XListType() == nil || *n.XListType() == ""):
				add(n, "ListsMustHaveSSATags", "x-kubernetes-list-type", "has no x-kubernetes-list-type: server-side apply replaces it as a whole")
			}
			if n.Format == "uint" {
				add(n, "NoUints", "format", "is an unsigned integer, which not all clients have")
			}
		})
	}
	return all
}

// statuses returns the versions with a status field and no status subresource.
func statuses(c *crd.CustomResourceDefinition, _ *crd.Answer) []flaw {
	var all []flaw
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		if v.HasStatus() {
			continue
		}
		found := false
		each(v, versionPath(i), fieldsOnly, func(n *node) {
			if n.field != "^.status" || found {
				return
			}
			found = true
			all = append(all, flaw{Verdict{
				Check: "MustHaveStatus", Severity: finding.Error, Version: v.Name, Place: n.field, Keyword: "subresources",
				Message: "version " + v.Name + " has a status but no status subresource", New: n.path,
			}, v.Name})
		})
	}
	return all
}

// A versionPair is a version in both CRDs.
type versionPair struct {
	*judgement
	old, new         *crd.Version
	oldPath, newPath *finding.Path
}

func (v *versionPair) eachOld(visit func(*node)) { each(v.old, v.oldPath, fieldsOnly, visit) }
func (v *versionPair) eachNew(visit func(*node)) { each(v.new, v.newPath, fieldsOnly, visit) }

// report adds an error about the version.
func (v *versionPair) report(f Verdict) {
	f.Severity, f.Version = finding.Error, v.new.Name
	v.add(f)
}

// last returns the last schema of each place, and the places in the order of the CRD.
func last(each func(func(*node))) (map[string]*node, []string) {
	all := map[string]*node{}
	var order []string
	each(func(n *node) {
		if all[n.field] == nil {
			order = append(order, n.field)
		}
		all[n.field] = n
	})
	return all, order
}

func (v *versionPair) fieldsGone() {
	was, order := last(v.eachOld)
	is, _ := last(v.eachNew)
	for _, place := range order {
		if is[place] == nil {
			v.report(Verdict{Check: "NoFieldRemoval", Place: place, Keyword: "properties", Message: place + " is removed", Old: was[place].path})
		}
	}
}

func (v *versionPair) typesChanged() {
	was, order := last(v.eachOld)
	is, _ := last(v.eachNew)
	for _, place := range order {
		if a, b := was[place], is[place]; b != nil && a.Type != b.Type {
			v.report(Verdict{
				Check: "NoDataTypeChange", Place: place, Keyword: "type", Old: a.path, New: b.path,
				Message: fmt.Sprintf("the type of %s was %q and is %q", place, a.Type, b.Type),
			})
		}
	}
}

// enumsNarrowed compares the enums of a place together. It ignores new and removed enums.
func (v *versionPair) enumsNarrowed() {
	enums := func(each func(func(*node))) (map[string][]string, map[string]*node, []string) {
		all, at := map[string][]string{}, map[string]*node{}
		var order []string
		each(func(n *node) {
			if len(n.Enum) == 0 {
				return
			}
			if at[n.field] == nil {
				order, at[n.field] = append(order, n.field), n
			}
			all[n.field] = append(all[n.field], texts(n.Enum)...)
		})
		return all, at, order
	}
	was, oldAt, order := enums(v.eachOld)
	is, newAt, _ := enums(v.eachNew)
	for _, place := range order {
		if is[place] == nil {
			continue
		}
		for _, value := range sorted(without(was[place], is[place])) {
			v.report(Verdict{Check: "NoEnumRemoval", Place: place, Keyword: "enum", Message: place + " no longer accepts " + value, Old: oldAt[place].path, New: newAt[place].path})
		}
	}
}

// required finds fields that are newly required. It ignores fields below a new optional field.
func (v *versionPair) required() {
	existed := map[string]*node{}
	v.eachOld(func(n *node) { existed[n.keywordPath] = n })
	found := map[string]bool{}
	v.eachNew(func(n *node) {
		if n.Type == "array" {
			// The tool reads minLength, not minItems.
			if n.MinLength != nil && *n.MinLength != 0 && !belowNew(n, existed) && !found[n.field] {
				found[n.field] = true
				v.report(Verdict{Check: "NoNewRequiredFields", Place: n.field, Keyword: "minLength", Message: n.field + " is a list with minLength", New: n.path})
			}
			return
		}
		if len(n.Required) == 0 {
			return
		}
		was := existed[n.keywordPath]
		if was == nil && optional(n) || belowNew(n, existed) {
			return
		}
		var before []string
		var at *finding.Path
		if was != nil {
			before, at = was.Required, was.path
		}
		for _, name := range sorted(without(n.Required, before)) {
			if place := n.field + "." + name; !found[place] {
				found[place] = true
				v.report(Verdict{Check: "NoNewRequiredFields", Place: place, Keyword: "required", Message: place + " must be set now", Old: at, New: n.path})
			}
		}
	})
}

// optional reports whether an object may lack the value of a schema. Items and values of maps count as required,
// branches of allOf, anyOf and oneOf as optional.
func optional(n *node) bool {
	switch {
	case n.Type == "array" && (n.MinLength == nil || *n.MinLength == 0):
		return true
	case n.parent == nil || n.last == "" || strings.Contains(n.last, "]"):
		return false
	}
	for _, name := range n.parent.Required {
		if name == n.last {
			return false
		}
	}
	return true
}

// belowNew reports whether a schema is below a new optional field that is not an item or a value of a map.
func belowNew(n *node, existed map[string]*node) bool {
	for a := n.parent; a != nil; a = a.parent {
		if !optional(a) || existed[a.keywordPath] != nil {
			continue
		}
		if a.parent == nil {
			return true
		}
		if a.last == "" || strings.Contains(a.last, "]") {
			continue
		}
		needed := false
		for _, name := range a.parent.Required {
			needed = needed || name == a.last
		}
		if !needed {
			return true
		}
	}
	return false
}

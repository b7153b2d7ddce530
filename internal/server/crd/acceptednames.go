package crd

import (
	"fmt"
	"slices"
)

// NameField is one of the fields of spec.names by which kubectl finds a resource.
type NameField string

// The fields.
const (
	PluralField     NameField = "plural"
	SingularField   NameField = "singular"
	ShortNamesField NameField = "shortNames"
)

// entry returns the noun for a name in the field.
func (f NameField) entry() string {
	if f == ShortNamesField {
		return "short name"
	}
	return string(f) + " name"
}

// NameConflict is a name of a CRD that the server does not accept because the same CRD already uses it.
type NameConflict struct {
	Field NameField
	// Index is the index in shortNames; -1 in another field.
	Index int
	Name  string
	// UsedIn is the field of the stored CRD that has the name.
	UsedIn NameField
}

// Message says how the server treats the name.
func (c *NameConflict) Message() string {
	as := "the"
	if c.UsedIn == ShortNamesField {
		as = "a"
	}
	return fmt.Sprintf("%s %q is already %s %s of this CRD: the server accepts the update, but sets NamesAccepted to False, and tools that wait for it hang",
		c.Field.entry(), c.Name, as, c.UsedIn.entry())
}

// Help says what to write instead.
func (c *NameConflict) Help() string {
	if c.Field == ShortNamesField {
		return "remove it: kubectl finds the resource by its plural and singular without a short name"
	}
	return fmt.Sprintf("keep the old %s, or remove the %s in an earlier release", c.Field.entry(), c.UsedIn.entry())
}

// NameConflicts returns the names of an updated CRD that the server's naming controller never accepts, so that it
// sets the condition NamesAccepted to False.
//
// The controller compares each changed name with all names that were accepted in the group, among them those of the CRD
// itself (apiextensions-apiserver, pkg/controller/status/naming_controller.go). A CRD that is created has none yet:
// there it accepts a short name that is also the plural.
func NameConflicts(old, updated *CustomResourceDefinition) []NameConflict {
	accepted := old.Status.AcceptedNames
	if accepted.Plural == "" { // a manifest: the server accepted the names when it was created
		accepted = old.Spec.Names
	}
	for {
		conflicts, changed := acceptNames(&accepted, &updated.Spec.Names)
		if len(conflicts) == 0 || !changed {
			return conflicts
		}
	}
}

// acceptNames makes one pass of the naming controller: it accepts the requested names that are not in use. It returns
// the conflicts of the other names and whether it accepted any.
func acceptNames(accepted, requested *Names) (conflicts []NameConflict, changed bool) {
	used := *accepted
	take := func(field NameField, name string, now *string) {
		if name == *now {
			return
		}
		if in := used.fieldOf(name); in != "" {
			conflicts = append(conflicts, NameConflict{field, -1, name, in})
			return
		}
		*now, changed = name, true
	}
	take(PluralField, requested.Plural, &accepted.Plural)
	take(SingularField, requested.Singular, &accepted.Singular)
	if !slices.Equal(requested.ShortNames, used.ShortNames) {
		since := len(conflicts)
		for i, name := range requested.ShortNames {
			if in := used.fieldOf(name); in != "" && in != ShortNamesField {
				conflicts = append(conflicts, NameConflict{ShortNamesField, i, name, in})
			}
		}
		if len(conflicts) == since {
			accepted.ShortNames, changed = requested.ShortNames, true
		}
	}
	return conflicts, changed
}

// fieldOf returns the field that has a name of the resource, or "". It prefers shortNames, since an accepted short name
// stays accepted.
func (n *Names) fieldOf(name string) NameField {
	switch {
	case slices.Contains(n.ShortNames, name):
		return ShortNamesField
	case name == n.Plural:
		return PluralField
	case name == n.Singular:
		return SingularField
	}
	return ""
}

package upgrade

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
)

// A Verdict is the release that a change needs, by semantic versioning.
type Verdict string

// The verdicts.
const (
	// None is for a CRD whose behaviour does not change.
	None Verdict = "none"
	// Patch is for changes that only people notice.
	Patch Verdict = "patch"
	// Minor is for changes that need no action.
	Minor Verdict = "minor"
	// Unsure is for changes that may or may not be breaking.
	Unsure Verdict = "major?"
	// Major is for breaking changes.
	Major Verdict = "major"
)

// worse returns the verdict that needs the greater release.
func worse(a, b Verdict) Verdict {
	all := []Verdict{None, Patch, Minor, Unsure, Major}
	return all[max(slices.Index(all, a), slices.Index(all, b))]
}

// Judge returns the verdict on the changes of one CRD.
func Judge(changes []Change) Verdict {
	v := None
	for i := range changes {
		switch c := &changes[i]; {
		case c.Breaking:
			return Major
		case c.Class == Unproven:
			v = Unsure
		case v == Unsure:
		case c.Class != Documentation && c.Kind != &equivalent && !c.unpromised:
			v = Minor
		case v == None:
			v = Patch
		}
	}
	return v
}

// Permission explains why changes that affect clients are not breaking: the old CRD serves only alpha versions. It
// also names the data that is lost. It returns "" in other cases.
func Permission(old *crd.CustomResourceDefinition, changes []Change) string {
	for i := range old.Spec.Versions {
		if v := &old.Spec.Versions[i]; v.Served && Stage(v.Name) != "alpha" {
			return ""
		}
	}
	permitted, deletes, loses := false, false, false
	for i := range changes {
		c := &changes[i]
		if c.Breaking {
			return ""
		}
		permitted = permitted || c.Kind.Breaks
		deletes = deletes || c.Kind == &crdRemoved
		loses = loses || c.Kind == &fieldRemoved || c.Kind == &unknownFieldsPruned || c.Kind == &storageLoses
	}
	const policy = "only alpha versions are served, which the Kubernetes deprecation policy permits to change and remove in any release"
	switch {
	case !permitted:
		return ""
	case deletes:
		return policy + "; the stored objects are deleted"
	case loses:
		return policy + "; stored objects lose data"
	}
	return policy
}

// Stages returns the stages of versions, the earliest first. A name that is not that of a Kubernetes version is
// stable.
func Stages() []string { return []string{"alpha", "beta", "stable"} }

// Stage returns the stage of a version: v1alpha1 is alpha, v1beta1 beta, and v1 stable.
func Stage(version string) string {
	for _, stage := range Stages()[:2] {
		if strings.Contains(version, stage) {
			return stage
		}
	}
	return "stable"
}

// Promised returns the smallest release that may break a version by the API conventions of Kubernetes: a major one
// for v1 and v1beta1, a minor one for v1alpha1.
func Promised(version string) Verdict {
	if Stage(version) == "alpha" {
		return Minor
	}
	return Major
}

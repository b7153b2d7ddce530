package upgrade

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
)

// Verdict says in which release a change may go out, by semantic versioning.
type Verdict string

// The verdicts.
const (
	// None is for a CRD that does what it did.
	None Verdict = "none"
	// Patch is for changes that only people notice.
	Patch Verdict = "patch"
	// Minor is for changes that nobody has to act on.
	Minor Verdict = "minor"
	// Unsure is for changes that are breaking or are not: neither was shown.
	Unsure Verdict = "major?"
	// Major is for breaking changes.
	Major Verdict = "major"
)

// worse is the one of two verdicts that takes the greater release.
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

// Permission says why changes that break clients are not breaking: the old CRD serves alpha versions alone. It also says
// what is lost. It returns "" where that is not so.
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

// Stages are those of versions, by their names, the earliest first. A name that is none of
// a Kubernetes version is stable.
func Stages() []string { return []string{"alpha", "beta", "stable"} }

// Stage is that of a version: v1alpha1 is alpha, v1beta1 beta, and v1 stable.
func Stage(version string) string {
	for _, stage := range Stages()[:2] {
		if strings.Contains(version, stage) {
			return stage
		}
	}
	return "stable"
}

// Promised returns the least release in which what breaks a version may go out, as
// Kubernetes' own API conventions have it: a major one for v1 and v1beta1, a minor one for
// v1alpha1.
func Promised(version string) Verdict {
	if Stage(version) == "alpha" {
		return Minor
	}
	return Major
}

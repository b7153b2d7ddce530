package upgrade

import "strings"

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
	// Major is for breaking changes.
	Major Verdict = "major"
)

// Judge returns the verdict on the changes of one CRD.
func Judge(changes []Change) Verdict {
	v := None
	for i := range changes {
		switch c := &changes[i]; {
		case c.Breaking:
			return Major
		case c.Class != Documentation && c.Kind != &equivalent:
			v = Minor
		case v == None:
			v = Patch
		}
	}
	return v
}

// Promised reports whether a version promises to stay compatible, as Kubernetes' own API
// conventions have it: v1 and v1beta1 do, v1alpha1 does not. A name that is none of a
// Kubernetes version does.
func Promised(version string) bool { return !strings.Contains(version, "alpha") }

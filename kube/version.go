// Package kube knows the Kubernetes versions. It is the only package that
// compares them: others receive what a version resolves to.
package kube

import (
	"fmt"
	"strconv"
	"strings"
)

// Oldest is the oldest version of which all is known that servers since differ in.
var Oldest = Version{25}

// Version is a minor version of Kubernetes 1.
type Version struct{ Minor int }

// Latest is the newest version whose answers are recorded in testdata, and the
// one that is emulated unless another is asked for.
var Latest = Version{37}

// String returns the version as "1.37".
func (v Version) String() string { return "1." + strconv.Itoa(v.Minor) }

// ParseVersion reads "1.37" or "v1.37". The error names the versions that are
// supported.
func ParseVersion(s string) (Version, error) {
	minor, found := strings.CutPrefix(strings.TrimPrefix(s, "v"), "1.")
	n, err := strconv.Atoi(minor)
	if !found || err != nil || n != Latest.Minor {
		return Version{}, fmt.Errorf("unknown Kubernetes version %q; supported is %s", s, Latest)
	}
	return Version{n}, nil
}

// Package kube knows the Kubernetes versions. It is the only package that
// compares them: others receive what a version resolves to.
package kube

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is a minor version of Kubernetes 1.
type Version struct{ Minor int }

// Latest is the newest version whose answers are recorded in testdata, and the
// one that is emulated unless another is asked for.
var Latest = Version{37}

// oldest is the oldest version that can be asked for.
const oldest = 25

// Versions returns all versions that can be asked for, the oldest first.
func Versions() []Version {
	var all []Version
	for minor := oldest; minor <= Latest.Minor; minor++ {
		all = append(all, Version{minor})
	}
	return all
}

// Supported names the versions that can be asked for, as in "1.25 to 1.37".
func Supported() string {
	if oldest == Latest.Minor {
		return Latest.String()
	}
	return fmt.Sprintf("%s to %s", Version{oldest}, Latest)
}

// String returns the version as "1.37".
func (v Version) String() string { return "1." + strconv.Itoa(v.Minor) }

// Before reports whether v is an older version than other.
func (v Version) Before(other Version) bool { return v.Minor < other.Minor }

// ParseVersion reads "1.37" or "v1.37". The error names the versions that are
// supported.
func ParseVersion(s string) (Version, error) {
	minor, found := strings.CutPrefix(strings.TrimPrefix(s, "v"), "1.")
	n, err := strconv.Atoi(minor)
	if !found || err != nil || n < oldest || n > Latest.Minor {
		return Version{}, fmt.Errorf("unknown Kubernetes version %q; supported is %s", s, Supported())
	}
	return Version{n}, nil
}

// ParseVersions reads a list of versions and of ranges of them, which have both ends in
// them: "1.29,1.31-1.33", "1.27-" for 1.27 and what came after it, "-1.30", or "all".
// What it returns is sorted, and has no version twice.
func ParseVersions(s string) ([]Version, error) {
	var wanted [64]bool
	for _, part := range strings.Split(s, ",") {
		from, to, err := parseRange(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for minor := from.Minor; minor <= to.Minor; minor++ {
			wanted[minor] = true
		}
	}
	var list []Version
	for _, v := range Versions() {
		if wanted[v.Minor] {
			list = append(list, v)
		}
	}
	return list, nil
}

func parseRange(s string) (from, to Version, err error) {
	first, last, isRange := strings.Cut(s, "-")
	from, to = Version{oldest}, Latest
	switch {
	case s == "all":
		return from, to, nil
	case s == "-" || s == "":
		return from, to, fmt.Errorf("%q is no range of Kubernetes versions; write one as in 1.27-, 1.27-1.30, or all", s)
	}
	if first != "" {
		if from, err = ParseVersion(first); err != nil {
			return from, to, err
		}
	}
	switch {
	case !isRange:
		to = from
	case last != "":
		if to, err = ParseVersion(last); err != nil {
			return from, to, err
		}
	}
	if to.Before(from) {
		return from, to, fmt.Errorf("the range %s of Kubernetes versions is empty; write %s-%s", s, to, from)
	}
	return from, to, nil
}

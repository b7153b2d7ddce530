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
// supported, and the one that was meant, if that can be told.
func ParseVersion(s string) (Version, error) {
	if v, ok := parseVersion(s); ok {
		return v, nil
	}
	if list, err := parseVersions(s); err == nil && len(list) > 0 {
		return Version{}, fmt.Errorf("%q names several Kubernetes versions, where one is asked for; write one of them, as in %s", s, list[0])
	}
	hint := ""
	if v, ok := meantVersion(s); ok {
		hint = fmt.Sprintf("; did you mean %s?", v)
	} else if v, ok := nearestVersion(s); ok {
		hint = fmt.Sprintf("; the nearest is %s", v)
	}
	return Version{}, fmt.Errorf("unknown Kubernetes version %q; supported is %s%s", s, Supported(), hint)
}

func parseVersion(s string) (Version, bool) {
	minor, found := strings.CutPrefix(strings.TrimPrefix(s, "v"), "1.")
	n, err := strconv.Atoi(minor)
	if !found || err != nil || n < oldest || n > Latest.Minor {
		return Version{}, false
	}
	return Version{n}, true
}

// ParseVersions reads a list of versions and of ranges of them, which have both ends in
// them: "1.29,1.31-1.33", "1.27-" for 1.27 and what came after it, "-1.30", or "all".
// What it returns is sorted, and has no version twice. The error says what was meant, if
// that can be told.
func ParseVersions(s string) ([]Version, error) {
	list, err := parseVersions(s)
	if err == nil {
		return list, nil
	}
	if meant := meantVersions(s); meant != "" {
		return nil, fmt.Errorf("%q names no Kubernetes versions; did you mean %q?", s, meant)
	}
	return nil, err
}

func parseVersions(s string) ([]Version, error) {
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
	end := func(s string, v *Version) {
		if err != nil {
			return
		}
		var ok bool
		if *v, ok = parseVersion(s); !ok {
			err = fmt.Errorf("unknown Kubernetes version %q; supported is %s, a range as in 1.27- or 1.27-1.30, a list with commas, or all", s, Supported())
			if near, ok := nearestVersion(s); ok {
				err = fmt.Errorf("unknown Kubernetes version %q; supported is %s; the nearest is %s", s, Supported(), near)
			}
		}
	}
	switch {
	case s == "all":
		return from, to, nil
	case s == "-" || s == "":
		return from, to, fmt.Errorf("%q is no range of Kubernetes versions; write one as in 1.27-, 1.27-1.30, or all", s)
	}
	if first != "" {
		end(first, &from)
	}
	switch {
	case !isRange:
		to = from
	case last != "":
		end(last, &to)
	}
	if err == nil && to.Before(from) {
		err = fmt.Errorf("the range %s of Kubernetes versions is empty; write %s-%s", s, to, from)
	}
	return from, to, err
}

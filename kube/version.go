// Package kube parses and lists the minor versions of Kubernetes that crdtool answers for.
package kube

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is a minor version of Kubernetes 1: Version{Minor: 37} is 1.37.
type Version struct{ Minor int }

// Latest is the newest version that crdtool answers for, and the default of all packages.
var Latest = Version{37}

// oldest is the oldest supported version.
const oldest = 25

// Versions returns all supported versions, the oldest first.
func Versions() []Version {
	var all []Version
	for minor := oldest; minor <= Latest.Minor; minor++ {
		all = append(all, Version{minor})
	}
	return all
}

// Supported returns the range of the supported versions, as "1.25 to 1.37".
func Supported() string {
	if oldest == Latest.Minor {
		return Latest.String()
	}
	return fmt.Sprintf("%s to %s", Version{oldest}, Latest)
}

// String returns the version as "1.37".
func (v Version) String() string { return "1." + strconv.Itoa(v.Minor) }

// ParseVersion parses a minor version, such as "1.37" or "v1.37", or a release of one as kubectl and
// providers print it: "v1.37.2", "1.37.2+k3s1", "v1.37.2-gke.100". The error names the supported
// versions and, if possible, the version that was meant.
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
	rest, found := strings.CutPrefix(strings.TrimPrefix(s, "v"), "1.")
	minor, patch, isRelease := strings.Cut(rest, ".")
	n, isNumber := number(minor)
	if !found || !isNumber || n < oldest || n > Latest.Minor || isRelease && !isPatch(patch) {
		return Version{}, false
	}
	return Version{n}, true
}

// isPatch reports whether a text is what stands behind the minor version of a release: a number,
// and what providers add to it.
func isPatch(s string) bool {
	digits := s
	if i := strings.IndexAny(s, "-+"); i >= 0 {
		digits = s[:i]
		if provider := s[i+1:]; provider == "" || strings.Trim(provider, providerCharacters) != "" {
			return false
		}
	}
	for i := range len(s) { // 1.29.4-1.31.2 and 1.29.4-gke.1- are ranges
		if _, isVersion := parseVersion(s[i+1:]); s[i] == '-' && (isVersion || i == len(s)-1) {
			return false
		}
	}
	_, ok := number(digits)
	return ok
}

// providerCharacters are those of semantic versions.
const providerCharacters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-+"

// number reads digits alone.
func number(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && s[0] >= '0' && s[0] <= '9'
}

// ParseVersions parses a list of versions and ranges: "1.29,1.31-1.33", "1.27-" for 1.27 and
// newer, "-1.30" for 1.30 and older, or "all". A range includes both ends. The result is sorted,
// without duplicates. The error suggests a correction if there is one.
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

// cutRange splits a range at the dash behind which nothing or a version stands: a release may have
// dashes before it. Otherwise it splits at the first one.
func cutRange(s string) (first, last string, isRange bool) {
	for i := range len(s) {
		if s[i] != '-' {
			continue
		}
		if _, ok := parseVersion(s[i+1:]); ok || i == len(s)-1 {
			return s[:i], s[i+1:], true
		}
	}
	return strings.Cut(s, "-")
}

func parseRange(s string) (from, to Version, err error) {
	if v, ok := parseVersion(s); ok { // a release may have a dash
		return v, v, nil
	}
	first, last, isRange := cutRange(s)
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
	if err == nil && to.Minor < from.Minor {
		err = fmt.Errorf("the range %s of Kubernetes versions is empty; write %s-%s", s, to, from)
	}
	return from, to, err
}

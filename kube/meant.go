package kube

import (
	"regexp"
	"strconv"
	"strings"
)

// release is how the releases of Kubernetes and of those who package it are called, as in
// v1.30.4, 1.30.4+k3s1 or v1.30.4-gke.1348000; 1.30.x is one, too.
const release = `^v?1[.,](\d+)(\.[\dx*]+([-+][\w.+-]+)?)?$`

// minorOf returns the number of a minor version of Kubernetes 1 that a text names, known
// or not.
func minorOf(s string) (int, bool) {
	m := regexp.MustCompile(release).FindStringSubmatch(s) // only after an error
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// meantVersion returns the version that a text stands for which is none.
func meantVersion(s string) (Version, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "latest" || s == "newest" || s == "stable" {
		return Latest, true
	}
	n, ok := minorOf(s)
	switch {
	case !ok:
		n, _ = strconv.Atoi(s) // 30
	case n < 10 && !strings.Contains(s, "1.0"):
		n *= 10 // 1.30, of which somebody has made a number
	}
	return parseVersion(Version{n}.String())
}

// nearestVersion returns the version that is the nearest to one that is not known.
func nearestVersion(s string) (Version, bool) {
	n, ok := minorOf(strings.TrimSpace(s))
	return Version{min(max(n, oldest), Latest.Minor)}, ok
}

// otherWays are how others write ranges and lists.
var otherWays = strings.NewReplacer("...", "-", "..", "-", " to ", "-", "–", "-", " - ", "-", "; ", ",", ";", ",", ", ", ",", "[", "", "]", "", `"`, "", "'", "")

// meantVersions returns the list and ranges that a text stands for which is none; "" if
// that cannot be told.
func meantVersions(s string) string {
	text := strings.ToLower(strings.TrimSpace(s))
	for _, sign := range []string{">=", "<=", "=="} {
		text = strings.ReplaceAll(text, sign+" ", sign)
	}
	var parts []string
	for _, part := range strings.FieldsFunc(otherWays.Replace(text), func(r rune) bool { return r == ',' || r == ' ' }) {
		if from, ok := strings.CutPrefix(part, ">="); ok {
			part = from + "-"
		} else if to, ok := strings.CutPrefix(part, "<="); ok {
			part = "-" + to
		} else if from, ok := strings.CutSuffix(part, "+"); ok {
			part = from + "-"
		}
		part = strings.TrimPrefix(part, "==")
		if v, ok := meantVersion(part); ok {
			part = v.String()
		} else {
			first, last, _ := strings.Cut(part, "-")
			for _, end := range []string{first, last} {
				if v, ok := meantVersion(end); ok {
					part = strings.Replace(part, end, v.String(), 1)
				}
			}
		}
		parts = append(parts, part)
	}
	meant := strings.Join(parts, ",")
	if _, err := parseVersions(meant); err != nil || meant == s {
		return ""
	}
	return meant
}

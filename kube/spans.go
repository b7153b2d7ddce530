package kube

import "strings"

// Spans names some of the versions that were asked for, as in "1.27 to 1.29 and 1.31".
// Both lists are sorted.
func Spans(some, asked []Version) string {
	var parts []string
	for i := 0; i < len(some); {
		at := indexOf(asked, some[i])
		n := 1
		for i+n < len(some) && at+n < len(asked) && some[i+n] == asked[at+n] {
			n++
		}
		switch first, last := some[i].String(), some[i+n-1].String(); n {
		case 1:
			parts = append(parts, first)
		case 2:
			parts = append(parts, first, last)
		default:
			parts = append(parts, first+" to "+last)
		}
		i += n
	}
	if n := len(parts); n > 1 {
		parts = append(parts[:n-2], parts[n-2]+" and "+parts[n-1])
	}
	return strings.Join(parts, ", ")
}

func indexOf(list []Version, v Version) int {
	for i := range list {
		if list[i] == v {
			return i
		}
	}
	return len(list)
}

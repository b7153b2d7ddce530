package kube

import "strings"

// Spans returns sorted versions as text: "1.27 to 1.29 and 1.31".
func Spans(some []Version) string {
	var parts []string
	for i := 0; i < len(some); {
		n := 1
		for i+n < len(some) && some[i+n].Minor == some[i].Minor+n {
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

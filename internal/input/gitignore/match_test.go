package gitignore

import (
	"strings"
	"testing"
)

// matchesByDefinition tries each length of each **, which takes exponential time.
func matchesByDefinition(pattern, name []string, below bool) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0 || below
	case pattern[0] == "**" && len(pattern) == 1:
		return len(name) > 0 || below
	case pattern[0] == "**":
		for i := range len(name) + 1 {
			if matchesByDefinition(pattern[1:], name[i:], below) {
				return true
			}
		}
		return false
	}
	return len(name) > 0 && (pattern[0] == "*" || pattern[0] == name[0]) && matchesByDefinition(pattern[1:], name[1:], below)
}

// TestMatch compares all short patterns and names with the definition.
func TestMatch(t *testing.T) {
	var patterns, names [][]string
	var add func(list *[][]string, parts []string, most int, of ...string)
	add = func(list *[][]string, parts []string, most int, of ...string) {
		*list = append(*list, append([]string{}, parts...))
		if len(parts) == most {
			return
		}
		for _, part := range of {
			add(list, append(parts, part), most, of...)
		}
	}
	add(&patterns, nil, 5, "**", "*", "a", "b")
	add(&names, nil, 5, "a", "b")
	for _, pattern := range patterns {
		for _, name := range names {
			for _, below := range []bool{false, true} {
				if got, want := Match(pattern, name, below), matchesByDefinition(pattern, name, below); got != want {
					t.Fatalf("%q matches %q, below %t: %t, want %t", pattern, name, below, got, want)
				}
			}
		}
	}
}

// TestManyStars ends only if the time does not double with each **.
func TestManyStars(t *testing.T) {
	pattern := strings.Split(strings.Repeat("**/a/", 40)+"b", "/")
	name := strings.Split(strings.Repeat("a/", 80)+"a", "/")
	if Match(pattern, name, false) || Match(pattern, name, true) {
		t.Error("it matches a name without b")
	}
}

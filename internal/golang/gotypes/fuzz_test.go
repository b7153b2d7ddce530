package gotypes

import (
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

// markers are what fuzzing begins with.
var markers = []string{
	"+kubebuilder:validation:Enum=a;\"b c\";3", "+kubebuilder:default={{a: {b: \"c\", d: 1}}}", "+kubebuilder:default={a,b", "+default={\"a\": [1.5]}",
	"+kubebuilder:validation:XValidation:rule=\"a\\\"ß\",message=`b`", "+kubebuilder:validation:XValidation:message=x,rule=y,", "+listType:=map", "+kubebuilder:validation:Maximum=-0x1F",
	"+kubebuilder:printcolumn:name=\"A\",type=string,JSONPath=`.a`,priority=1", "+kubebuilder:default={{{{{{", "+kubebuilder:title='a;b'", "+listMapKey=  }},",
}

// Whatever a comment holds, reading it as a marker ends, and no part of it is outside it.
func FuzzMarker(f *testing.F) {
	for _, s := range markers {
		f.Add(s)
	}
	f.Fuzz(holdMarker)
}

func TestSeedsMarker(t *testing.T) {
	texts := steer.NewTexts(markers, "+", "=", ":=", ":", ",", ";", "{", "}", "{{", "}}", "\"", "`", "'", "\\", " ", "  ", "a", "a b", "1", "-1", "1.5", "1e3", "0x1F", "true", "false", "\"a\"", "`a`", "{a, b}", "a;b", "{a: 1}", "[1]", "null", "rule=", "message=", "fieldPath=", "optionalOldSelf=", "/", "//", "/*", "é", "\t", "ref(a)", "\\u00e9", "\\x41", "\\n", "_", ".5", "1.", "'a'", "'ab'")
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) { holdMarker(t, texts.Any(seed)) })
}

func holdMarker(t *testing.T, text string) {
	if !strings.HasPrefix(text, "+") || strings.ContainsAny(text, "\n\r") || text != strings.TrimSpace(text) {
		return
	}
	name, args, ok := strings.Cut(text[1:], "=")
	n := &note{text: text, name: name, base: name, args: args}
	if ok {
		n.argsAt = len(name) + 2
		if i := strings.LastIndexByte(name, ':'); i >= 0 {
			n.base = name[:i]
		}
	}
	check := func(s span) {
		if s.from < 0 || s.to > len(text) {
			t.Fatalf("%q: part %v is outside", text, s)
		}
	}
	for _, kind := range []argKind{noArg, intArg, numberArg, stringArg, boolArg, anyArg, anysArg, stringsArg, jsonArg} {
		a := parseArgs(n, kind, nil)
		check(a.at)
		if !a.bad && a.at.from > a.at.to {
			t.Errorf("%q: part %v ends before it begins", text, a.at)
		} else if !a.bad && a.at.from < a.at.to && kind != noArg && !strings.Contains(text, "\ufeff") && (kind < anyArg || !strings.Contains(text, ";")) {
			part := text[a.at.from:a.at.to]
			// What stands there has this value by itself, too, unless a semicolon behind it makes it
			// a list, or it begins with a mark, which only Go's scanner skips at the beginning.
			again := parseArgs(&note{text: "+x=" + part, name: "x", base: "x", args: part, argsAt: 3}, kind, nil)
			if again.bad || !reflect.DeepEqual(again.value, a.value) {
				t.Errorf("%q, kind %d: %#v is at %v, where %q is, which is %#v, bad: %v", text, kind, a.value, a.at, part, again.value, again.bad)
			}
		}
		for _, s := range a.items {
			check(s)
		}
	}
	marker := Marker{n: n}
	if !marker.Is(name) && ok && strings.Count(name, "(") == 0 && !strings.HasSuffix(name, ":") {
		t.Errorf("%q is not %q", text, name)
	}
	// The canonical text is one of the same marker.
	if again := (Marker{n: noteOf("+" + marker.Canonical())}).Canonical(); !strings.Contains(text, "=") && again != marker.Canonical() {
		t.Errorf("%q is %q, and that is %q", text, marker.Canonical(), again)
	}
	marker.Value(name)
	marker.Argument(name, "rule")
	a := parseArgs(n, fieldsArg, ruleFields())
	for _, s := range a.spans {
		check(s)
		if s.from <= s.to {
			offsetIn(text[s.from:s.to], 3)
		}
	}
}

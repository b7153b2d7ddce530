package gotypes

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func markerOfText(text string) Marker { return Marker{n: noteOf("+" + text)} }

func TestMarkerParts(t *testing.T) {
	const rule = `kubebuilder:validation:XValidation:rule="a, b == 'c'",message="d=e"`
	for _, c := range []struct {
		text, name string
		is         bool
		value      string
		argument   string // named rule
	}{
		{"kubebuilder:validation:MaxLength=3", "kubebuilder:validation:MaxLength", true, "3", ""},
		{"kubebuilder:validation:MaxLength:=3 ", "kubebuilder:validation:MaxLength", true, "3", ""},
		{"kubebuilder:validation:MaxLengths=3", "kubebuilder:validation:MaxLength", false, "", ""},
		{"optional", "optional", true, "", ""},
		{"optional as it is", "optional", false, "", ""},
		{rule, "kubebuilder:validation:XValidation", true, "", `"a, b == 'c'"`},
		{`k8s:item(rule: "a)", other: b)=+k8s:required`, "k8s:item", true, "+k8s:required", `"a)"`},
	} {
		m := markerOfText(c.text)
		if m.Is(c.name) != c.is {
			t.Errorf("%s: Is(%s) is %v", c.text, c.name, !c.is)
		}
		if !c.is {
			continue
		}
		if got := m.Value(c.name); got != c.value {
			t.Errorf("%s: the value is %q, want %q", c.text, got, c.value)
		}
		if got := m.Argument(c.name, "rule"); got != c.argument {
			t.Errorf("%s: the argument is %q, want %q", c.text, got, c.argument)
		}
	}
	if got := markerOfText(`k8s:ifEnabled("a, b")=1`).Argument("k8s:ifEnabled", ""); got != `"a, b"` {
		t.Errorf("the argument without a name is %q", got)
	}
}

// Markers with the same arguments in any order have the same canonical text, and with another value another one.
func TestCanonicalIgnoresOrder(t *testing.T) {
	arguments := []string{`rule="a, b == 'c'"`, "message='d, e'", "reason=`f,g`", "fieldPath=.h", "list={i, j}"}
	r := rand.New(rand.NewPCG(1, 2))
	text := func(separator string) string {
		return "x:XValidation:" + arguments[0] + separator + strings.Join(arguments[1:], separator)
	}
	want := markerOfText(text(",")).Canonical()
	for range 50 {
		r.Shuffle(len(arguments), func(i, j int) { arguments[i], arguments[j] = arguments[j], arguments[i] })
		if got := markerOfText(text(",")).Canonical(); got != want {
			t.Fatalf("%s is %s, want %s", text(","), got, want)
		}
		changed := strings.Replace(text(","), "c", "z", 1)
		if changed != text(",") && markerOfText(changed).Canonical() == want {
			t.Fatalf("%s is %s, as another marker is", changed, want)
		}
	}
	for _, same := range []string{"listType:=map", "listType=map"} {
		if got := markerOfText(same).Canonical(); got != "listType=map" {
			t.Errorf("%s is %s", same, got)
		}
	}
	if a, b := markerOfText("x:Enum=a,b").Canonical(), markerOfText("x:Enum=b,a").Canonical(); a == b {
		t.Errorf("the order of values is ignored: %s", a)
	}
}

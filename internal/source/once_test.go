package source

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

func yamlNode(t *testing.T, text string) *yamlnode.Node {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	return yamlnode.Of(n.Content[0])
}

// TestValuesOf makes random values among others, which stay as they were.
func TestValuesOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, values := range []*Values{{}, OwnedValues()} {
		var made []any
		var want []string
		for range sweep.Times(3000, 20_000) {
			n := yamlNode(t, someYAML(r, 4))
			made = append(made, values.Of(n))
			want = append(want, fmt.Sprintf("%#v", Value(n)))
		}
		for i, v := range made {
			if got := fmt.Sprintf("%#v", v); got != want[i] {
				t.Fatalf("%s, want %s", got, want[i])
			}
		}
	}
}

func TestValuesAreShared(t *testing.T) {
	var values Values
	of := func(text string) any { return values.Of(yamlNode(t, text)) }
	long := "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, {a: [1, x]}]"
	for _, test := range []struct {
		a, b   any
		shared bool
	}{
		{of("{a: {b: [1, 2]}}"), of("{a: {b: [1, 2]}}"), true},
		{of("{a: {}, b: [], c: null, d: 1.5, e: true}"), of("{a: {}, b: [], c: null, d: 1.5, e: true}"), true},
		{of("{}"), of("{}"), true},
		{of("{a: {b: [1, 2]}}").(map[string]any)["a"], of("[{b: [1, 2]}]").([]any)[0], true},
		{of(long).([]any)[17], of(long).([]any)[17], true},
		{of("{a: 1}"), of("{a: '1'}"), false},
		{of("{a: 1}"), of("{b: 1}"), false},
		{of("{a: null}"), of("{b: null}"), false},
		{of("[1, 2]"), of("[2, 1]"), false},
		{of("{}"), of("[]"), false},
	} {
		if identical(test.a, test.b) != test.shared {
			t.Errorf("%#v and %#v: shared is %t", test.a, test.b, !test.shared)
		}
	}
	for _, f := range []float64{0, math.Copysign(0, -1)} {
		if areSame(f, -f) || !areSame(f, f) || areSame(f, int64(0)) {
			t.Errorf("%v", f)
		}
	}
}

// A hash that two collections have in common is not taken for what they are.
func TestValuesOfOneHash(t *testing.T) {
	var values Values
	n := yamlNode(t, "{a: [1]}")
	values.Of(n)
	for hash := range values.known {
		values.known[hash] = map[string]any{"a": "another"}
	}
	if got := fmt.Sprint(values.Of(n)); got != "map[a:[1]]" {
		t.Error(got)
	}
}

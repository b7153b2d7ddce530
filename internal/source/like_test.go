package source

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/jsonvalue"
	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// someYAML is a random value, in one line. Keys are repeated at times.
func someYAML(r *rand.Rand, depth int) string {
	kind := r.IntN(9)
	if depth == 0 {
		kind = 2 + r.IntN(7)
	}
	switch kind {
	case 0, 1:
		n := r.IntN(4)
		if r.IntN(20) == 0 {
			n = 15 + r.IntN(4)
		}
		var items []string
		for i := range n {
			item := someYAML(r, depth-1)
			if kind == 0 {
				key := fmt.Sprintf("k%d", i)
				if r.IntN(8) == 0 {
					key = "k0"
				}
				item = key + ": " + item
			}
			items = append(items, item)
		}
		if kind == 0 {
			return "{" + strings.Join(items, ", ") + "}"
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return [...]string{"a", "'1'", "1", "1.0", "null", "true", someFloat(r)}[kind-2]
}

// someFloat is one that is the same after it was written as JSON, or one that is not.
func someFloat(r *rand.Rand) string {
	return [...]string{".nan", ".inf", "1.5", "-0.0", "1e30", "99999999999999999999", "!!binary /w=="}[r.IntN(7)]
}

// TestValueLike converts random values beside others, and beside themselves but for one change.
func TestValueLike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	node := func(text string) *yamlnode.Node {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		return yamlnode.Of(n.Content[0])
	}
	shared, inexact := 0, 0
	tries := sweep.Times(6000, 20_000)
	for range tries {
		text := someYAML(r, 4)
		other := someYAML(r, 4)
		if r.IntN(2) == 0 {
			other = strings.Replace(text, [...]string{"a", "'1'", "1", "k0: ", "k1: ", "{", "["}[r.IntN(7)], [...]string{"b", "1", "k2: ", "[], "}[r.IntN(4)], 1)
			var n yaml.Node
			if yaml.Unmarshal([]byte(other), &n) != nil || len(n.Content) == 0 {
				other = text
			}
		}
		n := node(text)
		like := Value(node(other))
		before := fmt.Sprintf("%#v", like)
		got, exact := ValueLike(n, like)
		want, exactAlone := ExactValue(n)
		if exact != exactAlone {
			t.Fatalf("%s like %s is exact: %v, alone %v", text, other, exact, exactAlone)
		}
		// Of repeated keys the first may be wrong.
		if really := jsonvalue.Exact(want); exact && !really || !exact && really && strings.Count(text, "k0") < 2 {
			t.Fatalf("%s is exact: %v, found to be %v", text, exact, really)
		}
		if !exact {
			inexact++
		}
		if a, b := fmt.Sprintf("%#v", got), fmt.Sprintf("%#v", want); a != b {
			t.Fatalf("%s like %s is %s, want %s", text, other, a, b)
		}
		if after := fmt.Sprintf("%#v", like); after != before {
			t.Fatalf("%s like %s has made %s of %s", text, other, after, before)
		}
		if reflect.DeepEqual(like, want) { // which a NaN never is
			switch like.(type) {
			case map[string]any, []any:
				shared++
			}
			if !identical(got, like) && strings.Count(text, "k0: ") < 2 { // no key is repeated
				t.Fatalf("%s does not share all with itself", text)
			}
		}
	}
	if inexact < tries/10 || inexact > tries/2 {
		t.Errorf("%d of %d are not exact", inexact, tries)
	}
	if shared < tries/40 {
		t.Errorf("%d share all", shared)
	}
}

package convert

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// byTables are the differences of two mappings by tables of all of their entries.
func byTables(from, to *yamlnode.Node, at *finding.Path) (changes []finding.Change) {
	table := func(n *yamlnode.Node) (names []string, values map[string]*yamlnode.Node) {
		values = map[string]*yamlnode.Node{}
		for e := range source.Entries(n) {
			if values[e.Key] == nil {
				names = append(names, e.Key)
			}
			values[e.Key] = source.Resolve(e.Value)
		}
		return names, values
	}
	var value func(from, to *yamlnode.Node, at *finding.Path)
	value = func(from, to *yamlnode.Node, at *finding.Path) {
		switch {
		case from.Kind == yamlnode.Mapping && to.Kind == yamlnode.Mapping:
			changes = append(changes, byTables(from, to, at)...)
		case from.Kind == yamlnode.Sequence && to.Kind == yamlnode.Sequence && len(from.Content) == len(to.Content):
			for i := range from.Content {
				value(source.Resolve(from.Content[i]), source.Resolve(to.Content[i]), at.Index(i))
			}
		case !edit.Same(from, to):
			changes = append(changes, finding.Change{Op: finding.Replace, Path: at, Value: source.Value(to)})
		}
	}
	old, was := table(from)
	now, is := table(to)
	for _, name := range old {
		if is[name] == nil {
			changes = append(changes, finding.Change{Op: finding.Remove, Path: at.Child(name)})
			continue
		}
		value(was[name], is[name], at.Child(name))
	}
	for _, name := range now {
		if was[name] == nil {
			changes = append(changes, finding.Change{Op: finding.Add, Path: at.Child(name), Value: writable(is[name])})
		}
	}
	return changes
}

func compareDifferences(t *testing.T, a, b string) []finding.Change {
	t.Helper()
	from, to := source.Read("a", []byte(a)).Documents[0], source.Read("a", []byte(b)).Documents[0]
	got, want := differences(from, to), byTables(from.Root, to.Root, finding.Root())
	if len(got) != len(want) {
		t.Errorf("from %q to %q: %v, want %v", a, b, got, want)
		return got
	}
	for i := range got {
		if got[i].Op != want[i].Op || !slices.Equal(got[i].Path.Segments(), want[i].Path.Segments()) || !reflect.DeepEqual(got[i].Value, want[i].Value) {
			t.Errorf("from %q to %q: %v, want %v", a, b, got[i], want[i])
		}
	}
	if same := reflect.DeepEqual(source.Value(from.Root), source.Value(to.Root)); same && len(got) > 0 {
		t.Errorf("from %q to %q: %v", a, b, got)
	}
	return got
}

// TestDifferences: what two mappings begin with and end with alike is compared entry by entry,
// which makes no difference.
func TestDifferences(t *testing.T) {
	texts := []string{
		"a: 1\nb: 2\n", "b: 2\na: 1\n", "a: 1\nb: 3\n", "a: 1\n", "a: 1\nb: {c: 1, d: [x, {e: 1}]}\n", "a: 1\nb: {c: 1, d: [x, {e: 2}]}\n",
		"a: 1\nb: {d: [x, {e: 1}], c: 1}\n", "a: 1\na: 2\n", "a: 2\na: 1\n", "a: 1\nc: 2\n", "a: &a {x: 1}\nb: *a\n", "a: {x: 1}\nb: {x: 2}\n",
		"'a': 1\nb: 2\n", "1: a\nb: 2\n", "'1': b\nb: 2\n", "b: &b {c: 1}\n<<: *b\n", "b: &b {c: 2}\n<<: *b\n", "b: &b {c: 2}\n'<<': *b\n", "a: []\nb: 2\n", "a: ~\nb: 2\n", "a:\nb: 3\n",
		"&k a: 1\n*k : 2\n", "&k a: 1\nb: {*k : 2}\n", "a: 1\nb: {a: 3}\n",
	}
	var more strings.Builder
	for i := range 20 {
		more.WriteString("more" + strconv.Itoa(i) + ": 1\n")
	}
	some := false
	for _, a := range texts {
		for _, b := range texts {
			some = len(compareDifferences(t, a, b)) > 0 || some
			compareDifferences(t, a+more.String(), b+more.String())
			compareDifferences(t, more.String()+a, more.String()+b)
		}
	}
	if !some {
		t.Error("no differences")
	}
	r := rand.New(rand.NewPCG(1, 2))
	keys := strings.Fields("a b c d e f g h i j k l m 1 true")
	var mapping func(depth int) string
	mapping = func(depth int) string {
		var entries []string
		at := 0
		for range r.IntN(12) {
			if at += 1 + r.IntN(2); r.IntN(15) == 0 {
				at = r.IntN(len(keys)) // which may be there already
			}
			value := []string{"1", "2", "x", "[x]", "[y]"}[r.IntN(5)]
			if depth > 0 && r.IntN(3) == 0 {
				value = mapping(depth - 1)
			}
			entries = append(entries, keys[at%len(keys)]+": "+value)
		}
		if r.IntN(20) == 0 {
			entries = append(entries, "<<: "+mapping(0))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	changes := 0
	for range sweep.Times(500, 5000) {
		changes += len(compareDifferences(t, mapping(2), mapping(2)))
	}
	t.Log(changes)
}

package crdedit

import (
	"fmt"
	"math/rand"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// Edit is one change of one keyword.
type Edit struct {
	// Keyword is the one of schemas, or what of the CRD is another.
	Keyword string
	// Does is what was done to it.
	Does string
	// Way leads to the values of the place.
	Way []Step
}

// String is the edit in words.
func (e Edit) String() string {
	var b strings.Builder
	for _, s := range e.Way {
		switch {
		case s.Item:
			b.WriteString("[*]")
		case s.Value:
			b.WriteString("{*}")
		default:
			b.WriteString("." + s.Name)
		}
	}
	return fmt.Sprintf("%s %s at %s", e.Keyword, e.Does, b.String())
}

// editor changes one version of a CRD.
type editor struct {
	*rand.Rand
	nodes []Node
	*Maker
}

// at is a place that is edited.
type at struct {
	*Node
	s  Value // its schema
	up Value // that of its parent, or nil
}

// Edits changes a copy of a CRD at one to most places, in one of its versions or all, and
// says how.
func Edits(m *rand.Rand, crd Value, most int) (Value, []Edit) {
	crd = runtime.DeepCopyJSON(crd)
	spec := crd["spec"].(Value)
	versions := spec["versions"].([]any)
	times := 1 + m.Intn(most)
	first := m.Intn(len(versions))
	seed := m.Int63()
	all := m.Intn(2) == 0
	var edits []Edit
	for i, v := range versions {
		root := rootOf(v.(Value))
		if root == nil || i != first && !all {
			continue
		}
		r := rand.New(rand.NewSource(seed)) // the same in each version
		e := &editor{Rand: r, Maker: NewMaker(r)}
		var done []Edit
		for tries := 0; len(done) < times && tries < 200; tries++ {
			if one := e.edit(v.(Value), root, edited(done)); one != nil {
				done = append(done, *one)
			}
		}
		if i == first || edits == nil {
			edits = done
		}
	}
	return crd, edits
}

// edited are the ways of edits: what is changed beside one another has more to do with one
// another.
func edited(edits []Edit) [][]Step {
	var ways [][]Step
	for _, e := range edits {
		ways = append(ways, e.Way)
	}
	return ways
}

func (e *editor) edit(version, root Value, near [][]Step) *Edit {
	e.nodes = Nodes(root)
	all := keywords
	k := &all[e.Intn(len(all))]
	if k.crd != nil {
		if does := k.crd(e, version); does != "" {
			return &Edit{Keyword: k.name, Does: does}
		}
		return nil
	}
	var fit []int
	for i := range e.nodes {
		n := &e.nodes[i]
		if n.Parent < 0 && k.name != "properties" && k.name != "required" && k.name != "x-kubernetes-validations" && e.Intn(4) > 0 {
			continue
		}
		if k.fits == nil || k.fits(n.Schema) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	n := &e.nodes[fit[e.Intn(len(fit))]]
	if len(near) > 0 && e.Intn(2) == 0 {
		for range 10 {
			if close(n.Way, near[0]) {
				break
			}
			n = &e.nodes[fit[e.Intn(len(fit))]]
		}
	}
	a := &at{Node: n, s: n.Schema}
	if n.Parent >= 0 {
		a.up = e.nodes[n.Parent].Schema
	}
	does := k.edit(e, a)
	if does == "" {
		return nil
	}
	if n.Nested {
		does += " in a branch"
	}
	return &Edit{Keyword: k.name, Does: does, Way: n.Way}
}

// close reports whether one way begins with the other, or leads to a neighbour.
func close(a, b []Step) bool {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] && i < n-1 {
			return false
		}
	}
	return max(len(a), len(b)) <= n+1
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.Intn(len(of))] }

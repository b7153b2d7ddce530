package schemadiff_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func isZero(v any) bool { return reflect.ValueOf(v).IsZero() }

// clone copies a schema with all below it.
func clone(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	c := *s
	if s.Properties != nil {
		list := slices.Clone(s.Properties.List)
		for i := range list {
			list[i].Schema = clone(list[i].Schema)
		}
		c.Properties = schema.NewProperties(list)
	}
	if s.Items != nil {
		c.Items = &schema.Items{Schema: clone(s.Items.Schema)}
	}
	if s.AdditionalProperties != nil {
		c.AdditionalProperties = &schema.SchemaOrBool{Allows: s.AdditionalProperties.Allows, Schema: clone(s.AdditionalProperties.Schema)}
	}
	c.Branches = &schema.Branches{AllOf: slices.Clone(s.AllOf()), AnyOf: slices.Clone(s.AnyOf()), OneOf: slices.Clone(s.OneOf())}
	return &c
}

// taker says whether the server takes a value as it is.
type taker struct {
	schema *schema.Schema
	check  func(v any) int
}

func newTaker(s *schema.Schema) *taker {
	compiled := validate.ObjectChecker(s, behaviour.Of(kube.Latest))
	return &taker{s, func(v any) int { return len(compiled.Value("", nil, v)) }}
}

func (t *taker) takes(v any) bool {
	pruned := runtime.DeepCopyJSONValue(v)
	return len(prune.Unknown(pruned, t.schema, true)) == 0 && len(prune.Nulls(pruned, t.schema)) == 0 && t.check(v) == 0 &&
		len(validate.Lists(nil, v, t.schema)) == 0 && !listForString(v, t.schema) && embedded(v, t.schema)
}

// listForString reports the exception of schemadiff.Effect.
func listForString(v any, s *schema.Schema) bool {
	if s == nil {
		return false
	}
	switch v := v.(type) {
	case []any:
		ofText := !slices.Contains([]string{"", "int32", "int64", "float", "double"}, s.Format)
		if ofText && (s.Type == "string" || s.Type == "" || s.XIntOrString) {
			return true
		}
		return slices.ContainsFunc(v, func(v any) bool { return listForString(v, s.ItemSchema()) })
	case map[string]any:
		for name, v := range v {
			sub := s.Property(name)
			if sub == nil {
				sub = s.ValueSchema()
			}
			if listForString(v, sub) {
				return true
			}
		}
	}
	return false
}

// embedded reports whether a value has what the server asks of embedded
// resources.
func embedded(v any, s *schema.Schema) bool {
	coerced := runtime.DeepCopyJSONValue(v)
	return new(validate.MetaCoercer).Coerce(nil, coerced, s, false) == nil && reflect.DeepEqual(coerced, v) &&
		len((&validate.MetaChecker{Checks: behaviour.Of(kube.Latest).Checks}).Check(nil, v, s, false)) == 0
}

// tally counts what has been tried.
type tally struct {
	pairs, values       int
	widened, narrowed   int // pairs of which that alone is said
	same                int // pairs of which neither is said
	witnessed           map[schemadiff.Effect]int
	taken, refusedValue int
}

// TestEffectsAreTrue holds effects to what the server's own checks say to values:
// of two schemas whose changes don't narrow, the new one takes all that the old one
// takes; of two whose changes don't widen, it takes nothing else.
func TestEffectsAreTrue(t *testing.T) {
	const seed, valuesEach = 21, 24
	pairs := sweep.Times(700, 4000)
	m := maker{rand.New(rand.NewSource(seed))}
	n := tally{witnessed: map[schemadiff.Effect]int{}}
	for i := 0; i < pairs && !t.Failed(); i++ {
		old := m.object()
		new := m.edit(old, 1+m.Intn(3))
		if i%3 == 0 {
			old, new = new, old
		}
		oneChange(t, m, &n, old, new, valuesEach)
	}
	t.Logf("%d pairs (%d only widen, %d only narrow, %d do neither), %d values: %d taken by one, %d by none; differences seen: %v",
		n.pairs, n.widened, n.narrowed, n.same, n.values, n.taken, n.refusedValue, n.witnessed)
	if n.widened < pairs/5 || n.narrowed < pairs/5 || n.same < pairs*3/40 {
		t.Error("too few pairs have an effect that claims something")
	}
	if n.witnessed[schemadiff.Widens] < pairs/8 || n.witnessed[schemadiff.Narrows] < pairs/8 {
		t.Error("too few values tell the schemas apart")
	}
}

func oneChange(t *testing.T, m maker, n *tally, old, new *schema.Schema, values int) {
	t.Helper()
	changes := compare(old, new)
	var all schemadiff.Effect
	for _, c := range changes {
		all |= c.Effect
	}
	n.pairs++
	switch all & schemadiff.Both {
	case schemadiff.Both:
		return // nothing is claimed
	case schemadiff.Widens:
		n.widened++
	case schemadiff.Narrows:
		n.narrowed++
	default:
		n.same++
	}
	before, after := newTaker(old), newTaker(new)
	for i := range values {
		s := old
		if i%2 == 0 {
			s = new
		}
		v := m.fieldValues(s, 4)
		was, is := before.takes(v), after.takes(v)
		n.values++
		if was || is {
			n.taken++
		} else {
			n.refusedValue++
		}
		if was != is {
			n.witnessed[all&schemadiff.Both]++
		}
		if was && !is && !all.Has(schemadiff.Narrows) || !was && is && !all.Has(schemadiff.Widens) {
			t.Errorf("%s: taken before %t, now %t\nold %s\nnew %s\n%s", text(v), was, is, written(old), written(new), list(changes))
			return
		}
	}
}

// TestEachEffectIsTrue does the same for one keyword at a time: of pairs with many
// changes each keyword is carried over to the old schema alone.
func TestEachEffectIsTrue(t *testing.T) {
	const seed, valuesEach = 22, 12
	pairs := sweep.Times(300, 1200)
	m := maker{rand.New(rand.NewSource(seed))}
	n := tally{witnessed: map[schemadiff.Effect]int{}}
	for range pairs {
		old := m.object()
		new := m.edit(old, 6)
		for _, c := range compare(old, new) {
			if t.Failed() {
				break
			}
			if c.At.Crossed || slices.Contains([]string{"properties", "items", "additionalProperties"}, c.Keyword) {
				continue
			}
			single := clone(old)
			tree := schematree.New(single, nil)
			for _, k := range schematest.Keywords() {
				if k.Name == c.Keyword {
					k.Copy(tree.Nodes[c.At.Old.ID].Schema, c.At.New.Schema)
				}
			}
			oneChange(t, m, &n, old, single, valuesEach)
		}
	}
	t.Logf("%d pairs (%d only widen, %d only narrow, %d do neither), %d values: %d taken by one, %d by none; differences seen: %v",
		n.pairs, n.widened, n.narrowed, n.same, n.values, n.taken, n.refusedValue, n.witnessed)
}

// Nothing changes between equal schemas, something does between others, and the way
// back is the same changes taken back.
func TestCompareAndItsMirror(t *testing.T) {
	m := maker{rand.New(rand.NewSource(23))}
	differ := 0
	for i := 0; i < sweep.Times(1000, 3000) && !t.Failed(); i++ {
		old := m.object()
		new := m.edit(old, m.Intn(4))
		if i%4 == 0 {
			new = m.object()
		}
		if changes := compare(old, clone(old)); len(changes) > 0 {
			t.Errorf("equal schemas differ:\n%s\n%s", written(old), list(changes))
		}
		there, back := compare(old, new), compare(new, old)
		if equal := schema.Equal(old, new); equal != (len(there) == 0) {
			t.Errorf("equal is %t, but:\nold %s\nnew %s\n%s", equal, written(old), written(new), list(there))
		}
		if len(there) > 0 {
			differ++
		}
		var a, b []string
		for _, c := range there {
			a = append(a, line(c.OldPath().File(), c.Path().File(), c.Keyword, c.Name, c.Before, c.After, c.Effect))
		}
		for _, c := range back {
			b = append(b, line(c.Path().File(), c.OldPath().File(), c.Keyword, c.Name, c.After, c.Before, c.Effect.Mirror()))
		}
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("there and back differ:\nold %s\nnew %s\n%s\n\n%s", written(old), written(new), strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
	}
	t.Logf("%d pairs differ", differ)
}

func line(of ...any) string {
	var b strings.Builder
	for _, v := range of {
		switch v.(type) {
		case string, schemadiff.Effect:
			fmt.Fprint(&b, v, " ")
		default:
			b.WriteString(text(v) + " ")
		}
	}
	return b.String()
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// written prints the keywords that are set.
func written(s *schema.Schema) string {
	var v any
	if err := json.Unmarshal([]byte(text(s)), &v); err != nil {
		return err.Error()
	}
	return text(withoutEmpty(v))
}

func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, sub := range v {
			if sub = withoutEmpty(sub); sub == nil || sub == "" || sub == false {
				delete(v, k)
			} else {
				v[k] = sub
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
	}
	return v
}

func list(changes []schemadiff.Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "  %s %s: %.40s -> %.40s: %s\n", c.Path().File(), c.Field(), text(c.Before), text(c.After), c.Effect)
	}
	return b.String()
}

package validate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// long is the beginning of a rule that is expensive, and true.
func long() string {
	sixty := "[" + strings.TrimSuffix(strings.Repeat("1, ", 60), ", ") + "]"
	return sixty + ".all(x, " + sixty + ".all(y, x + y > 0)) && "
}

// TestRecalled: what expensive rules say of values is what they say where nothing was evaluated
// before, under schemas that show values otherwise as well.
func TestRecalled(t *testing.T) {
	set, yes := "set", true
	text := func() *schema.Schema { return &schema.Schema{Type: "string"} }
	list := func(kind *string) *schema.Schema {
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: text()}, Rare: &schema.Rare{XListType: kind}}
	}
	embedded := func() *schema.Schema {
		return &schema.Schema{Type: "object", XEmbeddedResource: true, XPreserveUnknownFields: &yes}
	}
	rules := []string{
		"self.l == self.k", "self.a == 'x'", "has(self.b)", "self.?b.hasValue()", "self.__namespace__ == 'x'", "self == oldSelf",
		"oldSelf.a == self.a", "self.l == oldSelf.l", "self.e.kind == 'A'", "size(self.l) > 1 && [self].exists(s, has(s.b))",
		"self.l.exists(self, self == 'x')", "has(self.b) == has(oldSelf.a)", "has(self.a) && !has(self.b)", "!oldSelf.hasValue() || has(self.a)",
	}
	compiler := celrule.NewCompiler(kube.Latest.Behaviour().CEL)
	var trees, cheap []*schema.Tree
	for _, kind := range []*string{nil, &set} {
		for _, more := range []string{"other", "another"} {
			fields := schema.NewProperties([]schema.Property{
				{Name: "a", Schema: text()}, {Name: "b", Schema: text()}, {Name: "namespace", Schema: text()}, {Name: "l", Schema: list(kind)}, {Name: "k", Schema: list(kind)},
				{Name: "e", Schema: embedded()}, {Name: more, Schema: text()},
			})
			with := func(prefix string) *schema.Tree {
				s := &schema.Schema{Type: "object", Properties: fields}
				own := s.OwnRare()
				for _, r := range rules {
					own.XValidations = append(own.XValidations, schema.ValidationRule{Rule: prefix + r, Message: r, OptionalOldSelf: optional(r)})
				}
				return schema.NewTree(s, nil)
			}
			trees, cheap = append(trees, with(long())), append(cheap, with(""))
		}
	}
	r := rand.New(rand.NewPCG(3, 7))
	value := func() map[string]any {
		v := map[string]any{"e": map[string]any{"apiVersion": "v1", "kind": pick(r, "A", "B"), "metadata": map[string]any{"name": "n"}}}
		for _, name := range []string{"a", "b", "namespace", "other"} {
			if r.IntN(3) > 0 {
				v[name] = pick(r, "x", "y")
			}
		}
		for _, name := range []string{"l", "k"} {
			v[name] = pick(r, []any{"x", "y"}, []any{"y", "x"}, []any{})
		}
		return v
	}
	said := func(on *Rules, value, old map[string]any) (text string, left int64) {
		list, left := on.Evaluate(context.Background(), nil, value, replacedBy(old), Evaluation{Budget: RuntimeBudget})
		for _, f := range list {
			text += f.ServerMessage() + "\n"
		}
		return text, left
	}
	var values []map[string]any
	for range 12 {
		values = append(values, value())
	}
	for _, name := range []string{"a", "b"} { // the same, but elsewhere
		values = append(values, map[string]any{name: "x", "l": []any{}, "k": []any{}})
	}
	recalled := 0
	costs := map[string]int64{}
	for range 200 {
		i, v, old := r.IntN(len(trees)), pick(r, values...), pick(r, append(values, nil)...)
		on := NewRules(compiler, trees[i], 0, false)
		got, left := said(on, v, old)
		if want, _ := said(NewRules(compiler, cheap[i], 0, false), v, old); got != want {
			t.Fatalf("%v instead of %v:\n%s; where nothing is recalled:\n%s", v, old, got, want)
		}
		key := fmt.Sprint(i, v, old)
		if before, ok := costs[key]; ok && before != left {
			t.Fatalf("%v instead of %v leaves %d, before %d", v, old, left, before)
		}
		costs[key] = left
		for _, rule := range on.rules {
			if _, ok := rule.plan().Recall(func(most int) (celrule.Seen, bool) {
				seen, _, ok := on.seen(rule, v, replacedBy(old), most)
				return seen, ok
			}); ok {
				recalled++
			}
		}
	}
	if recalled < 1000 {
		t.Errorf("%d are recalled", recalled)
	}
}

// replacedBy is a value that is replaced, or none.
func replacedBy(m map[string]any) any {
	if m == nil {
		return nil
	}
	return m
}

// optional says that oldSelf is one, where it is asked for it.
func optional(rule string) *bool {
	is := strings.Contains(rule, "hasValue() ||")
	return &is
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

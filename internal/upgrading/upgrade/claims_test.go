package upgrade

import (
	"cmp"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// What random widgets are made of: schemas of fields, keywords beside them, and CEL rules. Many say
// the same in other words.
var (
	someStrings = []string{
		"{type: string, maxLength: 9}", "{type: string, maxLength: 1}", "{type: string, enum: [p, ab]}", "{type: string, enum: [p, ab, q]}",
		"{type: string, maxLength: 9, pattern: '^[a-z]*$'}", "{type: string, maxLength: 9, pattern: '^[a-z]+$'}", "{type: string, maxLength: 9, minLength: 1}",
		"{type: string, maxLength: 9, default: p}", "{type: string, maxLength: 9, nullable: true}", "{type: string, maxLength: 9, allOf: [{pattern: '^[a-z]*$'}]}",
		`{type: string, maxLength: 9, x-kubernetes-validations: [{rule: "self.matches('^[a-z]*$')"}]}`, `{type: string, maxLength: 9, x-kubernetes-validations: [{rule: "self in ['p', 'ab']"}]}`,
		`{type: string, maxLength: 9, x-kubernetes-validations: [{rule: "size(self) > 0"}]}`, `{type: string, maxLength: 9, x-kubernetes-validations: [{rule: "quantity(self) == quantity(self)"}]}`,
	}
	someIntegers = []string{
		"{type: integer}", "{type: integer, minimum: 1}", "{type: integer, minimum: 0, exclusiveMinimum: true}", "{type: integer, maximum: 3}", "{type: integer, minimum: 0, maximum: 5}",
		"{type: integer, default: 3}", "{type: integer, default: 0}", "{type: integer, x-kubernetes-validations: [{rule: self > 0}]}", "{type: integer, allOf: [{minimum: 1}]}", "{type: integer, nullable: true}",
	}
	someObjects = []string{
		"{type: object, properties: {x: {type: string, maxLength: 9}, y: {type: integer}}}",
		"{type: object, oneOf: [{required: [x]}, {required: [y]}], properties: {x: {type: string, maxLength: 9}, y: {type: integer}}}",
		"{type: object, anyOf: [{required: [x]}, {required: [y]}], properties: {x: {type: string, maxLength: 9}, y: {type: integer}}}",
		"{type: object, oneOf: [{required: [x]}, {required: [y]}, {required: [z]}], properties: {x: {type: string, maxLength: 9}, y: {type: integer}, z: {type: string, maxLength: 9}}}",
		"{type: object, default: {}, properties: {x: {type: string, maxLength: 9, default: p}, y: {type: integer}}}",
		"{type: object, required: [x], properties: {x: {type: string, maxLength: 9}, y: {type: integer, default: 1}}}",
		"{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {x: {type: string, maxLength: 9}, y: {type: integer}}}",
		`{type: object, x-kubernetes-validations: [{rule: "has(self.x) != has(self.y)"}], properties: {x: {type: string, maxLength: 9}, y: {type: integer}}}`,
	}
	someKeywords = []string{
		"", "", "required: [a]", "oneOf: [{required: [a]}, {required: [b]}]", "anyOf: [{required: [b]}, {required: [a]}]", "not: {required: [a, b]}", "allOf: [{required: [a]}]",
		"oneOf: [{required: [a], properties: {a: {enum: [p]}}}, {required: [b]}]", "anyOf: [{properties: {b: {minimum: 1}}}, {required: [a]}]", "anyOf: [{properties: {a: {pattern: '^[a-z]*$'}}}]",
		"oneOf: [{required: [a]}, {required: [b]}, {required: [o]}]", "not: {required: [o], properties: {o: {required: [x]}}}", "maxProperties: 2", "minProperties: 1",
	}
	moreKeywords = []string{
		"oneOf: [{required: [a]}, {required: [b]}, {required: [c]}]", "not: {required: [c]}", "anyOf: [{required: [c]}, {required: [a]}]", "anyOf: [{not: {required: [c]}}, {required: [a]}]",
		"oneOf: [{required: [c], properties: {c: {enum: [p]}}}, {required: [b]}, {required: [a]}]",
	}
	someRules = []string{
		"has(self.a)", "has(self.a) || has(self.b)", "has(self.a) != has(self.b)", "!(has(self.a) && has(self.b))", "!has(self.a) || self.a in ['p', 'ab']", "!has(self.a) || self.a == 'p'",
		"!has(self.a) || self.a.matches('^[a-z]*$')", "!has(self.a) || size(self.a) <= 9", "!has(self.a) || self.a.size() > 0", "!has(self.b) || self.b > 0", "has(self.b) ? self.b >= 1 : true",
		"!has(self.b) || self.b + self.b >= 0", "!has(self.a) || self.a.startsWith('p')", "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1", "[has(self.a), has(self.b)].exists_one(x, x)",
		"self.?a.orValue('p') == 'p'", "self.?a.orValue('') != 'q' || has(self.b)", "!has(self.o) || has(self.o.x) || has(self.o.y)", "has(self.o) && has(self.o.x) ? !has(self.o.y) : true",
		"!has(self.b) || 6 / self.b >= 0", "!has(self.a) || int(self.a) == int(self.a)", "has(self.a) && has(self.b) ? self.b < 9 : true", "self.b > 0", "self.a == self.a",
	}
	moreRules = []string{
		"!has(self.c) || has(self.a)", "has(self.c) && self.c == 'p' ? has(self.b) : true", "self.?c.orValue('') == 'q' ? has(self.b) : true", "!has(self.c) || self.c.size() < 5", "has(self.c) || has(self.a)",
		"[has(self.a), has(self.b), has(self.c)].exists_one(x, x)", "!self.?c.hasValue() || has(self.a)", "!has(self.c) || self.c in ['p', 'ab']", "self.c == 'p'",
	}
	someValues = map[string][]any{
		"a": {nil, "", "p", "ab", "q", "A", "1"},
		"b": {nil, int64(0), int64(1), int64(3), int64(-1), int64(5), int64(7)},
		"o": {nil, map[string]any{}, map[string]any{"x": "p"}, map[string]any{"y": int64(1)}, map[string]any{"x": "", "y": int64(0)}},
	}
)

// randomWidget is a widget of these; a new one may have one more field.
func randomWidget(t *testing.T, r *rand.Rand, fields map[string]string, isNew bool) crdedit.Value {
	pick := func(list []string) string { return list[r.Intn(len(list))] }
	keywords, cel := someKeywords, someRules
	if isNew {
		keywords, cel = append(keywords[:len(keywords):len(keywords)], moreKeywords...), append(cel[:len(cel):len(cel)], moreRules...)
	}
	var text []string
	for _, name := range []string{"a", "b", "o"} {
		text = append(text, name+": "+fields[name])
	}
	if isNew && r.Intn(2) == 0 {
		text = append(text, "c: "+pick(someStrings))
	}
	of := pick(keywords)
	if n := r.Intn(3); n > 0 {
		var all []string
		for range n {
			all = append(all, fmt.Sprintf("{rule: %q}", pick(cel)))
		}
		of += "\n            x-kubernetes-validations: [" + strings.Join(all, ", ") + "]"
	}
	return widget(t, strings.Join(text, "\n"), strings.TrimSpace(of), "")
}

// TestClaimsHold compares random widgets over all objects of a few values. Where nothing is said to
// break, each that the old one accepts is accepted by the new one, and stays but for what is new; where
// something is shown to break, the object does show it.
func TestClaimsHold(t *testing.T) {
	pairs := cmp.Or(*editsFlag, sweep.Times(150, 3000))
	r := rand.New(rand.NewSource(47))
	quiet, shown, unproven, real := 0, 0, 0, 0
	for range pairs {
		fields := map[string]string{}
		pick := func(name string, list []string, again bool) {
			if !again || r.Intn(4) == 0 {
				fields[name] = list[r.Intn(len(list))]
			}
		}
		for _, again := range []bool{false, true} {
			pick("a", someStrings, again)
			pick("b", someIntegers, again)
			pick("o", someObjects, again)
			if !again {
				continue
			}
		}
		before := map[string]string{"a": fields["a"], "b": fields["b"], "o": fields["o"]}
		pick("a", someStrings, true)
		pick("b", someIntegers, true)
		pick("o", someObjects, true)
		old, new := randomWidget(t, r, before, false), randomWidget(t, r, fields, true)
		was, is := newServer(old, nil), newServer(new, nil)
		if was == nil || is == nil {
			continue // a rule reads a field that there is not, or a default is refused
		}
		changes := Compare(was.crd, is.crd, &is.checked, Options{
			Server: &server, Requests: sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())},
		})
		said := func() string {
			var all []string
			for _, c := range changes {
				all = append(all, fmt.Sprintf("%s %s: %s", c.Class, c.Kind.ID, c.Message))
			}
			return strings.Join(all, "\n  ") + "\nold " + text(old) + "\nnew " + text(new)
		}
		for i := range changes {
			if w := changes[i].Witness; w != nil && w.Operation == "create" {
				before := was.send(&request{operation: "create", version: "v1", object: w.Object}, dryrun.Strict)
				after := is.send(&request{operation: "create", version: "v1", object: w.Object}, dryrun.Strict)
				if before == nil || !before.APIServer.Accepted || after.APIServer.Accepted && reflect.DeepEqual(before.Stored, after.Stored) {
					t.Errorf("%s is not shown by %s\n  %s", changes[i].Message, text(w.Object), said())
				}
				shown++
			}
		}
		found := counterexample(was, is)
		switch {
		case !slices.ContainsFunc(changes, loudly):
			quiet++
			if found != "" {
				t.Errorf("nothing breaks, but %s\n  %s", found, said())
			}
		case !slices.ContainsFunc(changes, func(c Change) bool { return c.Breaking }):
			unproven++
			if found != "" {
				real++
				if *listFlag {
					t.Logf("unproven, but %s\n  %s", found, said())
				}
			}
		}
	}
	t.Logf("%d quiet, %d shown, %d unproven, of which %d do break", quiet, shown, unproven, real)
	if quiet == 0 || shown == 0 {
		t.Error("nothing was tried")
	}
}

func loudly(c Change) bool { return loud(&c) || c.Class == Unproven || c.rarelyBreaks() }

// counterexample is an object that the old CRD accepts, and the new one refuses or stores without
// something; "" if there is none among a few.
func counterexample(was, is *crdServer) string {
	for _, a := range someValues["a"] {
		for _, b := range someValues["b"] {
			for _, o := range someValues["o"] {
				spec := map[string]any{}
				for name, v := range map[string]any{"a": a, "b": b, "o": o} {
					if v != nil {
						spec[name] = v
					}
				}
				q := &request{operation: "create", version: "v1", object: map[string]any{
					"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "default"}, "spec": spec,
				}}
				before := was.send(q, dryrun.Strict)
				if before == nil || !before.APIServer.Accepted {
					continue
				}
				after := is.send(q, dryrun.Strict)
				if !after.APIServer.Accepted {
					return text(spec) + " is refused: " + after.APIServer.Message
				}
				lost := ""
				differ(nil, before.Stored, after.Stored, func(p place) {
					if p.had && p.was != nil {
						lost = fmt.Sprintf("%s is stored otherwise at %s: %s", text(spec), &p, p.says)
					}
				})
				if lost != "" {
					return lost
				}
			}
		}
	}
	return ""
}

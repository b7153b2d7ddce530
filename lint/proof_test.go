package lint

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// proofs are the claims that lint rules make of what the server does, and how they
// are tested: by sending many objects to the dry run, which answers as the
// server does.
var proofs = map[string]func(*testing.T, subject){
	"required-undeclared":         nothingPasses,
	"empty-range":                 nothingPasses,
	"schema-conflict":             nothingPasses,
	"enum-value":                  valueIsRefused,
	"nullable-enum":               nullIsRefused,
	"repeated-branch":             twinsAreIdle,
	"empty-branch":                emptyBranchHolds,
	"unreadable-bound":            boundIsUnreadable,
	"pattern-never-matches":       nothingPasses,
	"pattern-matches-all":         removalChangesNothing,
	"pattern-alternation":         exampleMatches,
	"idle-keyword":                keywordIsIdle,
	"repeated-entry":              removalChangesNothing,
	"pruned-content":              contentIsDropped,
	"empty-object":                contentIsDropped,
	"default-of-items":            removalChangesNothing,
	"default-null":                removalChangesNothing,
	"pattern-unanchored":          exampleMatches,
	"default-on-required":         requiredIsIdle,
	"nullable-default":            nullIsKept,
	"default-under-absent":        defaultsNeedTheObject,
	"default-differs":             defaultsDiffer,
	"only-empty":                  onlyEmptyPasses,
	"keeps-unknown-fields":        unknownIsKept,
	"required-status":             nothingIsCreated,
	"required-in-status":          statusNeedsIt,
	"format-lax":                  exampleMatches,
	"branch-holds-absent":         absentPasses,
	"fraction-cut":                wholeNumberIsMisjudged,
	"rule-never-passes":           nothingPasses,
	"rule-never-fails":            celRuleIsIdle,
	"rule-repeated":               celRuleIsIdle,
	"matches-unanchored":          expressionMatches,
	"message-expression-constant": messageStays,
	"rule-outside-enum":           comparisonNeverHolds,
	"example-invalid":             exampleIsRefused,
	"int-or-string-half-checked":  halfPasses,
}

// TestClaims proves what findings say.
func TestClaims(t *testing.T) {
	t.Parallel()
	for id, prove := range proofs {
		r := rules.Find(id)
		if r == nil {
			t.Errorf("no rule has the ID %s", id)
			continue
		}
		text, err := os.ReadFile(filepath.Join(ruleCases, id+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		files := golden.Parse(text).Files
		for _, f := range files {
			if !strings.HasPrefix(f.Name, "bad") {
				continue
			}
			for _, found := range foundBy(t, r, f.Name, f.Data, nil) {
				t.Run(fmt.Sprintf("%s/%s:%d:%d", id, f.Name, found.Line, found.Column), func(t *testing.T) {
					s := subject{Finding: found, crd: f.Data, path: keywords(found.Path)}
					prove(t, s)
				})
			}
		}
		if !strings.Contains(" required-undeclared rule-never-passes empty-range schema-conflict unreadable-bound pattern-never-matches ", " "+id+" ") {
			continue
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name, "good") {
				t.Run(id+"/"+f.Name, func(t *testing.T) { everyFieldPasses(t, f.Data) })
			}
		}
	}
}

// subject is a finding and the CRD that it is about.
type subject struct {
	report.Finding
	crd []byte
	// path leads from the schema of the object to what the finding points at:
	// keywords, names and indices.
	path []string
	// random says that the CRD was made at random, and may take nothing at all.
	random bool
}

// keywordIsIdle is removalChangesNothing, and proves of the keywords that were to keep
// unknown fields that those are dropped, until the help is done.
func keywordIsIdle(t *testing.T, s subject) {
	if strings.HasPrefix(s.Help, "add x-kubernetes-preserve-unknown-fields: true") {
		whole, object := s.decoded(t)
		field := s.path[:len(s.path)-1] // which ends in items, as if it were a list
		node := at(t, object, field).(map[string]any)
		for _, kept := range []bool{false, true} {
			if kept {
				node["x-kubernetes-preserve-unknown-fields"] = true
			}
			stored, ok := send(resourceOf(t, whole), field, map[string]any{"nmae": "x"})
			if o, _ := stored.(map[string]any); !ok || (o["nmae"] == "x") != kept {
				t.Errorf("%s: stored as %v, %v", s.Message, stored, ok)
			}
		}
	}
	removalChangesNothing(t, s)
}

// statusNeedsIt proves that a status is refused without the field, and accepted without
// it where it has a default.
func statusNeedsIt(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.path[:2]
	status := at(t, object, field).(map[string]any)
	name := status["required"].([]any)[atoi(t, s.path[len(s.path)-1])]
	status["required"] = []any{name}
	if _, ok := send(resourceOf(t, whole), field, map[string]any{}); ok {
		t.Errorf("%s: {} is accepted", s.Message)
	}
	node := status["properties"].(map[string]any)[name.(string)].(map[string]any)
	node["default"] = map[any]any{"string": "x", "integer": 1}[node["type"]]
	if _, ok := send(resourceOf(t, whole), field, map[string]any{}); !ok {
		t.Errorf("%s: with a default {} is refused", s.Message)
	}
}

// celRuleIsIdle proves that without the CEL rule that a finding points into, the same
// values pass.
func celRuleIsIdle(t *testing.T, s subject) {
	s.path = s.path[:len(s.path)-1]
	removalChangesNothing(t, s)
}

var step = regexp.MustCompile(`\.?([^.\[\]]+)|\[([^\]]*)\]`)

func keywords(path string) []string {
	_, path, _ = strings.Cut(path, "openAPIV3Schema")
	var steps []string
	for _, m := range step.FindAllStringSubmatch(path, -1) {
		steps = append(steps, m[1]+m[2])
	}
	return steps
}

// field cuts the path before the first junctor, or the keyword at its end: it
// leads to a field of the object.
func (s subject) field() []string {
	for i := 0; i < len(s.path); i++ {
		switch s.path[i] {
		case "properties":
			i++
		case "items", "additionalProperties":
		default:
			return s.path[:i]
		}
	}
	return s.path
}

// meant is the field that a path speaks of, also inside of junctors.
func meant(path []string) []string {
	var field []string
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case "properties":
			field = append(field, path[i:i+2]...)
			i++
		case "items", "additionalProperties":
			field = append(field, path[i])
		case "allOf", "anyOf", "oneOf":
			i++
		case "not":
		default:
			return field
		}
	}
	return field
}

// decoded returns the CRD as a value, and the schema of the object in it.
func (s subject) decoded(t *testing.T) (whole, object map[string]any) {
	t.Helper()
	if err := yaml.Unmarshal(s.crd, &whole); err != nil {
		t.Fatal(err)
	}
	version := whole["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	return whole, version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
}

// resource makes a resource of a CRD that has been changed.
func resourceOf(t *testing.T, whole map[string]any) *dryrun.Resource {
	t.Helper()
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := crd.Decode(source.Read("crd.json", text).Documents[0])
	r, err := dryrun.New(c, dryrun.Server{Rules: dryrun.CEL(celrule.NewCompiler(kube.Latest.Behaviour().CEL))})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// at follows steps from a schema, or any other value.
func at(t *testing.T, x any, steps []string) any {
	t.Helper()
	for _, s := range steps {
		switch v := x.(type) {
		case map[string]any:
			x = v[s]
		case []any:
			i, err := strconv.Atoi(s)
			if err != nil || i >= len(v) {
				t.Fatalf("no item %s in %v", s, v)
			}
			x = v[i]
		default:
			t.Fatalf("%v: %s leads nowhere", steps, s)
		}
	}
	return x
}

// send creates an object with a value in a field, and returns what is stored
// there.
func send(r *dryrun.Resource, field []string, value any) (stored any, accepted bool) {
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "default"}}
	inside := wrap(field, value).(map[string]any)
	for k, v := range inside {
		object[k] = v
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	o, err := dryrun.FromJSON(text)
	if err != nil {
		panic(err)
	}
	result := r.Create(o, dryrun.RequestOptions{FieldValidation: dryrun.Ignore})
	if !result.APIServer.Accepted {
		return nil, false
	}
	stored, ok := unwrap(field, result.Object)
	return stored, ok
}

// wrap builds the object around the value of a field.
func wrap(field []string, value any) any {
	if len(field) == 0 {
		return value
	}
	switch field[0] {
	case "properties":
		return map[string]any{field[1]: wrap(field[2:], value)}
	case "items":
		return []any{wrap(field[1:], value)}
	default:
		return map[string]any{"key": wrap(field[1:], value)}
	}
}

// unwrap takes the value of the field out again.
func unwrap(field []string, x any) (any, bool) {
	if len(field) == 0 {
		return x, true
	}
	switch v := x.(type) {
	case map[string]any:
		name, rest := "key", field[1:]
		if field[0] == "properties" {
			name, rest = field[1], field[2:]
		}
		if e, ok := v[name]; ok {
			return unwrap(rest, e)
		}
	case []any:
		if len(v) > 0 {
			return unwrap(field[1:], v[0])
		}
	}
	return nil, false
}

// values are what is sent: of every type, at the limits that the cases set, and
// objects of the names that stand in the schema.
func values(node any) []any {
	list := []any{true, false, 0.5, 1.5, -0.5, 1e20}
	for i := -6; i <= 6; i++ {
		list = append(list, i)
	}
	for _, i := range []int64{100, 8080, 65535, 65536, 1 << 31, -1<<31 - 1, 1 << 40, 1<<63 - 1, -1 << 63} {
		list = append(list, i)
	}
	words := []string{"", "a", "b", "c", "ab", "abc", "abcd", "abcde", "abcdef", "bc", "git", "/a/", "a!", "10.0.0.1", "é", "a\nb"}
	names := []string{"zz", "zy"}
	collect(node, &names, &words)
	for _, w := range words {
		list = append(list, w)
	}
	list = append(list, []any{})
	for n := 1; n <= 4; n++ {
		var texts, ints []any
		for i := range n {
			texts, ints = append(texts, words[i%len(words)]), append(ints, i)
		}
		list = append(list, texts, ints)
	}
	list = append(list, []any{map[string]any{"a": "b"}}, map[string]any{})
	random := rand.New(rand.NewSource(1))
	small := []any{"a", 1, 5, 6, true, map[string]any{}, map[string]any{"a": "a"}, map[string]any{"b": "a"}}
	for _, w := range words {
		small = append(small, w)
	}
	for range 300 {
		o := map[string]any{}
		for _, n := range names {
			if random.Intn(3) > 0 {
				o[n] = small[random.Intn(len(small))]
			}
		}
		list = append(list, o)
	}
	return list
}

// collect gathers the names of fields and the words of enums in a schema.
func collect(x any, names, words *[]string) {
	switch v := x.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(mapKeys(v)) {
			switch e := v[k].(type) {
			case map[string]any:
				if k == "properties" {
					for _, n := range slices.Sorted(mapKeys(e)) {
						if !slices.Contains(*names, n) {
							*names = append(*names, n)
						}
					}
				}
			case []any:
				for _, i := range e {
					s, ok := i.(string)
					if to := map[string]*[]string{"required": names, "enum": words}[k]; ok && to != nil && !slices.Contains(*to, s) {
						*to = append(*to, s)
					}
				}
			}
			collect(v[k], names, words)
		}
	case []any:
		for _, e := range v {
			collect(e, names, words)
		}
	}
}

func mapKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// onlyBranches leaves of each anyOf and oneOf on the way only the branch that
// the path leads through.
func onlyBranches(t *testing.T, object map[string]any, path []string) (where []string) {
	where = slices.Clone(path)
	for i := 0; i+1 < len(where); i++ {
		if k := where[i]; k == "anyOf" || k == "oneOf" {
			node := at(t, object, where[:i]).(map[string]any)
			node[k] = []any{at(t, node, where[i:i+2])}
			where[i+1] = "0"
		}
		if where[i] == "properties" {
			i++
		} else if where[i] == "not" {
			t.Skip("what not forbids can't be sent")
		}
	}
	return where
}

// nothingPasses proves that a field takes no value; for a branch, if it were the
// only one.
func nothingPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	where := onlyBranches(t, object, s.path)
	field := meant(where)
	r := resourceOf(t, whole)
	for _, v := range values(at(t, object, field)) {
		if stored, ok := send(r, field, v); ok {
			t.Errorf("%s: %#v is accepted in %v and stored as %#v", s.Message, v, field, stored)
		}
	}
	if strings.Contains(s.Message, "every value of") || strings.Contains(s.Message, "no value of") {
		_, ok := send(r, field, nil)
		said := strings.HasSuffix(s.Message, "except null is refused")
		branch := strings.HasSuffix(s.Message, "this branch")   // none is asked about null
		if ok && !said && !branch || said && !ok && !s.random { // there, other schemas may refuse null
			t.Errorf("%s: null is stored: %v", s.Message, ok)
		}
	}
}

// everyFieldPasses proves that each field of the spec of a good CRD takes some
// of the same values, so that nothingPasses can fail.
func everyFieldPasses(t *testing.T, text []byte) {
	whole, object := subject{crd: text}.decoded(t)
	r := resourceOf(t, whole)
	fields := at(t, object, []string{"properties", "spec", "properties"}).(map[string]any)
	for name, node := range fields {
		field := []string{"properties", "spec", "properties", name}
		if !slices.ContainsFunc(values(node), func(v any) bool { _, ok := send(r, field, v); return ok }) {
			t.Errorf("spec.%s takes none of the values", name)
		}
	}
}

func valueIsRefused(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	where := onlyBranches(t, object, s.path)
	value := at(t, object, where)
	if _, ok := send(resourceOf(t, whole), meant(where), value); ok {
		t.Errorf("%s: %#v is stored", s.Message, value)
	}
}

func nullIsRefused(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	if _, ok := send(resourceOf(t, whole), s.field(), nil); ok {
		t.Errorf("%s: null is accepted", s.Message)
	}
	if s.Help == "remove nullable" {
		return
	}
	// The help says that without nullable it is no error.
	delete(at(t, object, s.field()).(map[string]any), "nullable")
	node := at(t, object, s.field()).(map[string]any)
	stored, _ := send(resourceOf(t, whole), s.field(), nil)
	if !reflect.DeepEqual(stored, node["default"]) {
		t.Errorf("without nullable null is stored as %#v", stored)
	}
}

// removalChangesNothing proves that the keyword, or the entry of a list, does
// nothing: without it, the same values are accepted and stored as the same.
func removalChangesNothing(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	before := resourceOf(t, whole)
	last := s.path[len(s.path)-1]
	parent := s.path[:len(s.path)-1]
	switch p := at(t, object, parent).(type) {
	case map[string]any:
		delete(p, last)
	case []any:
		i, _ := strconv.Atoi(last)
		holder := at(t, object, parent[:len(parent)-1]).(map[string]any)
		holder[parent[len(parent)-1]] = slices.Delete(slices.Clone(p), i, i+1)
	}
	s.path = parent // the keyword may be items, which else leads to a field
	equal(t, s, before, resourceOf(t, whole), at(t, object, s.field()))
}

func equal(t *testing.T, s subject, before, after *dryrun.Resource, node any) {
	t.Helper()
	accepted := 0
	for _, v := range values(node) {
		was, wasOK := send(before, s.field(), v)
		is, isOK := send(after, s.field(), v)
		if wasOK != isOK || !reflect.DeepEqual(was, is) {
			t.Errorf("%s: %#v: %v %#v, and otherwise %v %#v", s.Message, v, wasOK, was, isOK, is)
		}
		if wasOK {
			accepted++
		}
	}
	if accepted == 0 && !s.random {
		t.Error("nothing is accepted, so nothing is proven")
	}
}

// twinsAreIdle proves that of equal branches of anyOf one does nothing, and that
// those of oneOf can't make it hold.
func twinsAreIdle(t *testing.T, s subject) {
	if slices.Contains(s.path, "anyOf") {
		removalChangesNothing(t, s)
		return
	}
	whole, object := s.decoded(t)
	junctor := s.path[:len(s.path)-1]
	branches := at(t, object, junctor).([]any)
	twin := branches[atoi(t, s.path[len(s.path)-1])]
	node := at(t, object, junctor[:len(junctor)-1]).(map[string]any)
	all := resourceOf(t, whole)
	if rest := slices.DeleteFunc(slices.Clone(branches), func(b any) bool { return reflect.DeepEqual(b, twin) }); len(rest) > 0 {
		node["oneOf"] = rest
	} else {
		node["not"] = map[string]any{}
	}
	without := resourceOf(t, whole)
	for _, v := range values(node) {
		// What passes with the twins passes without them, so they let nothing in.
		if _, ok := send(all, s.field(), v); ok {
			if _, ok := send(without, s.field(), v); !ok {
				t.Errorf("%s: %#v is accepted", s.Message, v)
			}
		}
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	i, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func emptyBranchHolds(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	before := resourceOf(t, whole)
	node := at(t, object, s.field()).(map[string]any)
	switch {
	case strings.Contains(s.Message, "every value of"):
		nothingPasses(t, subject{Finding: s.Finding, crd: s.crd, path: s.field()})
	case strings.Contains(s.Message, "another branch of oneOf"):
		others := slices.DeleteFunc(slices.Clone(node["oneOf"].([]any)), func(b any) bool { return len(b.(map[string]any)) == 0 })
		node["not"] = map[string]any{"anyOf": others}
		delete(node, "oneOf")
		equal(t, s, before, resourceOf(t, whole), node)
	default:
		delete(node, s.path[len(s.field())])
		equal(t, s, before, resourceOf(t, whole), node)
	}
}

// exampleMatches takes the text in quotes out of the message: it passes.
func exampleMatches(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	quoted := s.Message[strings.Index(s.Message, `"`) : strings.LastIndex(s.Message, `"`)+1]
	text, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := send(resourceOf(t, whole), s.field(), text); !ok {
		t.Errorf("%s: it is refused", s.Message)
	}
}

// contentIsDropped proves that objects within are stored empty.
func contentIsDropped(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	value, want := any(map[string]any{"a": "b", "c": map[string]any{}}), any(map[string]any{})
	if strings.HasPrefix(s.Message, "additionalProperties: true") {
		s.path = s.path[:len(s.path)-1]
		value, want = map[string]any{"a": map[string]any{"b": "c"}, "d": "e"}, map[string]any{"a": map[string]any{}, "d": "e"}
	}
	if stored, ok := send(r, s.field(), value); !ok || !reflect.DeepEqual(stored, want) {
		t.Errorf("%s: %v is stored as %v", s.Message, value, stored)
	}
}

// requiredIsIdle proves that the field is there when it is left out, and that
// required lets nothing else pass than would without it.
func requiredIsIdle(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	parent, name := field[:len(field)-2], field[len(field)-1]
	before := resourceOf(t, whole)
	stored, ok := send(before, parent, map[string]any{})
	if o, is := stored.(map[string]any); !ok || !is || fmt.Sprint(o[name]) != fmt.Sprint(at(t, object, append(slices.Clone(field), "default"))) {
		t.Errorf("%s: left out, it is stored as %v", s.Message, stored)
	}
	node := at(t, object, parent).(map[string]any)
	node["required"] = slices.DeleteFunc(slices.Clone(node["required"].([]any)), func(n any) bool { return n == name })
	s.path = parent
	equal(t, s, before, resourceOf(t, whole), node)
}

// nullIsKept proves that null stays, and without nullable takes the default.
func nullIsKept(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	if stored, ok := send(resourceOf(t, whole), s.field(), nil); !ok || stored != nil {
		t.Errorf("%s: null is stored as %v", s.Message, stored)
	}
	node := at(t, object, s.field()).(map[string]any)
	delete(node, "nullable")
	if stored, _ := send(resourceOf(t, whole), s.field(), nil); stored == nil {
		t.Errorf("%s: without nullable null is kept", s.Message)
	}
}

// defaultsNeedTheObject proves that nothing is set without the object, something
// in an empty one, and the same without it once it has the default {}.
func defaultsNeedTheObject(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	parent, name := field[:len(field)-2], field[len(field)-1]
	r := resourceOf(t, whole)
	if stored, ok := send(r, parent, map[string]any{}); !ok || stored.(map[string]any)[name] != nil {
		t.Errorf("%s: left out, %s is stored as %v", s.Message, name, stored)
	}
	given, ok := send(r, field, map[string]any{})
	if o, is := given.(map[string]any); !ok || !is || len(o) == 0 {
		t.Errorf("%s: given as {}, it is stored as %v", s.Message, given)
	}
	at(t, object, field).(map[string]any)["default"] = map[string]any{}
	if stored, ok := send(resourceOf(t, whole), parent, map[string]any{}); !ok || !reflect.DeepEqual(stored.(map[string]any)[name], given) {
		t.Errorf("%s: with the default {} it is stored as %v", s.Message, stored)
	}
}

// defaultsDiffer proves that leaving the object out and giving it empty come to
// different values of the field.
func defaultsDiffer(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	field := s.path[:slices.Index(s.path, "default")]
	parent, name, inner := field[:len(field)-2], field[len(field)-1], s.path[len(s.path)-1]
	without, ok := send(r, parent, map[string]any{})
	given, alsoOK := send(r, field, map[string]any{})
	if !ok || !alsoOK || reflect.DeepEqual(without.(map[string]any)[name].(map[string]any)[inner], given.(map[string]any)[inner]) {
		t.Errorf("%s: %v, and given %v", s.Message, without, given)
	}
}

func onlyEmptyPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	r := resourceOf(t, whole)
	if strings.HasPrefix(s.Message, "with additionalProperties") {
		s.path = s.path[:len(s.path)-1]
	}
	field, passed := s.field(), false
	for _, v := range values(at(t, object, field)) {
		if stored, ok := send(r, field, v); ok {
			passed = true
			if reflect.ValueOf(stored).Len() > 0 {
				t.Errorf("%s: %v is accepted", s.Message, stored)
			}
		}
	}
	if !passed {
		t.Error("not even the empty value passes")
	}
}

func unknownIsKept(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	want := map[string]any{"nmae": "x"}
	if stored, ok := send(resourceOf(t, whole), s.field(), want); len(s.field()) > 0 && (!ok || !reflect.DeepEqual(stored, want)) {
		t.Errorf("%s: %v is stored as %v", s.Message, want, stored)
	} else if o := stored.(map[string]any); o["nmae"] != "x" {
		t.Errorf("%s: %v is stored as %v", s.Message, want, stored)
	}
}

// nothingIsCreated proves that no object is, with or without a status.
func nothingIsCreated(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	r := resourceOf(t, whole)
	for _, v := range values(object) {
		if stored, ok := send(r, []string{"properties", "status"}, v); ok {
			t.Errorf("%s: created as %v", s.Message, stored)
		}
	}
	object["required"] = []any{}
	if _, ok := send(resourceOf(t, whole), nil, map[string]any{}); !ok {
		t.Error("nothing is created without required, either")
	}
}

// absentPasses proves that an object without the field passes the branch, if it
// is the only one, and does no longer when the branch requires the field.
func absentPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	node := at(t, object, field).(map[string]any)
	branch := at(t, object, s.path).(map[string]any)
	delete(node, "oneOf")
	node["anyOf"] = []any{branch}
	var rest map[string]any
	r := resourceOf(t, whole)
	for _, v := range values(node) {
		o, is := v.(map[string]any)
		if !is || slices.ContainsFunc(slices.Collect(mapKeys(branch["properties"].(map[string]any))), func(n string) bool { _, has := o[n]; return has }) {
			continue
		}
		if _, ok := send(r, field, o); ok {
			rest = o
		}
	}
	if rest == nil {
		t.Fatalf("%s: no object without it passes", s.Message)
	}
	branch["required"] = slices.Sorted(mapKeys(branch["properties"].(map[string]any)))
	if _, ok := send(resourceOf(t, whole), field, rest); ok {
		t.Errorf("%s: %v passes with required, too", s.Message, rest)
	}
}

// wholeNumberIsMisjudged takes the number out of the message: in a schema of
// nothing but that bound it passes, or is refused, as the message says.
func wholeNumberIsMisjudged(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	field := s.field()
	node := at(t, object, field).(map[string]any)
	if slices.Contains(s.path, "enum") {
		s.path = s.path[:len(s.path)-1]
	}
	keyword := s.path[len(s.path)-1]
	holder := at(t, object, s.path[:len(s.path)-1]).(map[string]any)
	for _, k := range []string{"minimum", "maximum", "multipleOf"} {
		if k != keyword {
			delete(holder, k)
		}
	}
	if len(s.path) > len(field)+1 { // leave only the branch
		branch := holder
		delete(node, "anyOf")
		node["allOf"] = []any{branch}
	}
	words := strings.Fields(s.Message)
	var n float64
	if err := json.Unmarshal([]byte(words[len(words)-1]), &n); err != nil {
		t.Fatal(err)
	}
	if _, ok := send(resourceOf(t, whole), field, n); ok != strings.Contains(s.Message, " accepts ") {
		t.Errorf("%s: accepted: %v", s.Message, ok)
	}
}

// boundIsUnreadable proves that no number passes, or for a bound that only whole
// numbers meet, what becomes of those on the processor that the message names.
func boundIsUnreadable(t *testing.T, s subject) {
	_, claim, some := strings.Cut(s.Message, "on amd64 it ")
	if !some {
		nothingPasses(t, s)
		return
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the claim is about amd64")
	}
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	for i := -5; i <= 5; i++ {
		if _, ok := send(r, s.field(), i); ok != (claim == "accepts all integers") {
			t.Errorf("%s: %d: accepted: %v", s.Message, i, ok)
		}
	}
}

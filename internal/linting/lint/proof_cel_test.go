package lint

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// alone leaves of the rules of a field only that which a finding points into.
func alone(t *testing.T, s subject) (whole map[string]any, rule map[string]any) {
	t.Helper()
	whole, object := s.decoded(t)
	node := at(t, object, s.path[:len(s.path)-3]).(map[string]any)
	rule = node["x-kubernetes-validations"].([]any)[atoi(t, s.path[len(s.path)-2])].(map[string]any)
	node["x-kubernetes-validations"] = []any{rule}
	return whole, rule
}

// expressionMatches takes the text in quotes out of the message: the expression that the
// finding is about lets it pass.
func expressionMatches(t *testing.T, s subject) {
	whole, _ := alone(t, s)
	text, err := strconv.Unquote(s.Message[strings.Index(s.Message, `"`) : strings.LastIndex(s.Message, `"`)+1])
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := send(resourceOf(t, whole), s.field(), text); !ok {
		t.Errorf("%s: it is refused", s.Message)
	}
	if _, ok := send(resourceOf(t, whole), s.field(), "\n"); ok && !strings.Contains(s.Message, "any text") {
		t.Errorf("%s: so is what has nothing of it", s.Message)
	}
}

// messageStays replaces the messageExpression by the message that the help writes, or by
// its constant: the server says the same of what it refuses.
func messageStays(t *testing.T, s subject) {
	whole, rule := alone(t, s)
	before, expression := resourceOf(t, whole), rule["rule"]
	var message string
	if quoted, ok := strings.CutPrefix(s.Help, "write: message: "); ok {
		var err error
		if message, err = strconv.Unquote(quoted); err != nil {
			t.Fatal(err)
		}
	} else { // what it says of anything it refuses
		rule["rule"] = "false"
		said := refusal(t, resourceOf(t, whole), s.field(), "z")
		message = said[strings.LastIndex(said, ": ")+2:]
	}
	delete(rule, "messageExpression")
	rule["rule"], rule["message"] = expression, message
	refused := 0
	for _, text := range []string{"", "a", "b", "ab"} {
		was, is := refusal(t, before, s.field(), text), refusal(t, resourceOf(t, whole), s.field(), text)
		if was != is {
			t.Errorf("%q: the server said %q, and now %q", text, was, is)
		}
		if was != "" {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing is refused")
	}
}

// exampleIsRefused sends the example that a finding is about.
func exampleIsRefused(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	value := at(t, object, s.path)
	delete(at(t, object, s.path[:len(s.path)-1]).(map[string]any), "example")
	if _, ok := send(resourceOf(t, whole), s.field(), value); ok {
		t.Errorf("%s: %v is accepted", s.Message, value)
	}
}

// halfPasses takes away the keyword: of one of the two types the same values pass, of the
// other more.
func halfPasses(t *testing.T, s subject) {
	whole, object := s.decoded(t)
	before := resourceOf(t, whole)
	for _, keyword := range []string{"pattern", "minimum", "maximum"} {
		delete(at(t, object, s.path[:len(s.path)-1]).(map[string]any), keyword)
	}
	after := resourceOf(t, whole)
	differs := map[bool]bool{} // whether it is a text
	for _, value := range []any{int64(-1), int64(0), int64(1), int64(1000), "", "0", "1", "50%", "x"} {
		_, was := send(before, s.field(), value)
		_, is := send(after, s.field(), value)
		if _, text := value.(string); was != is {
			differs[text] = true
		}
	}
	if len(differs) != 1 {
		t.Errorf("%s: it checks both or none: %v", s.Message, differs)
	}
}

// typeIsRefused sends the two types of an int-or-string: the rule ends in an error for one of them.
func typeIsRefused(t *testing.T, s subject) {
	whole, _ := s.decoded(t)
	r := resourceOf(t, whole)
	if len(s.Related) != 1 {
		t.Fatalf("related: %v", s.Related)
	}
	field := subject{path: keywords(s.Related[0].Path)}.field()
	values := map[bool][]any{false: {int64(1), int64(20)}, true: {"a", "5%"}}
	isString := strings.Contains(s.Message, "may be a string")
	for _, value := range values[isString] {
		if got := refusal(t, r, field, value); !strings.Contains(got, "no such overload") {
			t.Errorf("%s: %v: %s", s.Message, value, got)
		}
	}
	for _, value := range values[!isString] {
		if got := refusal(t, r, field, value); strings.Contains(got, "no such overload") {
			t.Errorf("%s: %v: %s", s.Message, value, got)
		}
	}
}

// refusal is what the server says of a value; "" if it accepts it.
func refusal(t *testing.T, r *dryrun.Resource, field []string, value any) string {
	t.Helper()
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "default"}}
	maps.Copy(object, wrap(field, value).(map[string]any))
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	o, err := dryrun.FromJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return r.Create(o, dryrun.RequestOptions{}).APIServer.Message
}

var comparedWith = regexp.MustCompile(`^([\w.]+) is compared with (.*), which is not in its enum`)

// comparisonNeverHolds sends the literal that a field is compared with: it is refused, and
// with the literal in the enum it is not.
func comparisonNeverHolds(t *testing.T, s subject) {
	m := comparedWith.FindStringSubmatch(s.Message)
	if m == nil {
		t.Fatalf("the message is %s", s.Message)
	}
	var value any
	if err := json.Unmarshal([]byte(m[2]), &value); err != nil {
		t.Fatal(err)
	}
	whole, object := s.decoded(t)
	only(object, "type", "properties", "enum", "maxLength")
	steps := strings.Split(strings.ReplaceAll("."+m[1], ".", ".properties."), ".")[1:]
	if _, ok := send(resourceOf(t, whole), steps, value); ok {
		t.Errorf("%s: it is accepted", s.Message)
	}
	delete(at(t, object, steps).(map[string]any), "enum")
	if _, ok := send(resourceOf(t, whole), steps, value); !ok {
		t.Errorf("%s: it is refused for something else than the enum", s.Message)
	}
}

// only leaves of a schema and those below it some keywords.
func only(node map[string]any, keywords ...string) {
	for keyword, value := range node {
		if !slices.Contains(keywords, keyword) {
			delete(node, keyword)
		} else if keyword == "properties" {
			for _, below := range value.(map[string]any) {
				only(below.(map[string]any), keywords...)
			}
		}
	}
}

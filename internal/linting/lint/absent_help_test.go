package lint

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

var helpRule = regexp.MustCompile(`write rule: ("(?:[^"\\]|\\.)*")`)

// TestHelpForAbsentKeepsVerdicts takes the rule that the help writes, and sends objects under
// both: those with a verdict get the same, and those that ended in "no such key" get one.
func TestHelpForAbsentKeepsVerdicts(t *testing.T) {
	const noSuchKey = "no such key"
	for _, c := range []struct {
		name, properties, rule string
		want                   string // the rule that the help writes
		require                bool   // whether the help offers to require the field
		objects                map[string]string
	}{
		{
			name: "a field is forbidden", properties: "hpa: {type: object, properties: {name: {type: string, maxLength: 63}, window: {type: integer}}}",
			rule: "!has(self.hpa) || size(self.hpa.name) == 0",
			want: "!has(self.hpa) || !has(self.hpa.name) || size(self.hpa.name) == 0",
			objects: map[string]string{
				`{}`: "accepted", `{"hpa":{"name":""}}`: "accepted", `{"hpa":{"name":"x"}}`: "refused",
				`{"hpa":{"window":5}}`: noSuchKey + ", then accepted",
			},
		},
		{
			name: "a field is forbidden by comparison", properties: "mode: {type: string, maxLength: 63}, old: {type: string, maxLength: 63}",
			rule: "self.old == ''", want: "!has(self.old) || self.old == ''",
			objects: map[string]string{`{"old":""}`: "accepted", `{"old":"a"}`: "refused", `{"mode":"a"}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a value is forbidden", properties: "x: {type: string, maxLength: 63}",
			rule: "self.x != 'a'", want: "!has(self.x) || self.x != 'a'", require: true,
			objects: map[string]string{`{"x":"a"}`: "refused", `{"x":"b"}`: "accepted", `{}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a value is forbidden in a negated group", properties: "x: {type: string, maxLength: 63}, z: {type: integer}",
			rule: "!(self.x == 'a' || has(self.z))", want: "!(has(self.x) && self.x == 'a' || has(self.z))", require: true,
			objects: map[string]string{`{"x":"a"}`: "refused", `{"x":"b"}`: "accepted", `{"x":"b","z":1}`: "refused", `{"z":1}`: "refused", `{}`: noSuchKey + ", then accepted"},
		},
		{
			name: "one of several operands", properties: "a: {type: integer}, b: {type: integer}",
			rule: "has(self.b) && self.b > 0 && self.a >= 0", want: "has(self.b) && self.b > 0 && (!has(self.a) || self.a >= 0)", require: true,
			objects: map[string]string{`{"a":1}`: "refused", `{"a":-1,"b":1}`: "refused", `{"a":1,"b":1}`: "accepted", `{"b":1}`: noSuchKey + ", then accepted"},
		},
		{
			name: "two fields", properties: "a: {type: integer}, b: {type: integer}",
			rule: "self.a < self.b", want: "!has(self.a) || !has(self.b) || self.a < self.b", require: true,
			objects: map[string]string{`{"a":1,"b":2}`: "accepted", `{"a":2,"b":1}`: "refused", `{"a":1}`: noSuchKey + ", then accepted", `{}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a field that is read twice", properties: "a: {type: integer}",
			rule: "self.a > -5 && self.a < 5", want: "!has(self.a) || (self.a > -5 && self.a < 5)", require: true,
			objects: map[string]string{`{"a":1}`: "accepted", `{"a":7}`: "refused", `{"a":-7}`: "refused", `{}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a field of each item", properties: "l: {type: array, maxItems: 3, items: {type: object, properties: {name: {type: string, maxLength: 63}}}}",
			rule: "!has(self.l) || self.l.all(x, !x.name.startsWith('a'))",
			want: "!has(self.l) || self.l.all(x, !has(x.name) || !x.name.startsWith('a'))", require: true,
			objects: map[string]string{`{}`: "accepted", `{"l":[{"name":"a"}]}`: "refused", `{"l":[{"name":"b"}]}`: "accepted", `{"l":[{}]}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a key of a map", properties: "m: {type: object, maxProperties: 3, additionalProperties: {type: string, maxLength: 63}}",
			rule:    "!has(self.m) || self.m['app'] != 'a'",
			want:    "!has(self.m) || !('app' in self.m) || self.m['app'] != 'a'",
			objects: map[string]string{`{}`: "accepted", `{"m":{"app":"a"}}`: "refused", `{"m":{"app":"b"}}`: "accepted", `{"m":{}}`: noSuchKey + ", then accepted"},
		},
		{
			name: "a field that has to be set", properties: "tls: {type: object, properties: {mode: {type: string, maxLength: 63}}}",
			rule: "has(self.tls.mode)", want: "has(self.tls) && has(self.tls.mode)",
			objects: map[string]string{`{"tls":{"mode":"a"}}`: "accepted", `{"tls":{}}`: "refused", `{}`: noSuchKey + ", then refused"},
		},
		{
			name: "presence written as a comparison with null", properties: "aws: {type: object, properties: {a: {type: string}}}, static: {type: object, properties: {a: {type: string}}}",
			rule: "1 == (self.aws != null?1:0) + (null != self.static?1:0)", want: "1 == (has(self.aws)?1:0) + (has(self.static)?1:0)",
			objects: map[string]string{`{"aws":{}}`: noSuchKey + ", then accepted", `{"static":{}}`: noSuchKey + ", then accepted", `{"aws":{},"static":{}}`: "refused", `{}`: noSuchKey + ", then refused"},
		},
		{
			name: "absence written as a comparison with null", properties: "a: {type: object, properties: {c: {type: string}}}, b: {type: object, properties: {c: {type: string}}}",
			rule: "(self.a == null ? 1 : 0) + (self.b == null ? 1 : 0) < 2", want: "(!has(self.a) ? 1 : 0) + (!has(self.b) ? 1 : 0) < 2",
			objects: map[string]string{`{"a":{},"b":{}}`: "accepted", `{"a":{}}`: noSuchKey + ", then accepted", `{}`: noSuchKey + ", then refused"},
		},
		{
			name: "sizes in a sum", properties: "l: {type: array, maxItems: 3, items: {type: integer}}, m: {type: array, maxItems: 3, items: {type: integer}}",
			rule: "size(self.l) + self.m.size() <= 2", want: "(has(self.l) ? size(self.l) : 0) + (has(self.m) ? self.m.size() : 0) <= 2", require: true,
			objects: map[string]string{`{"l":[1],"m":[1]}`: "accepted", `{"l":[1,1],"m":[1]}`: "refused", `{}`: noSuchKey + ", then accepted", `{"l":[1]}`: noSuchKey + ", then accepted", `{"m":[1,2,3]}`: noSuchKey + ", then refused"},
		},
		{
			name: "numbers in a sum", properties: "a: {type: integer}, b: {type: integer}, max: {type: integer, default: 10}",
			rule: "self.a + self.b <= self.max", want: "(has(self.a) ? self.a : 0) + (has(self.b) ? self.b : 0) <= self.max", require: true,
			objects: map[string]string{`{"a":1,"b":2}`: "accepted", `{"a":9,"b":2}`: "refused", `{}`: noSuchKey + ", then accepted", `{"a":11}`: noSuchKey + ", then refused"},
		},
		{
			name: "flags that are counted", properties: "t: {type: boolean}, u: {type: boolean}, mode: {type: string, maxLength: 9}",
			rule: "(self.t ? 1 : 0) + (self.u ? 1 : 0) + (self.mode == 'a' ? 1 : 0) == 1", want: "(has(self.t) && self.t ? 1 : 0) + (has(self.u) && self.u ? 1 : 0) + (has(self.mode) && self.mode == 'a' ? 1 : 0) == 1", require: true,
			objects: map[string]string{`{"t":true,"u":false,"mode":"b"}`: "accepted", `{"t":true,"u":true,"mode":"b"}`: "refused", `{}`: noSuchKey + ", then refused", `{"t":true}`: noSuchKey + ", then accepted", `{"mode":"a","t":true}`: noSuchKey + ", then refused"},
		},
		{
			name: "a choice", properties: "type: {type: string, enum: [A, B]}, a: {type: integer}",
			rule: "self.type == 'A' ? has(self.a) : !has(self.a)", want: "!has(self.type) || (self.type == 'A' ? has(self.a) : !has(self.a))", require: true,
			objects: map[string]string{`{"type":"A"}`: "refused", `{"type":"A","a":1}`: "accepted", `{"type":"B","a":1}`: "refused", `{}`: noSuchKey + ", then accepted"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			document := func(rule string) []byte {
				return []byte(rules.Document(fmt.Sprintf("p:\n  type: object\n  properties: {%s}\n  x-kubernetes-validations:\n  - rule: %s\n", c.properties, strconv.Quote(rule))))
			}
			found := foundBy(t, ruleNamed(t, "rule-reads-absent"), "crd.yaml", document(c.rule), nil, nil)
			if len(found) != 1 {
				t.Fatalf("found: %s", listed(found))
			}
			help := found[0].Help
			written := helpRule.FindStringSubmatch(help)
			if written == nil {
				t.Fatalf("help: %s", help)
			}
			if got, err := strconv.Unquote(written[1]); err != nil || got != c.want {
				t.Errorf("help: %s, %v\nwant: %s", help, err, c.want)
			}
			if strings.Contains(help, "in required") != c.require {
				t.Errorf("help: %s", help)
			}
			said := func(rule, object string) string {
				whole, _ := subject{crd: document(rule)}.decoded(t)
				var value any
				if err := json.Unmarshal([]byte(object), &value); err != nil {
					t.Fatal(err)
				}
				switch message := refusal(t, resourceOf(t, whole), []string{"properties", "spec", "properties", "p"}, value); {
				case message == "":
					return "accepted"
				case strings.Contains(message, noSuchKey):
					return noSuchKey
				}
				return "refused"
			}
			for object, want := range c.objects {
				got, then := said(c.rule, object), said(c.want, object)
				if got != then {
					got += ", then " + then
				}
				if got != want {
					t.Errorf("%s: %s, want %s", object, got, want)
				}
			}
		})
	}
}

// TestHelpForAbsentWithoutProof writes no rule where none was tried: old values that may be absent
// are not made.
func TestHelpForAbsentWithoutProof(t *testing.T) {
	text := rules.Document("p:\n  type: object\n  properties: {x: {type: string, maxLength: 63}}\n  x-kubernetes-validations:\n  - {rule: \"self.x != 'a' && oldSelf == oldSelf\", optionalOldSelf: true}\n")
	found := foundBy(t, ruleNamed(t, "rule-reads-absent"), "crd.yaml", []byte(text), nil, nil)
	if want := "test has(self.x) before it, or list x in required"; len(found) != 1 || found[0].Help != want {
		t.Errorf("found: %s\nwant the help: %s", listed(found), want)
	}
}

func ruleNamed(t *testing.T, id string) *rules.Rule {
	t.Helper()
	for _, r := range rules.All() {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("no rule %s", id)
	return nil
}

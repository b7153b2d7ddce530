package golden

import (
	"reflect"
	"testing"
)

func TestCanonical(t *testing.T) {
	a := Cause{"FieldValueRequired", "spec.a", "Required value"}
	b := Cause{"FieldValueInvalid", "spec.b", `Invalid value: "selfType12": x`}
	masked := Cause{"FieldValueInvalid", "spec.b", `Invalid value: "selfTypeN": x`}

	got := Answer{
		Code:    422,
		Message: `CRD "n" is invalid: [spec.b: Invalid value: "selfType12": x, spec.a: Required value]`,
		// The message leaves out the repetition.
		Causes:   []Cause{b, a, a},
		Warnings: []string{"first", `unrecognized format "b"`, `unrecognized format "a"`, "last"},
	}.Canonical()
	want := Answer{
		Code:     422,
		Message:  `CRD "n" is invalid: [spec.a: Required value, spec.b: Invalid value: "selfTypeN": x]`,
		Causes:   []Cause{a, a, masked},
		Warnings: []string{"first", `unrecognized format "a"`, `unrecognized format "b"`, "last"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if again := got.Canonical(); !reflect.DeepEqual(again, got) {
		t.Errorf("not stable: %+v", again)
	}
}

// Two causes that differ in an address are one in the message.
func TestCanonicalAddresses(t *testing.T) {
	a, b := Cause{"r", "f", "m{p:(0xc0001)}"}, Cause{"r", "f", "m{p:(0xc0002)}"}
	got := Answer{Message: `CRD "n" is invalid: [f: m{p:(0xc0002)}, f: m{p:(0xc0001)}]`, Causes: []Cause{a, b}}.Canonical()
	if want := `CRD "n" is invalid: f: m{p:(0xN)}`; got.Message != want {
		t.Errorf("message became %q, want %q", got.Message, want)
	}
}

func TestCanonicalKeepsOtherMessages(t *testing.T) {
	const message = `CRD "n" is invalid: something else`
	got := Answer{Message: message, Causes: []Cause{{"r", "f", "m"}}}.Canonical()
	if got.Message != message {
		t.Errorf("message became %q", got.Message)
	}
}

func TestDiff(t *testing.T) {
	want := Answer{Accepted: true, Code: 201, Causes: []Cause{{"r", "f", "m"}, {"r", "f", "m"}}, Warnings: []string{"w"}}
	if diff := want.Diff(want); len(diff) > 0 {
		t.Errorf("an answer differs from itself: %q", diff)
	}
	got := Answer{Code: 422, Causes: []Cause{{"r", "f", "m"}, {"r", "g", "m"}}}
	if diff := want.Diff(got); len(diff) != 5 {
		t.Errorf("accepted, code, two causes and warnings differ; listed are %q", diff)
	}
}

// What differs from one build of a server to another, or from run to run, is made one, and
// nothing else.
func TestStable(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"the address of an expression",
			`already exists for expression: &{2 0xc000a1}(2) old:optional_type(_var0)`,
			`already exists for expression: &{2 0xN}(2) old:optional_type(_var0)`},
		{"another address", `&{2 0xc000a1}(2)`, `&{2 0xc000a1}(2)`},
		{"the numbers of expressions differ",
			`already exists for expression: &{3 0xc000a1}(2) old:int`,
			`already exists for expression: &{3 0xN}(2) old:int`},
		{"spaces between fields of an expression",
			`(Incompatible) Type already exists for expression: id:8  ident_expr:{name:"a  b"}(8) old:dyn:{}, new:map_type:{key_type:{dyn:{}}  value_type:{dyn:{}}}` + "\n | f(a,  b)",
			`(Incompatible) Type already exists for expression: id:8 ident_expr:{name:"a  b"}(8) old:dyn:{}, new:map_type:{key_type:{dyn:{}} value_type:{dyn:{}}}` + "\n | f(a,  b)"},
		{"spaces between fields of a type",
			`<input>:1:3: type 'map_type:{key_type:{dyn:{}}  value_type:{dyn:{}}}' does not support field selection` + "\n |  a",
			`<input>:1:3: type 'map_type:{key_type:{dyn:{}} value_type:{dyn:{}}}' does not support field selection` + "\n |  a"},
		{"spaces elsewhere", `Invalid value: "a  b": id:1  x: type  'int'`, `Invalid value: "a  b": id:1  x: type  'int'`},
	}
	for _, test := range tests {
		if got := Stable(test.text); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}

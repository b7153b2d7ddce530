package code_test

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

func TestNewestHasNoOtherWords(t *testing.T) {
	if code.Wording(behaviour.Of(kube.Latest)) != nil {
		t.Error("the newest server has words other than those of findings")
	}
}

// TestValuesInGo has values as servers print them that don't write JSON.
func TestValuesInGo(t *testing.T) {
	type named string
	type structure struct{ A int }
	yes, text := true, "a"
	words := code.Wording(behaviour.Of(kube.Version{Minor: 33}))
	for want, value := range map[string]any{
		`"null"`:                   nil,
		`"a\"b"`:                   `a"b`,
		`"n"`:                      named("n"),
		`"a"`:                      &text,
		`true`:                     &yes,
		`7`:                        int64(7),
		`1e+06`:                    1e6,
		`[]string{"x", "y"}`:       []string{"x", "y"},
		`[]byte{0x1, 0xff}`:        []byte{1, 255},
		`[]interface {}{}`:         []any{},
		`[]v1.OwnerReference{}`:    []metav1.OwnerReference{},
		`code_test.structure{A:1}`: structure{1},
		`map[string]interface {}{"a":1, "b":[]interface {}{1.5, interface {}(nil)}}`: map[string]any{"b": []any{1.5, nil}, "a": int64(1)},
		`2020-01-02 03:04:05 +0000 UTC`:                                              metav1.Time{Time: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)},
		`v1.OwnerReference{APIVersion:"v1", Kind:"K", Name:"n", UID:"u", Controller:(*bool)(0xc000000000), BlockOwnerDeletion:(*bool)(nil)}`: metav1.OwnerReference{APIVersion: "v1", Kind: "K", Name: "n", UID: "u", Controller: &yes},
	} {
		f := finding.Invalid(code.DefaultInvalid, nil, value, "because")
		f.WordedBy(words)
		if got := f.ServerMessage(); got != "Invalid value: "+want+": because" {
			t.Errorf("%s, want %s", got, want)
		}
	}
	f := finding.Invalid(code.DefaultInvalid, nil, (*bool)(nil), "")
	f.WordedBy(words)
	if got := f.ServerMessage(); got != `Invalid value: "null"` {
		t.Errorf("nil: %s", got)
	}
}

// TestKeepMessageKeepsWords: words that are made once are those of the server.
func TestKeepMessageKeepsWords(t *testing.T) {
	f := finding.Invalid(code.DefaultInvalid, nil, []string{strings.Repeat("x", 5000)}, "")
	f.WordedBy(code.Wording(behaviour.Of(kube.Version{Minor: 30})))
	f.KeepMessage()
	if got := f.ServerMessage(); !strings.HasPrefix(got, "Invalid value: []string{") {
		t.Error(got[:40])
	}
}

func TestDecodingErrors(t *testing.T) {
	const text = "json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.items.properties.minLength of type int64"
	if got := code.DecodingError(text, behaviour.Of(kube.Version{Minor: 35}).Words); got != text {
		t.Errorf("1.35: %s", got)
	}
	if got := code.DecodingError(text, behaviour.Of(kube.Version{Minor: 34}).Words); !strings.HasSuffix(got, "openAPIV3Schema.properties.items of type int64") {
		t.Errorf("1.34: %s", got)
	}
	for _, text := range []string{"json: cannot unmarshal object into Go value of type string", "unexpected end"} {
		if got := code.DecodingError(text, behaviour.Words{}); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

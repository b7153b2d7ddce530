package clientapply_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/text/code"
)

func TestThreeWay(t *testing.T) {
	for _, c := range []struct{ original, modified, live, want string }{
		{``, `{"a":1}`, `{"a":1,"b":2}`, `{}`},
		{`{"b":2}`, `{"a":1}`, `{"a":1,"b":3}`, `{"b":null}`},
		// kubectl asks for the removal of what is gone already.
		{`{"b":2}`, `{"a":1}`, `{"a":1}`, `{"b":null}`},
		{`{"l":[1,2]}`, `{"l":[1]}`, `{"l":[1,2,3]}`, `{"l":[1]}`},
		// The library compares numbers as float64: these two are the same to it.
		{``, `{"n":9007199254740993}`, `{"n":9007199254740992}`, `{}`},
	} {
		got, refusal := clientapply.ThreeWay([]byte(c.original), []byte(c.modified), []byte(c.live))
		if refusal != nil || string(got) != c.want {
			t.Errorf("%s, %s, %s: got %s, %v, want %s", c.original, c.modified, c.live, got, refusal, c.want)
		}
	}
	_, refusal := clientapply.ThreeWay(nil, []byte(`{"kind":"A"}`), []byte(`{"kind":"B"}`))
	if refusal == nil || refusal.Code != code.KubectlIdentityChanged {
		t.Errorf("the kind is changed: %v", refusal)
	}
	_, refusal = clientapply.ThreeWay([]byte(`[`), []byte(`{}`), []byte(`{}`))
	if refusal == nil || refusal.Code != code.KubectlLastAppliedBroken {
		t.Errorf("what was applied last is broken: %v", refusal)
	}
}

// TestRefusals has answers that no server of 1.37 gives to such requests.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		status metav1.Status
		code   string
		want   string
	}{
		{metav1.Status{Code: 500, Message: "broken"}, string(code.KubectlAnswerNoReason), "Error from server: broken\n"},
		{metav1.Status{Code: 415, Reason: metav1.StatusReasonUnsupportedMediaType, Message: "what"}, string(code.KubectlNoServerSide), "error: Server-side apply not available on the server: (what)\n"},
		{metav1.Status{Code: 422, Reason: metav1.StatusReasonInvalid, Message: "why"}, string(code.KubectlInvalid), "The request is invalid: why\n"},
		{metav1.Status{Code: 422, Reason: metav1.StatusReasonInvalid, Message: "why", Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{{Field: "a", Message: "b"}}}},
			string(code.KubectlInvalid), "The request is invalid: a: b\n"},
		{metav1.Status{Code: 422, Reason: metav1.StatusReasonInvalid, Details: &metav1.StatusDetails{Name: "n", Kind: "K",
			Causes: []metav1.StatusCause{{Field: "a", Message: "b"}, {Field: "a", Message: "c"}, {Field: "a", Message: "b"}}}},
			string(code.KubectlInvalid), "The K \"n\" is invalid: \n* a: b\n* a: c\n"},
	} {
		result := clientapply.Apply([]byte(`{"apiVersion":"g.example.com/v1","kind":"W","metadata":{"name":"n"}}`),
			clientapply.Resource{GroupVersionKind: schema.GroupVersionKind{Group: "g.example.com", Version: "v1", Kind: "W"}, Plural: "ws"},
			clientapply.Options{ServerSide: true}, func(clientapply.Request) clientapply.Answer { return clientapply.Answer{Status: &c.status} })
		if result.Refusal == nil || string(result.Refusal.Code) != c.code || result.Errors() != c.want {
			t.Errorf("got %q, want %q", result.Errors(), c.want)
		}
	}
}

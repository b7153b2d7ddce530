package answer_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/server/answer"
)

func TestTooLarge(t *testing.T) {
	var a answer.APIServer
	answer.RefuseTooLarge(&a)
	if want := "Request entity too large: limit is 3145728"; a.Accepted || a.Code != 413 || a.Message != want || a.Reason() != "RequestEntityTooLarge" {
		t.Errorf("got %d %q %q, want 413 %q", a.Code, a.Reason(), a.Message, want)
	}
}

package crdtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MustCreate is Cluster.Create for what a test begins with: the test ends if it is refused,
// with the lines of the CRD that refuse it.
func MustCreate(t testing.TB, c *Cluster, object any, opts ...Option) {
	t.Helper()
	if err := c.Create(object, opts...); err != nil {
		t.Fatalf("create: %s", explained(c, err))
	}
}

// MustUpdate is Cluster.Update for what a test begins with: the test ends if it is refused,
// with the lines of the CRD that refuse it.
func MustUpdate(t testing.TB, c *Cluster, object any, opts ...Option) {
	t.Helper()
	if err := c.Update(object, opts...); err != nil {
		t.Fatalf("update: %s", explained(c, err))
	}
}

// MustApply is Cluster.Apply for what a test begins with: the test ends if it is refused,
// with the lines of the CRD that refuse it.
func MustApply(t testing.TB, c *Cluster, object any, opts ...Option) {
	t.Helper()
	if err := c.Apply(object, opts...); err != nil {
		t.Fatalf("apply: %s", explained(c, err))
	}
}

func explained(c *Cluster, err error) string {
	text := err.Error()
	if lines := c.Explain(err); lines != "" {
		text += "\n" + lines
	}
	return text
}

// WantInvalid fails the test unless err is the server's 422 Invalid with a cause about a
// field, as "spec.ports[0].name", whose message has a text in it. An empty field or text
// stands for any.
func WantInvalid(t testing.TB, err error, field, text string) {
	t.Helper()
	want := "Invalid"
	if field != "" {
		want += " at " + field
	}
	if text != "" {
		want += fmt.Sprintf(" with %q", text)
	}
	var status apierrors.APIStatus
	switch {
	case err == nil:
		t.Errorf("the request was accepted, want %s", want)
		return
	case !errors.As(err, &status) || !apierrors.IsInvalid(err):
		t.Errorf("got %v, want %s", err, want)
		return
	}
	var causes []metav1.StatusCause
	if d := status.Status().Details; d != nil {
		causes = d.Causes
	}
	var got strings.Builder
	for _, c := range causes {
		if (field == "" || c.Field == field) && strings.Contains(c.Message, text) {
			return
		}
		fmt.Fprintf(&got, "\n  %s: %s", c.Field, c.Message)
	}
	if len(causes) == 0 {
		got.WriteString("\n  " + err.Error())
	}
	t.Errorf("want %s, got%s", want, got.String())
}

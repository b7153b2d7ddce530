package main

import (
	"bytes"
	"strings"
	"testing"
)

// A release says what it was stamped with, whatever the Go command knows.
func TestStampedVersion(t *testing.T) {
	defer func(was string) { stamped = was }(stamped)
	stamped = "v1.2.3"
	var b bytes.Buffer
	if err := printVersion(&b); err != nil || !strings.HasPrefix(b.String(), "crdtool v1.2.3 (") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

package schemaread

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func parse(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func replaced(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("%q is not there", old)
	}
	return strings.Replace(text, old, new, 1)
}

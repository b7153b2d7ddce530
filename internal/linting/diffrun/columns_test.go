package diffrun

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestColumnsOfOneName: of several columns with one name, which the server lets pass,
// the first is compared.
func TestColumnsOfOneName(t *testing.T) {
	read := func(columns string) *source.Document {
		return source.Read("a", []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}, additionalPrinterColumns: [`+columns+"]}\n")).Documents[0]
	}
	const a1, a2, b, c = "{name: A, type: string, jsonPath: .a}", "{name: A, type: string, jsonPath: .b}", "{name: B, type: string, jsonPath: .c}", "{name: C, type: string, jsonPath: .c}"
	for _, test := range []struct{ old, new, want string }{
		{a1 + "," + a2, a1, "the column A is another"},
		{a1 + "," + b, a2 + "," + a1 + "," + b, "the column A is another"},
		{a1 + "," + b, b + "," + a1, "the columns are in another order"},
		{a1 + "," + b, a1 + "," + c, "the column B is gone|the column C is new"},
		{a1, "", "the column A is gone"},
		{"", b + "," + b, "the column B is new|the column B is new"},
		{a1, a1 + "," + a2, "the columns are in another order"},
	} {
		var got []string
		out := New(kube.Latest, Options{}).Compare(read(test.old), read(test.new))
		for i := range out.Changes {
			got = append(got, out.Changes[i].Message)
		}
		if got := strings.Join(got, "|"); got != test.want {
			t.Errorf("from %s to %s: %s, want %s", test.old, test.new, got, test.want)
		}
	}
}

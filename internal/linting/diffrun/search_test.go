package diffrun_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestDiffFindsObjects are changes of which an object that shows them takes some looking for.
func TestDiffFindsObjects(t *testing.T) {
	differ := diffrun.New(kube.Latest, diffrun.Options{})
	const ports = "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {b: {type: array, items: {type: object, properties: {c: {type: string}, d: {type: integer, default: 1}}}}}}"
	defaults := func(field string) string {
		return "{type: object, properties: {s: " + field + ", a: {type: integer, default: 1}, b: {type: integer, default: 1}, c: {type: integer, default: 1}, d: {type: integer, default: 1}, e: {type: integer, default: 1}, f: {type: integer, default: 1}}}"
	}
	withStatus := func(subresources string) string {
		return "versions:\n- name: v1\n  served: true\n  storage: true\n  subresources: {" + subresources + "}\n  schema:\n    openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {replicas: {type: integer, format: int32, minimum: 0}}}, status: {type: object, x-kubernetes-preserve-unknown-fields: true}}}\n"
	}
	many := func(field string) string {
		var b strings.Builder
		for i := range 400 {
			fmt.Fprintf(&b, "f%d: %s\n", i, field)
		}
		return b.String()
	}
	for _, c := range []struct{ code, message, old, now string }{
		{"default-removed", "", "a: " + ports, "a: {type: object, x-kubernetes-preserve-unknown-fields: true}"},
		{"default-removed", "", "a: {type: object, additionalProperties: " + ports + "}", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}"},
		{"items-changed", "", "a: {type: array, items: {type: array}}", "a: {type: array, items: {type: array, items: {type: object, properties: {b: {type: string}}}}}"},
		{"scale-checked", "status.replicas must be an integer from 0 to 2147483647, since the scale subresource reads it", withStatus("status: {}"), withStatus("status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}")},
		{"unknown-fields-checked", "status.a could hold anything and has a schema", withStatus("status: {}"), strings.Replace(withStatus("status: {}"), "true}}", "true, properties: {a: {type: string}}}}", 1)},
		// What is changed in many places leaves enough for what is changed in one, also where
		// the schema has more defaults than any object.
		{"bounds-tightened", "minimum of spec.z is new: 1", many(defaults("{type: string}")) + "z: {type: integer}", many(defaults("{type: string, pattern: '^[a-z]+$'}")) + "z: {type: integer, minimum: 1}"},
	} {
		found := differ.Compare(source.Read("old.yaml", []byte(rules.Document(c.old))).Documents[0], source.Read("new.yaml", []byte(rules.Document(c.now))).Documents[0])
		if !slices.ContainsFunc(found.Changes, func(n report.Change) bool {
			return n.Code == c.code && (c.message == "" || n.Message == c.message) && n.Witness != nil
		}) {
			t.Errorf("%.200s to %.200s: no object is found that shows %s %s", c.old, c.now, c.code, c.message)
		}
	}
}

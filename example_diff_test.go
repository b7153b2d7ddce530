package crdtool_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool"
)

// A value of an enum goes. An object that has it may stay as long as the value does.
func ExampleDiff() {
	const released = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              mode: {type: string, enum: [fast, legacy]}
`
	const widget = `{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "old"}, "spec": {"mode": "legacy"}}`
	next := strings.Replace(released, ", legacy", "", 1)
	report, err := crdtool.Diff(context.Background(), crdtool.DiffOptions{Objects: [][]byte{[]byte(widget)}},
		crdtool.DiffSide{Texts: [][]byte{[]byte(released)}}, crdtool.DiffSide{Texts: [][]byte{[]byte(next)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	crd := report.CRDs[0]
	fmt.Println(crd.Name, crd.Verdict)
	for _, change := range crd.Changes {
		fmt.Println(change.Code+":", change.Message, change.Witness.Object["spec"])
	}
	for _, cause := range report.Objects.Causes {
		fmt.Println(cause.Effect+":", cause.Objects[0].Name, cause.Field, cause.Message)
	}
	// Output:
	// widgets.example.com major
	// enum-narrowed: spec.mode no longer accepts "legacy" map[mode:legacy]
	// refused: old spec.mode Unsupported value: "legacy": supported values: "fast"
	// ratcheted: old spec.mode Unsupported value: "legacy": supported values: "fast"
}

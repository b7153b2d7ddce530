package crdtool_test

import (
	"fmt"

	"github.com/crdtool/crdtool"
)

func ExampleLinter_Lint() {
	const widgets = `apiVersion: apiextensions.k8s.io/v1
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
              size: {minimum: 1}
`
	linter, err := crdtool.NewLinter(crdtool.LintOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := linter.Lint("widgets.yaml", []byte(widgets))
	for _, f := range report.Findings {
		fmt.Printf("%s:%d:%d: %s\n", f.File, f.Line, f.Column, f.Message)
		fmt.Println(f.Help)
	}
	fmt.Println(report.Documents[0].APIServer.Code, report.Documents[0].APIServer.Causes[0].Message)
	// Output:
	// widgets.yaml:20:15: "type" is missing on field spec.size
	// a structural schema has a type for every field; add: type: integer
	// 422 Required value: must not be empty for specified object fields
}

package lint_test

import (
	"fmt"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

func ExampleLinter_Text() {
	text := []byte("apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n")
	rules, err := lint.Profile("strict")
	if err != nil {
		fmt.Println(err)
		return
	}
	report := lint.New(kube.Latest).Text("old.yaml", text, lint.Options{Rules: rules})
	fmt.Println(report.Documents[0].APIServer.Code)
	fmt.Println(report.Findings[0].Line, report.Findings[0].Message)
	// Output:
	// 400
	// 1 CustomResourceDefinition apiextensions.k8s.io/v1beta1 is not served by Kubernetes 1.22 and later
}

// With the CRD that is in the cluster, a new one is checked as an update of it.
func ExampleStored() {
	const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: %s
  names: {plural: widgets, kind: Widget}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`
	var stored lint.Stored
	if err := stored.AddText("live.yaml", fmt.Appendf(nil, crd, "Cluster")); err != nil {
		fmt.Println(err)
		return
	}
	report := lint.New(kube.Latest).Text("new.yaml", fmt.Appendf(nil, crd, "Namespaced"), lint.Options{Stored: &stored})
	fmt.Println(report.Findings[0].ServerMessage)
	// Output:
	// Invalid value: "Namespaced": field is immutable
}

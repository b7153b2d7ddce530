package lint_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

func ExampleLinter_File() {
	text := []byte("apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n")
	report := lint.New(kube.Latest).File(source.Read("old.yaml", text), lint.Options{})
	fmt.Println(report.Documents[0].APIServer.Code)
	fmt.Println(report.Findings[0].Line, report.Findings[0].Message)
	// Output:
	// 400
	// 1 CustomResourceDefinition apiextensions.k8s.io/v1beta1 is not served by Kubernetes 1.22 and later
}

package kube_test

import (
	"fmt"

	"github.com/crdtool/crdtool/kube"
)

// New rules get the CEL environment of the version before, so that they still
// compile after a rollback.
func ExampleVersion_Behaviour() {
	v, err := kube.ParseVersion("v1.37")
	if err != nil {
		panic(err)
	}
	fmt.Println(v, v.Behaviour().CEL.New == kube.Version{Minor: 36}.Behaviour().CEL.Stored)
	_, err = kube.ParseVersion("2.0")
	fmt.Println(err)
	// Output:
	// 1.37 true
	// unknown Kubernetes version "2.0"; supported is 1.25 to 1.37
}

package kube_test

import (
	"fmt"

	"github.com/crdtool/crdtool/kube"
)

func ExampleParseVersion() {
	v, err := kube.ParseVersion("v1.33.4-gke.100")
	if err != nil {
		panic(err)
	}
	fmt.Println(v)
	_, err = kube.ParseVersion("2.0")
	fmt.Println(err)
	// Output:
	// 1.33
	// unknown Kubernetes version "2.0"; supported is 1.25 to 1.37
}

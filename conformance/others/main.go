package main

import (
	_ "github.com/openshift/crd-schema-checker/pkg/defaultcomparators"
	_ "sigs.k8s.io/crdify/pkg/runner"
)

func main() {}

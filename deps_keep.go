//go:build tools

package crdtool

import (
	_ "github.com/fatih/color"
	_ "github.com/google/cel-go/cel"
	_ "github.com/santhosh-tekuri/jsonschema/v5"
	_ "github.com/spf13/cobra"
	_ "k8s.io/apimachinery/pkg/api/validation"
	_ "k8s.io/apiserver/pkg/cel/environment"
	_ "k8s.io/kube-openapi/pkg/validation/validate"
	_ "sigs.k8s.io/yaml"
)

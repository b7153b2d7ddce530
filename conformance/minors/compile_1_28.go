//go:build since1_28

package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

var envSet = newEnvSet()

// compile compiles the rules as those of a new CustomResourceDefinition.
func compile(info *validation.CELTypeInfo) ([]cel.CompilationResult, error) {
	return cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, envSet, cel.NewExpressionsEnvLoader())
}

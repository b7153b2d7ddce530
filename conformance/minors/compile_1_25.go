//go:build !since1_27

package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
)

func compile(info *validation.CELTypeInfo) ([]cel.CompilationResult, error) {
	return cel.Compile(info.Schema, info.DeclType, cel.PerCallLimit)
}

func messageCost(cel.CompilationResult) *cost { return nil }

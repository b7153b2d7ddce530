//go:build since1_30 && !since1_35

package main

import "k8s.io/apiserver/pkg/cel/environment"

func newEnvSet() *environment.EnvSet {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion(), true)
}

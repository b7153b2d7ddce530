package main

import (
	"github.com/spf13/pflag"

	"github.com/crdtool/crdtool/kube"
)

// A kubeVersion is a flag that takes a version of Kubernetes.
type kubeVersion struct{ kube.Version }

var _ pflag.Value = (*kubeVersion)(nil)

func (v *kubeVersion) Type() string { return "VERSION" }

func (v *kubeVersion) Set(s string) (err error) {
	v.Version, err = kube.ParseVersion(s)
	return err
}

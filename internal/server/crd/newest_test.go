package crd

import "github.com/crdtool/crdtool/kube"

var newest = NewChecker(kube.Latest.Behaviour())

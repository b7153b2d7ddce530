package crd

import "github.com/crdtool/crdtool/internal/behaviour"
import "github.com/crdtool/crdtool/kube"

var newest = NewChecker(behaviour.Of(kube.Latest))

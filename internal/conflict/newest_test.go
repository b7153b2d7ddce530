package conflict

import "github.com/crdtool/crdtool/kube"

var newest = func() *kube.Behaviour { b := kube.Latest.Behaviour(); return &b }()

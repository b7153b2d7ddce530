// Package jsonpath compares crdtool's JSONPaths with k8s.io/client-go/util/jsonpath,
// and the cells of printer columns with the server's, over generated paths and
// objects. It holds nothing but tests.
package jsonpath

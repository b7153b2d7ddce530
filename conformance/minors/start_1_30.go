//go:build since1_30

package main

import (
	apitesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/rest"
)

// start runs the API server until stop is called.
func start(_ string, flags []string, storage *storagebackend.Config) (c *rest.Config, stop func(), err error) {
	server, err := apitesting.StartTestServer(silent{}, nil, flags, storage)
	return server.ClientConfig, server.TearDownFn, err
}

// silent is the logger that StartTestServer asks for.
type silent struct{}

func (silent) Errorf(string, ...interface{}) {}
func (silent) Fatalf(string, ...interface{}) {}
func (silent) Logf(string, ...interface{})   {}

// Package server runs the real thing: an etcd and an apiextensions-apiserver,
// both in this process and on loopback, for cases to be played against.
package server

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	apitesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/rest"
)

// prefix is where the server keeps its objects in etcd.
const prefix = "/registry/crdtool"

// Server is a running API server. It serves CustomResourceDefinitions and
// nothing else of Kubernetes.
type Server struct {
	// URL is where it listens; Client trusts it and is an administrator.
	URL    string
	Client *http.Client
	// Program is what StartMinor has started.
	Program string

	etcd *clientv3.Client
	stop []func()
}

// Start runs etcd and the API server and waits until both are ready. The caller
// must call Stop.
func Start() (s *Server, err error) {
	Quiet()
	s = new(Server)
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()

	dir, endpoint, err := s.startStore()
	if err != nil {
		return s, err
	}
	stub, err := writeKubeconfig(dir)
	if err != nil {
		return s, err
	}
	// kube-apiserver stores CustomResourceDefinitions as v1; this server's own
	// default is v1beta1.
	storage := storagebackend.NewDefaultConfig(prefix, apiserver.Codecs.LegacyCodec(v1.SchemeGroupVersion))
	var running apitesting.TestServer
	err = withoutStderr(func() error {
		running, err = apitesting.StartTestServer(silent{}, nil, flags(endpoint, stub), storage)
		return err
	})
	if err != nil {
		return s, fmt.Errorf("starting the API server: %w", err)
	}
	s.onStop(func() { running.TearDownFn() })

	s.URL = strings.TrimSuffix(running.ClientConfig.Host, "/")
	if !strings.Contains(s.URL, "://") {
		s.URL = "https://" + s.URL
	}
	s.Client, err = client(running.ClientConfig)
	return s, err
}

// startStore runs etcd and connects to it. It returns a folder that lasts as long
// as the server, and the URL of etcd.
func (s *Server) startStore() (dir, endpoint string, err error) {
	dir, err = os.MkdirTemp("", "crdtool-conformance-")
	if err != nil {
		return "", "", err
	}
	s.onStop(func() { os.RemoveAll(dir) })

	etcd, err := startEtcd(filepath.Join(dir, "etcd"))
	if err != nil {
		return "", "", err
	}
	s.onStop(etcd.Close)
	endpoint = "http://" + etcd.Clients[0].Addr().String()
	s.etcd, err = clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, Logger: zap.NewNop()})
	if err != nil {
		return "", "", fmt.Errorf("connecting to etcd: %w", err)
	}
	s.onStop(func() { s.etcd.Close() })
	return dir, endpoint, nil
}

// client returns a client that makes its requests one a connection with HTTP/1.1:
// a panicking handler closes its connection, and no other request shall suffer from
// that.
func client(c *rest.Config) (*http.Client, error) {
	c = rest.CopyConfig(c)
	c.TLSClientConfig.NextProtos = []string{"http/1.1"}
	return rest.HTTPClientFor(c)
}

func (s *Server) onStop(f func()) { s.stop = append(s.stop, f) }

// Stop ends the servers and removes what they wrote.
func (s *Server) Stop() {
	for i := len(s.stop) - 1; i >= 0; i-- {
		s.stop[i]()
	}
	s.stop = nil
}

// flags configure the API server to stand alone: what it would ask a
// kube-apiserver for is skipped or switched off.
func flags(etcd, kubeconfig string) []string {
	return []string{
		"--etcd-servers=" + etcd,
		"--etcd-prefix=" + prefix,
		"--authentication-skip-lookup",
		"--authentication-kubeconfig=" + kubeconfig,
		"--authorization-kubeconfig=" + kubeconfig,
		"--kubeconfig=" + kubeconfig,
		"--enable-priority-and-fairness=false",
		"--disable-admission-plugins=NamespaceLifecycle,MutatingAdmissionPolicy,MutatingAdmissionWebhook,ValidatingAdmissionPolicy,ValidatingAdmissionWebhook",
	}
}

// writeKubeconfig writes a kubeconfig that leads nowhere: the flags that take
// one are required, but nothing is asked of it.
func writeKubeconfig(dir string) (path string, err error) {
	path = filepath.Join(dir, "kubeconfig")
	return path, os.WriteFile(path, []byte(`apiVersion: v1
kind: Config
clusters:
- name: nowhere
  cluster: {server: "https://127.0.0.1:1"}
users:
- name: nobody
contexts:
- name: nowhere
  context: {cluster: nowhere, user: nobody}
current-context: nowhere
`), 0o600)
}

// key is where the store keeps a CustomResourceDefinition.
func key(name string) string {
	return prefix + "/apiextensions.k8s.io/customresourcedefinitions/" + name
}

// Put writes a CustomResourceDefinition, as v1 JSON, straight into the store,
// past all validation. So comes about what a cluster holds that an older
// Kubernetes accepted.
func (s *Server) Put(ctx context.Context, name string, object []byte) error {
	_, err := s.etcd.Put(ctx, key(name), string(object))
	return err
}

// Delete removes a CustomResourceDefinition from the store at once, whatever
// its finalizers say.
func (s *Server) Delete(ctx context.Context, name string) error {
	_, err := s.etcd.Delete(ctx, key(name))
	return err
}

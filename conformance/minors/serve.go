package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"
)

// reached says how to reach a running server.
type reached struct {
	URL string `json:"url"`
	// CA is what its certificate is verified with, as PEM; ServerName is the name
	// that the certificate is for.
	CA         []byte `json:"ca"`
	ServerName string `json:"serverName"`
	// Token makes the client an administrator.
	Token string `json:"token"`
}

func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	etcd := flags.String("etcd", "", "the `URL` of the etcd")
	prefix := flags.String("prefix", "/registry", "where the server keeps its objects in etcd")
	_ = flags.Parse(args)

	dir, err := os.MkdirTemp("", "crdtool-minors-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	stub, err := writeKubeconfig(dir)
	if err != nil {
		return err
	}
	// kube-apiserver stores CustomResourceDefinitions as v1; this server's own
	// default is v1beta1.
	storage := storagebackend.NewDefaultConfig(*prefix, apiserver.Codecs.LegacyCodec(v1.SchemeGroupVersion))
	c, stop, err := start(dir, serverFlags(*etcd, *prefix, stub), storage)
	if err != nil {
		return fmt.Errorf("starting the API server: %w", err)
	}
	defer stop()

	r := reached{URL: strings.TrimSuffix(c.Host, "/"), CA: c.CAData, ServerName: c.ServerName, Token: c.BearerToken}
	if !strings.Contains(r.URL, "://") {
		r.URL = "https://" + r.URL
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// serverFlags configure the API server to stand alone: what it would ask a
// kube-apiserver for is skipped or switched off.
func serverFlags(etcd, prefix, kubeconfig string) []string {
	return []string{
		"--etcd-servers=" + etcd,
		"--etcd-prefix=" + prefix,
		"--authentication-skip-lookup",
		"--authentication-kubeconfig=" + kubeconfig,
		"--authorization-kubeconfig=" + kubeconfig,
		"--kubeconfig=" + kubeconfig,
		"--enable-priority-and-fairness=false",
		"--disable-admission-plugins=" + strings.Join(options.NewAdmissionOptions().Plugins.Registered(), ","),
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

// Command minor21 is the API server of Kubernetes 1.21 as a program: the last release that
// has apiextensions.k8s.io/v1beta1, whose conversion crdtool convert is held against. See
// README.md.
//
//	minor21 version
//	minor21 serve -etcd URL -prefix PREFIX
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	apitesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "version":
		err = printVersion()
	case len(os.Args) > 1 && os.Args[1] == "serve":
		err = serve(os.Args[2:])
	default:
		fmt.Fprintln(os.Stderr, "usage: minor21 version|serve")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "minor21:", err)
		os.Exit(1)
	}
}

func printVersion() error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Errorf("the program was built without its modules' versions")
	}
	for _, m := range info.Deps {
		if m.Path == "k8s.io/apiextensions-apiserver" {
			_, err := fmt.Println(m.Version)
			return err
		}
	}
	return fmt.Errorf("the program has no API server in it")
}

// reached says how to reach a running server, as server.StartMinor reads it.
type reached struct {
	URL        string `json:"url"`
	CA         []byte `json:"ca"`
	ServerName string `json:"serverName"`
	Token      string `json:"token"`
}

// serve runs the API server on loopback until standard input closes.
func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	etcd := flags.String("etcd", "", "the `URL` of the etcd")
	prefix := flags.String("prefix", "/registry", "where the server keeps its objects in etcd")
	_ = flags.Parse(args)

	dir, err := os.MkdirTemp("", "crdtool-minor21-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	nowhere := filepath.Join(dir, "kubeconfig")
	if err := os.WriteFile(nowhere, []byte(kubeconfig), 0o600); err != nil {
		return err
	}
	storage := storagebackend.NewDefaultConfig(*prefix, apiserver.Codecs.LegacyCodec(v1.SchemeGroupVersion))
	running, err := apitesting.StartTestServer(silent{}, nil, []string{
		"--etcd-servers=" + *etcd,
		"--etcd-prefix=" + *prefix,
		"--authentication-skip-lookup",
		"--authentication-kubeconfig=" + nowhere,
		"--authorization-kubeconfig=" + nowhere,
		"--kubeconfig=" + nowhere,
		"--enable-priority-and-fairness=false",
		"--disable-admission-plugins=" + strings.Join(options.NewAdmissionOptions().Plugins.Registered(), ","),
	}, storage)
	if err != nil {
		return fmt.Errorf("starting the API server: %w", err)
	}
	defer running.TearDownFn()

	c := running.ClientConfig
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

// kubeconfig leads nowhere: the flags that take one are required, but nothing is
// asked of it.
const kubeconfig = `apiVersion: v1
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
`

// silent is the logger that StartTestServer asks for.
type silent struct{}

func (silent) Errorf(string, ...interface{}) {}
func (silent) Fatalf(string, ...interface{}) {}
func (silent) Logf(string, ...interface{})   {}

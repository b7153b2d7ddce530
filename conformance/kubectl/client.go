package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/kubectl/pkg/cmd/annotate"
	"k8s.io/kubectl/pkg/cmd/apply"
	"k8s.io/kubectl/pkg/cmd/create"
	"k8s.io/kubectl/pkg/cmd/edit"
	"k8s.io/kubectl/pkg/cmd/label"
	"k8s.io/kubectl/pkg/cmd/patch"
	"k8s.io/kubectl/pkg/cmd/replace"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
)

// client is what all of kubectl's commands use, for one --namespace.
type client struct {
	host      string
	transport http.RoundTripper
	warnings  *warnings
	namespace string // of --namespace

	discovery discovery.CachedDiscoveryInterface
	mapper    meta.RESTMapper
}

// warnings are those of the server, which kubectl prints once in each run.
type warnings struct{ rest.WarningHandler }

func newClient(host string, transport http.RoundTripper, w *warnings, namespace string) (*client, error) {
	c := &client{host: host, transport: transport, warnings: w, namespace: namespace}
	config, err := c.ToRESTConfig()
	if err != nil {
		return nil, err
	}
	d, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	c.discovery = memory.NewMemCacheClient(d)
	c.mapper = restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(c.discovery), c.discovery, nil)
	return c, nil
}

func (c *client) ToRESTConfig() (*rest.Config, error) {
	return &rest.Config{Host: c.host, Transport: c.transport, QPS: -1, WarningHandler: c.warnings}, nil
}

func (c *client) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	return c.discovery, nil
}

func (c *client) ToRESTMapper() (meta.RESTMapper, error) { return c.mapper, nil }

func (c *client) ToRawKubeConfigLoader() clientcmd.ClientConfig {
	overrides := &clientcmd.ConfigOverrides{}
	overrides.Context.Namespace = c.namespace
	config := clientcmdapi.NewConfig()
	config.Clusters["it"] = &clientcmdapi.Cluster{Server: c.host}
	config.Contexts["it"] = &clientcmdapi.Context{Cluster: "it"}
	config.CurrentContext = "it"
	return clientcmd.NewDefaultClientConfig(*config, overrides)
}

// output is what a run of kubectl printed, and its exit status.
type output struct {
	out, err string
	exit     int
}

// exited ends a command that kubectl would end by leaving the process.
type exited struct{ code int }

// kubectl runs a command.
func kubectl(f cmdutil.Factory, w *warnings, args []string) (o output, err error) {
	var out, errOut bytes.Buffer
	streams := genericiooptions.IOStreams{In: &bytes.Buffer{}, Out: &out, ErrOut: &errOut}
	w.WarningHandler = rest.NewWarningWriter(&errOut, rest.WarningWriterOptions{Deduplicate: true})

	var cmd *cobra.Command
	switch args[0] {
	case "apply":
		cmd = apply.NewCmdApply("kubectl", f, streams)
	case "create":
		cmd = create.NewCmdCreate(f, streams)
	case "replace":
		cmd = replace.NewCmdReplace(f, streams)
	case "annotate":
		cmd = annotate.NewCmdAnnotate("kubectl", f, streams)
	case "edit":
		// sed stands for a user, who writes another image.
		if err := os.Setenv("KUBE_EDITOR", "sed -i 's/image: .*/image: edited/'"); err != nil {
			return o, err
		}
		cmd = edit.NewCmdEdit(f, streams)
	case "label":
		cmd = label.NewCmdLabel(f, streams)
	case "patch":
		cmd = patch.NewCmdPatch(f, streams)
	default:
		return o, fmt.Errorf("there is no kubectl %s here", args[0])
	}
	cmd.SetOut(&out)
	cmd.SetErr(&errOut)
	cmd.SetArgs(args[1:])

	cmdutil.BehaviorOnFatal(func(message string, code int) {
		if len(message) > 0 && message[len(message)-1] != '\n' {
			message += "\n"
		}
		errOut.WriteString(message)
		panic(exited{code})
	})
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(exited)
			if !ok {
				panic(r)
			}
			o = output{out.String(), errOut.String(), e.code}
		}
	}()
	if err := cmd.Execute(); err != nil {
		return o, errors.Join(fmt.Errorf("kubectl %q", args), err)
	}
	return output{out.String(), errOut.String(), 0}, nil
}

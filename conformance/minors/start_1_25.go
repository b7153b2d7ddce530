//go:build !since1_30

package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
)

// start runs the API server until stop is called. Before 1.30 the server that releases
// start for tests publishes no OpenAPI, and before 1.27 it has no field manager, which
// needs OpenAPI. A kube-apiserver has both, so this one is told what the releases from
// 1.30 on tell theirs.
func start(dir string, flags []string, storage *storagebackend.Config) (c *rest.Config, stop func(), err error) {
	o := options.NewCustomResourceDefinitionsServerOptions(io.Discard, io.Discard)
	set := pflag.NewFlagSet("server", pflag.ContinueOnError)
	o.AddFlags(set)
	o.RecommendedOptions.Etcd.StorageConfig = *storage
	serving := o.RecommendedOptions.SecureServing
	if serving.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, nil, err
	}
	at := serving.Listener.Addr().(*net.TCPAddr)
	serving.BindPort, serving.ExternalAddress = at.Port, at.IP
	serving.ServerCert.CertDirectory = dir
	if err := set.Parse(flags); err != nil {
		return nil, nil, err
	}
	if err := o.APIEnablement.RuntimeConfig.Set("api/all=true"); err != nil {
		return nil, nil, err
	}
	if err := o.Complete(); err != nil {
		return nil, nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	config, err := o.Config()
	if err != nil {
		return nil, nil, err
	}
	withOpenAPI(&config.GenericConfig.Config)
	server, err := config.Complete().New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, nil, err
	}

	end, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.GenericAPIServer.PrepareRun().Run(end) }()
	stop = func() {
		close(end)
		<-ended
	}
	c = server.GenericAPIServer.LoopbackClientConfig
	if err := awaitHealthy(c, ended); err != nil {
		stop()
		return nil, nil, err
	}
	return c, stop, nil
}

func awaitHealthy(c *rest.Config, ended chan error) error {
	client, err := discovery.NewDiscoveryClientForConfig(c)
	if err != nil {
		return err
	}
	for tries := 0; tries < 600; tries++ {
		if client.RESTClient().Get().AbsPath("/healthz").Do(context.Background()).Error() == nil {
			return nil
		}
		select {
		case err := <-ended:
			ended <- nil
			return fmt.Errorf("it ended: %w", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
	return fmt.Errorf("it was not healthy within a minute")
}

package server

import (
	"flag"
	"io"
	"log"
	"os"

	"google.golang.org/grpc/grpclog"
	"k8s.io/klog/v2"
)

// Quiet silences the logs of everything of Kubernetes and etcd that runs in the
// process: what a case shows is in its answer, and the servers log hundreds of
// lines a second.
func Quiet() {
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	_ = flags.Set("logtostderr", "false")
	_ = flags.Set("alsologtostderr", "false")
	_ = flags.Set("stderrthreshold", "FATAL")
	klog.SetOutput(io.Discard)
	log.SetOutput(io.Discard)
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
}

// withoutStderr runs f while os.Stderr leads nowhere. The API server's HTTP
// server takes hold of it when it starts, to print the stack of every handler
// that panics.
func withoutStderr(f func() error) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	stderr := os.Stderr
	os.Stderr = null
	defer func() { os.Stderr = stderr }()
	return f()
}

// silent is the logger that StartTestServer asks for.
type silent struct{}

func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(string, ...any) {}
func (silent) Logf(string, ...any)   {}

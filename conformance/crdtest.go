package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/gotests"
)

// runGoTests has the same tests make their requests of crdtest, and of a real server as with
// envtest.
func runGoTests(args []string) error {
	o := gotests.Options{Example: "../examples/crdtest/config/crd/bases", Corpus: corpus() + "/dev"}
	flags := flag.NewFlagSet("crdtest", flag.ExitOnError)
	flags.BoolVar(&o.Verbose, "v", false, "list what the server answers")
	_ = flags.Parse(args)

	ok, err := gotests.Run(context.Background(), o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtest and kube-apiserver differ")
	}
	return err
}

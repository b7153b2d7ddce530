package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/conformance/suites"
	"github.com/crdtool/crdtool/kube"
)

// runSuites takes suites of tests through crdtool and a real server.
func runSuites(args []string) error {
	o := suites.Options{}
	flags := flag.NewFlagSet("suites", flag.ExitOnError)
	flags.IntVar(&o.Minor, "minor", kube.Latest.Minor, "the minor `version` of the server; those but the newest are built")
	flags.BoolVar(&o.Verbose, "v", false, "also list the tests that fail on the server")
	_ = flags.Parse(args)
	if o.Folders = flags.Args(); len(o.Folders) == 0 {
		return errors.New("name folders with suites and their CRDs, one of each project")
	}
	if o.Minor != kube.Latest.Minor {
		program, err := server.Build("minors", o.Minor, os.Stderr)
		if err != nil {
			return err
		}
		o.Program = program
	}
	ok, err := suites.Run(context.Background(), o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/conformance/server"
)

func runRecordOpenAPI(args []string) error {
	flags := flag.NewFlagSet("record-openapi", flag.ExitOnError)
	_ = flags.Parse(args)
	return openapi.Record(context.Background(), "..", os.Stdout)
}

// runReleases writes what older releases publish of Kubernetes' own types, for crdtool to
// embed, from the recorded answers.
func runReleases(args []string) error {
	flags := flag.NewFlagSet("releases", flag.ExitOnError)
	_ = flags.Parse(args)
	return openapi.WriteReleases("..")
}

func runOpenAPI(args []string) error {
	flags := flag.NewFlagSet("openapi", flag.ExitOnError)
	verbose := flags.Bool("v", false, "list all differences")
	mutants := flags.Bool("mutants", false, "compare damaged CRDs with the server's code, too, which takes minutes")
	rounds := flags.Int("bench", 0, "then measure this many `rounds`")
	_ = flags.Parse(args)
	server.Quiet()

	same, err := openapi.Compare(corpus(), *verbose, os.Stdout)
	if err != nil {
		return err
	}
	if *mutants {
		sameMutants, err := openapi.CompareMutants(corpus(), *verbose, os.Stdout)
		if err != nil {
			return err
		}
		same = same && sameMutants
	}
	if *rounds > 0 {
		if err := openapi.Bench(corpus(), *rounds, os.Stdout); err != nil {
			return err
		}
	}
	if !same {
		return fmt.Errorf("crdtool and kube-apiserver publish different documents")
	}
	return nil
}

package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/large"
)

func runLarge(args []string) error {
	o := large.Options{Corpus: corpus()}
	flags := flag.NewFlagSet("large", flag.ExitOnError)
	flags.IntVar(&o.Count, "n", 200, "compare this many `files`")
	flags.Int64Var(&o.Seed, "seed", 1, "the `seed` of the files")
	flags.IntVar(&o.From, "from", 0, "leave out the files before this `number`")
	flags.StringVar(&o.Only, "only", "", "compare only the families that match the `pattern`")
	flags.StringVar(&o.Keep, "keep", "", "copy the files with differences into this `folder`")
	flags.BoolVar(&o.Verbose, "v", false, "print a line for each file")
	_ = flags.Parse(args)

	ok, err := large.Run(context.Background(), o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

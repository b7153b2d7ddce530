package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/sequences"
)

const sequencesFolder = "../testdata/sequences"

func runRecordSequences(args []string) error {
	o := sequences.RecordOptions{Folder: sequencesFolder}
	flags := flag.NewFlagSet("record-sequences", flag.ExitOnError)
	flags.BoolVar(&o.Check, "check", false, "write nothing; fail if an answer is not as recorded")
	flags.StringVar(&o.Only, "only", "", "play only the sequences whose `name` matches the pattern")
	_ = flags.Parse(args)

	changed, err := sequences.Record(context.Background(), o, os.Stdout)
	if err == nil && o.Check && changed > 0 {
		err = fmt.Errorf("the answers to %d sequences are not as recorded", changed)
	}
	return err
}

func runSequences(args []string) error {
	o := sequences.Options{Testdata: "../testdata", Corpus: corpus()}
	flags := flag.NewFlagSet("sequences", flag.ExitOnError)
	flags.IntVar(&o.Count, "n", 2000, "play this many `sequences`")
	flags.Int64Var(&o.Seed, "seed", 1, "the `seed` of the random sequences")
	flags.IntVar(&o.Examples, "examples", 1, "print this many differences of a class")
	_ = flags.Parse(args)

	ok, err := sequences.Compare(context.Background(), o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

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

// Command conformance holds crdtool against the real kube-apiserver.
//
//	go run . record [-check] [-only PATTERN] [FOLDER]
//	go run . compare [-cel] [-v] [FOLDER]
//	go run . bench [-n TIMES]
//
// FOLDER is the folder of the cases, ../testdata/crd unless given.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/conformance/record"
)

const casesFolder = "../testdata/crd"

var commands = map[string]func(args []string) error{
	"record":  runRecord,
	"compare": runCompare,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: conformance record|compare|bench [flags] [folder]")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func runRecord(args []string) error {
	flags := flag.NewFlagSet("record", flag.ExitOnError)
	check := flags.Bool("check", false, "write nothing; fail if an answer is not as recorded")
	only := flags.String("only", "", "play only the cases whose `name` matches the pattern")
	_ = flags.Parse(args)

	changed, err := record.Run(context.Background(), record.Options{Cases: folder(flags), Only: *only, Check: *check}, os.Stdout)
	if err == nil && *check && changed > 0 {
		err = fmt.Errorf("%d answers are not as recorded", changed)
	}
	return err
}

func runCompare(args []string) error {
	o := compare.Options{Corpus: "../../shared/corpus", Known: "known-differences"}
	if corpus := os.Getenv("CRDTOOL_CORPUS"); corpus != "" {
		o.Corpus = corpus
	}
	flags := flag.NewFlagSet("compare", flag.ExitOnError)
	flags.BoolVar(&o.CEL, "cel", false, "compare causes that come from CEL, too")
	flags.BoolVar(&o.Verbose, "v", false, "list all differences, in full")
	_ = flags.Parse(args)
	o.Cases = folder(flags)

	ok, err := compare.Run(o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

func folder(flags *flag.FlagSet) string {
	if flags.NArg() > 0 {
		return flags.Arg(0)
	}
	return casesFolder
}

// Command conformance holds crdtool against the real kube-apiserver.
//
//	go run . record [-check] [-only PATTERN] [FOLDER]
//	go run . compare [-v] [FOLDER]
//	go run . record-objects [-check] [-only PATTERN]
//	go run . objects [-v]
//	go run . record-sequences [-check] [-only PATTERN]
//	go run . sequences [-n COUNT] [-seed N]
//	go run . record-openapi
//	go run . openapi [-v] [-mutants] [-bench ROUNDS]
//	go run . record-minors [-minors "1.25 1.30"] [-sets NAMES] [-only PATTERN]
//	go run . minors [-minors "1.25 1.30"] [-v]
//	go run . record-expressions [-all]
//	go run . releases
//	go run . record-v1beta1 [-only PATTERN]
//	go run . v1beta1 [-v]
//	go run . record-crossplane [-damaged N] [FOLDER]
//	go run . record-merges [-patches N] [FOLDER]
//	go run . suites [-minor 32] [-v] FOLDER...
//	go run . crdtest [-v]
//	go run . large [-n FILES] [-from N] [-seed N] [-only PATTERN] [-keep FOLDER] [-v]
//	go run . bench [-n ROUNDS]
//
// record plays the cases against a real API server and writes its answers into
// them. compare holds crdtool, and the server's code run in this process, against
// those answers and against the corpus. bench measures the three side by side.
//
// FOLDER is the folder of the cases, ../testdata/crd unless given. The corpus is
// ../../shared/corpus unless the environment's CRDTOOL_CORPUS says otherwise.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/conformance/bench"
	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/conformance/objects"
	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
)

const (
	casesFolder       = "../testdata/crd"
	objectCasesFolder = "../testdata/dryrun"
)

var commands = map[string]func(args []string) error{
	"record":  runRecord,
	"compare": runCompare,
	"bench":   runBench,

	"record-objects": runRecordObjects,
	"objects":        runObjects,

	"record-openapi": runRecordOpenAPI,
	"openapi":        runOpenAPI,

	"record-sequences": runRecordSequences,
	"sequences":        runSequences,

	"record-minors": runRecordMinors,
	"minors":        runMinors,

	"record-expressions": runRecordExpressions,

	"releases": runReleases,

	"record-v1beta1": runRecordBetas,
	"v1beta1":        runBetas,
	"suites":         runSuites,
	"crdtest":        runGoTests,

	"large": runLarge,

	"record-crossplane": runRecordCrossplane,
	"record-merges":     runRecordMerges,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: conformance record|compare|record-objects|objects|record-sequences|sequences|record-openapi|openapi|crdtest|large|bench [flags] [folder]")
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
	o := compare.Options{Corpus: corpus(), Known: "known-differences"}
	flags := flag.NewFlagSet("compare", flag.ExitOnError)
	flags.BoolVar(&o.Verbose, "v", false, "list all differences, in full")
	_ = flags.Parse(args)
	o.Cases = folder(flags)
	server.Quiet()

	ok, err := compare.Run(o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

func runRecordObjects(args []string) error {
	flags := flag.NewFlagSet("record-objects", flag.ExitOnError)
	check := flags.Bool("check", false, "write nothing; fail if an answer is not as recorded")
	only := flags.String("only", "", "play only the cases whose `name` matches the pattern")
	_ = flags.Parse(args)

	changed, err := record.RunObjects(context.Background(), record.Options{Cases: objectCasesFolder, Only: *only, Check: *check}, os.Stdout)
	if err == nil && *check && changed > 0 {
		err = fmt.Errorf("%d answers are not as recorded", changed)
	}
	return err
}

func runObjects(args []string) error {
	o := objects.Options{Corpus: corpus(), Known: "known-differences/objects"}
	flags := flag.NewFlagSet("objects", flag.ExitOnError)
	flags.BoolVar(&o.Verbose, "v", false, "list all differences, in full")
	_ = flags.Parse(args)

	ok, err := objects.Run(o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and kube-apiserver differ")
	}
	return err
}

func runBench(args []string) error {
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	rounds := flags.Int("n", 9, "measure this many `rounds`")
	_ = flags.Parse(args)
	server.Quiet()
	return bench.Run(corpus(), *rounds, os.Stdout)
}

// corpus is the folder of real CRDs with recorded answers.
func corpus() string { return sweep.Corpus() }

func folder(flags *flag.FlagSet) string {
	if flags.NArg() > 0 {
		return flags.Arg(0)
	}
	return casesFolder
}

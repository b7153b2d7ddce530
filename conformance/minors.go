package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/conformance/versions"
)

const (
	minorsModule  = "minors"
	minorsAnswers = "../testdata/minors"
)

func runRecordMinors(args []string) error {
	o := record.MinorsOptions{
		Module: minorsModule, Cases: casesFolder, ObjectCases: objectCasesFolder, Corpus: corpus(), Answers: minorsAnswers,
	}
	flags := flag.NewFlagSet("record-minors", flag.ExitOnError)
	minors := flags.String("minors", "", "ask the servers of these `versions`, such as \"1.25 1.30\"; all, if none is given")
	sets := flags.String("sets", "", "ask only what these `names` of files in testdata/minors have, without extension")
	flags.BoolVar(&o.Missing, "missing", false, "ask only what has no recorded answer")
	flags.StringVar(&o.Only, "only", "", "ask only what has an `id` that matches the pattern")
	_ = flags.Parse(args)
	var err error
	if o.Minors, err = parseMinors(*minors); err != nil {
		return err
	}
	o.Sets = list(*sets)
	return record.RunMinors(context.Background(), o, os.Stdout)
}

func runRecordExpressions(args []string) error {
	o := record.ExpressionsOptions{Module: minorsModule, Folder: "../testdata/cel"}
	flags := flag.NewFlagSet("record-expressions", flag.ExitOnError)
	flags.BoolVar(&o.All, "all", false, "ask about the rules that have answers, too")
	_ = flags.Parse(args)
	return record.RunExpressions(context.Background(), o, os.Stdout)
}

// list splits at spaces and commas.
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
}

func parseMinors(s string) ([]int, error) {
	var minors []int
	for _, v := range list(s) {
		var n int
		if _, err := fmt.Sscanf(v, "1.%d", &n); err != nil || fmt.Sprintf("1.%d", n) != v {
			return nil, fmt.Errorf("%q is no version such as 1.30", v)
		}
		minors = append(minors, n)
	}
	return minors, nil
}

func runMinors(args []string) error {
	o := versions.Options{
		Answers: minorsAnswers, Cases: casesFolder, ObjectCases: objectCasesFolder, Corpus: corpus(), Known: "known-differences/minors",
	}
	flags := flag.NewFlagSet("minors", flag.ExitOnError)
	minors := flags.String("minors", "", "compare at these `versions`, such as \"1.25 1.30\"; all, if none is given")
	sets := flags.String("sets", "", "compare only what these `names` of files in testdata/minors have, without extension")
	flags.BoolVar(&o.Verbose, "v", false, "list all differences, those of one kind together")
	flags.BoolVar(&o.WriteOpen, "write-open", false, "write how many answers are equal at versions that are not finished")
	_ = flags.Parse(args)
	var err error
	if o.Minors, err = parseMinors(*minors); err != nil {
		return err
	}
	o.Sets = list(*sets)
	server.Quiet()
	ok, err := versions.Run(o, os.Stdout)
	if err == nil && !ok {
		err = fmt.Errorf("crdtool and the servers differ")
	}
	return err
}

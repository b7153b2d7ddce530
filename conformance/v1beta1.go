package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/conformance/betas"
	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/conformance/server"
)

const (
	betaModule  = "minor21"
	betaAnswers = "../testdata/v1beta1"
	betaCases   = "../testdata/convert"
)

func runRecordBetas(args []string) error {
	o := record.BetaOptions{Module: betaModule, Corpus: betaCorpus(), Answers: betaAnswers, Cases: betaCases}
	flags := flag.NewFlagSet("record-v1beta1", flag.ExitOnError)
	flags.StringVar(&o.Only, "only", "", "ask only what has an `id` that matches the pattern")
	_ = flags.Parse(args)
	return record.RunBetas(context.Background(), o, os.Stdout)
}

func runBetas(args []string) error {
	o := betas.Options{Corpus: betaCorpus(), Answers: betaAnswers}
	flags := flag.NewFlagSet("v1beta1", flag.ExitOnError)
	flags.BoolVar(&o.Verbose, "v", false, "list all differences, in full")
	_ = flags.Parse(args)
	server.Quiet()
	ok, err := betas.Run(o, os.Stdout)
	if err == nil && !ok {
		err = errors.New("crdtool convert and kube-apiserver 1.21 differ")
	}
	return err
}

// betaCorpus is the folder of CRDs of v1beta1 of public projects.
func betaCorpus() string { return filepath.Join(corpus(), "v1beta1") }

package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/conformance/record"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const (
	xrdAnswers = "../testdata/crossplane/xrds.jsonl.gz"
	xrdCRD     = "../internal/server/crossplane/xrds.yaml"
)

// runRecordCrossplane writes Crossplane's CRD of CompositeResourceDefinitions, and records what a server and Crossplane make of CompositeResourceDefinitions: of those that are
// recorded already, or of a folder that has files and SOURCES.tsv, with their repositories, commits and paths.
func runRecordCrossplane(args []string) error {
	flags := flag.NewFlagSet("record-crossplane", flag.ExitOnError)
	damaged := flags.Int("damaged", 480, "how many definitions to damage")
	_ = flags.Parse(args)
	if err := record.WriteXRDCRD(xrdCRD); err != nil {
		return err
	}
	var inputs []golden.XRD
	if flags.NArg() > 0 {
		var err error
		if inputs, err = readXRDFolder(flags.Arg(0)); err != nil {
			return err
		}
	} else {
		all, err := golden.ReadXRDs(xrdAnswers)
		if err != nil {
			return err
		}
		for _, x := range all {
			if !strings.Contains(x.ID, " damaged ") {
				inputs = append(inputs, golden.XRD{ID: x.ID, Source: x.Source, Text: x.Text})
			}
		}
	}
	return record.RunCrossplane(context.Background(), xrdCRD, inputs, *damaged, xrdAnswers, os.Stdout)
}

func readXRDFolder(folder string) ([]golden.XRD, error) {
	f, err := os.Open(filepath.Join(folder, "SOURCES.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = '\t', -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	var all []golden.XRD
	for _, row := range rows {
		text, err := os.ReadFile(filepath.Join(folder, "files", row[0]))
		if err != nil {
			continue // the head of the table, or a file that was left out
		}
		all = append(all, golden.XRD{ID: strings.TrimSuffix(row[0], ".yaml"), Source: fmt.Sprintf("%s@%s:%s (%s)", row[1], row[2], row[3], row[4]), Text: string(text)})
	}
	return all, nil
}

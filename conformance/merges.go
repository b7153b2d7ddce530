package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/conformance/merges"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const mergedPatches = "../testdata/kustomize/merges.jsonl.gz"

// runRecordMerges records how a server merges patches of objects of CRDs: of those that are recorded already, or of a
// folder that has files and SOURCES.tsv, with their repositories, commits, paths and licenses.
func runRecordMerges(args []string) error {
	flags := flag.NewFlagSet("record-merges", flag.ExitOnError)
	patches := flags.Int("patches", 2, "how many patches to make for each CRD")
	_ = flags.Parse(args)
	inputs, err := mergeInputs(flags.Arg(0))
	if err != nil {
		return err
	}
	return merges.Record(context.Background(), inputs, *patches, mergedPatches, os.Stdout)
}

func mergeInputs(folder string) ([]merges.Input, error) {
	var inputs []merges.Input
	if folder == "" {
		recorded, err := golden.ReadMerges(mergedPatches)
		for _, r := range recorded {
			inputs = append(inputs, merges.Input{Source: r.Source, Text: r.CRD})
		}
		return inputs, err
	}
	f, err := os.Open(filepath.Join(folder, "SOURCES.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	r.FieldsPerRecord = 5
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		text, err := os.ReadFile(filepath.Join(folder, "files", row[0]))
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, merges.Input{Source: fmt.Sprintf("%s@%s:%s (%s)", row[1], row[2], row[3], row[4]), Text: text})
	}
	return inputs, nil
}

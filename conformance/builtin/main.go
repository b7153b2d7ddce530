// Command builtin writes the kinds and fields of Kubernetes' own API, for crdtool to embed, and records how servers
// decode objects of these kinds.
//
//	go run ./builtin catalog
//	go run ./builtin record [-minors "1.25 1.37"] [-n CASES] [-seed N]
//
// catalog reads the Go types of k8s.io/api, k8s.io/apimachinery and k8s.io/kube-aggregator in each minor version, at
// the patch versions of conformance/minors. The API server decodes requests into these types, and the words of its
// errors name them. The modules come from the module proxy; their code is parsed, not compiled.
//
// record builds conformance/minors/decode for each minor version, and has it decode the objects that k8s.io/api keeps
// for its own tests, as they are and damaged. The answers go to testdata/builtin.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/server/builtin"
)

const (
	modulesFolder = "minors/modules"
	catalogFile   = "../internal/server/builtin/catalog.json.gz"
	recordsFolder = "../testdata/builtin"
)

func main() {
	err := fmt.Errorf("usage: builtin catalog|record")
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "catalog":
			err = writeCatalog()
		case "record":
			o := recordOptions{}
			flags := flag.NewFlagSet("record", flag.ExitOnError)
			flags.StringVar(&o.minors, "minors", "", "ask the decoders of these `versions`; all, if none is given")
			flags.IntVar(&o.cases, "n", 500, "damage this many `objects` for each version")
			flags.Uint64Var(&o.seed, "seed", 1, "choose the damage by this `number`")
			_ = flags.Parse(os.Args[2:])
			err = record(o)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "builtin:", err)
		os.Exit(1)
	}
}

func writeCatalog() error {
	releases, err := readReleases(modulesFolder)
	if err != nil {
		return err
	}
	m := newMerge(releases)
	for _, r := range releases {
		api, err := readAPI(r)
		if err != nil {
			return fmt.Errorf("Kubernetes 1.%d: %w", r.minor, err)
		}
		if err := m.add(r.minor, api); err != nil {
			return fmt.Errorf("Kubernetes 1.%d: %w", r.minor, err)
		}
	}
	catalog := m.catalog()
	text, err := json.Marshal(catalog)
	if err != nil {
		return err
	}
	packed, err := compress(text)
	if err != nil {
		return err
	}
	fmt.Printf("%d kinds, %d types, %d fields in %d releases: %d bytes, compressed %d\n",
		len(catalog.Kinds), len(catalog.Types), fields(catalog), len(releases), len(text), len(packed))
	return os.WriteFile(catalogFile, packed, 0o644)
}

func compress(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

func fields(c *builtin.Catalog) int {
	n := 0
	for _, t := range c.Types {
		n += len(t.Fields)
	}
	return n
}

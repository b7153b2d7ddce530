package openapi

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// project is a project of the corpus.
type project struct {
	name, dir string
	crds      []*crd.CustomResourceDefinition
}

// projects reads the CRDs of the corpus.
func projects(corpus string) ([]project, error) {
	dirs, err := filepath.Glob(filepath.Join(corpus, "dev", "*", "crds"))
	if err != nil {
		return nil, err
	}
	slices.Sort(dirs)
	var all []project
	for _, dir := range dirs {
		p := project{name: filepath.Base(filepath.Dir(dir)), dir: filepath.Dir(dir)}
		files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			p.crds = append(p.crds, decodeCRDs(file, text)...)
		}
		all = append(all, p)
	}
	return all, nil
}

func decodeCRDs(name string, text []byte) (all []*crd.CustomResourceDefinition) {
	for _, doc := range source.Read(name, text).Documents {
		c, _ := crd.Decode(doc)
		all = append(all, c)
	}
	return all
}

// comparison counts documents and prints their differences.
type comparison struct {
	out       io.Writer
	documents int
	equal     int
	lines     int
	most      int // how many differences to print
}

// document compares a document of ours with a recorded one.
func (c *comparison) document(name string, want, got document) {
	c.documents++
	lines := diff("", want, got)
	if len(lines) == 0 {
		c.equal++
		return
	}
	for _, l := range lines {
		if c.lines++; c.lines <= c.most {
			fmt.Fprintf(c.out, "%s#%s\n", name, l)
		}
	}
}

// Compare holds the documents that crdtool writes against those that a real
// server published for the corpus. It prints the first differences, or all if
// verbose, and reports whether there are none.
func Compare(corpus string, verbose bool, out io.Writer) (ok bool, err error) {
	all, err := projects(corpus)
	if err != nil {
		return false, err
	}
	if len(all) == 0 {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): OpenAPI documents of public projects are NOT compared\n", corpus)
		return true, nil
	}
	c := comparison{out: out, most: 20}
	if verbose {
		c.most = 1 << 30
	}
	for _, p := range all {
		if err := c.v3(p); err != nil {
			return false, fmt.Errorf("%s: %w", p.name, err)
		}
		if err := c.v2(p); err != nil {
			return false, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	fmt.Fprintf(out, "%d documents, %d equal, %d differences\n", c.documents, c.equal, c.lines)
	return c.equal == c.documents, nil
}

// v3 compares every v3 document, whole, and the list of them.
func (c *comparison) v3(p project) error {
	docs, err := openapiv3.Build(p.crds, kube.Latest)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(p.dir, "openapi", "v3", "apis", "*", "*.json.gz"))
	if err != nil {
		return err
	}
	recorded := map[string]document{}
	for _, file := range files {
		group, version := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".json.gz")
		if recorded[group+"/"+version], err = readGzip(file); err != nil {
			return err
		}
	}
	for _, gv := range docs.GroupVersions() {
		text, err := docs[gv].MarshalJSON()
		if err != nil {
			return err
		}
		got, err := decode(bytes.NewReader(text))
		if err != nil {
			return err
		}
		name := p.name + "/v3/apis/" + gv.String()
		if recorded[gv.String()] == nil {
			got = document{"a document that the server does not publish": gv.String()}
		}
		c.document(name, recorded[gv.String()], got)
		delete(recorded, gv.String())
	}
	for gv, want := range recorded {
		c.document(p.name+"/v3/apis/"+gv, want, document{})
	}
	return nil
}

// v2 compares what of the v2 document stems from CRDs: their paths, and all that
// those refer to.
func (c *comparison) v2(p project) error {
	doc, err := openapiv2.Build(p.crds, kube.Latest)
	if err != nil {
		return err
	}
	got, err := generic(doc)
	if err != nil {
		return err
	}
	recorded, err := readGzip(filepath.Join(p.dir, "openapi", "v2.json.gz"))
	if err != nil {
		return err
	}
	want := only(recorded, func(path string) bool {
		return strings.HasPrefix(path, "/apis/") && !strings.HasPrefix(path, "/apis/apiextensions.k8s.io/")
	})
	want["swagger"] = recorded["swagger"]
	// The title is that of all APIs of the recorded server.
	delete(got, "info")
	c.document(p.name+"/v2", want, got)
	return nil
}

func readGzip(file string) (document, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return decode(z)
}

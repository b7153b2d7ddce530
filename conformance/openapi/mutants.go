package openapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// CompareMutants holds the documents that crdtool writes for the damaged CRDs of
// the corpus against those of the server's own builder, run in this process. Most
// of them no server would accept today; it publishes them if they are in its
// store.
func CompareMutants(corpus string, verbose bool, out io.Writer) (ok bool, err error) {
	c := comparison{out: out, most: 20}
	if verbose {
		c.most = 1 << 30
	}
	skipped := 0
	err = eachMutant(corpus, func(id string, text []byte) error {
		ours, theirs := readMutant(text)
		if ours == nil || theirs == nil {
			skipped++
			return nil
		}
		if !c.mutantV3(id, ours, theirs) || !c.mutantV2(id, ours, theirs) {
			skipped++
		}
		return nil
	})
	if os.IsNotExist(err) {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): OpenAPI documents of damaged CRDs are NOT compared\n", corpus)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "mutants: %d documents, %d equal, %d differences; %d mutants skipped that are unreadable or have no names\n", c.documents, c.equal, c.lines, skipped)
	return c.equal == c.documents, nil
}

// readMutant reads a mutant with both decoders; nil if one can't.
func readMutant(text []byte) (*crd.CustomResourceDefinition, *v1.CustomResourceDefinition) {
	docs := source.Read("mutant.json", text).Documents
	if len(docs) != 1 {
		return nil, nil
	}
	ours, flaws := crd.Decode(docs[0])
	if slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) {
		return nil, nil
	}
	theirs, err := serverCRD(text)
	if err != nil {
		return nil, nil
	}
	return ours, theirs
}

func (c *comparison) mutantV3(id string, ours *crd.CustomResourceDefinition, theirs *v1.CustomResourceDefinition) (compared bool) {
	built, err := openapiv3.Build([]*crd.CustomResourceDefinition{ours}, kube.Latest)
	if err != nil {
		return false
	}
	want, err := serverV3([]*v1.CustomResourceDefinition{theirs})
	if err != nil {
		return false
	}
	got := map[string]json.RawMessage{}
	for gv, doc := range built {
		if got[gv.String()], err = doc.MarshalJSON(); err != nil {
			return false
		}
	}
	return c.values(id+" v3", want, got)
}

func (c *comparison) mutantV2(id string, ours *crd.CustomResourceDefinition, theirs *v1.CustomResourceDefinition) (compared bool) {
	got, err := openapiv2.Build([]*crd.CustomResourceDefinition{ours}, kube.Latest)
	if err != nil {
		return false
	}
	want, err := serverV2(theirs)
	if err != nil {
		return false
	}
	want.Info = got.Info
	// The server adds its own kinds of DeleteOptions when it merges documents,
	// which the builder alone does not do.
	const options = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"
	delete(want.Definitions, options)
	delete(got.Definitions, options)
	return c.values(id+" v2", want, got)
}

// values compares what two values are as JSON. Equal ones mostly are so to the
// byte, and need not be read again.
func (c *comparison) values(name string, want, got any) (compared bool) {
	w, errW := json.Marshal(want)
	g, errG := json.Marshal(got)
	if errW != nil || errG != nil {
		return false
	}
	if bytes.Equal(w, g) {
		c.documents++
		c.equal++
		return true
	}
	wDoc, errW := decode(bytes.NewReader(w))
	gDoc, errG := decode(bytes.NewReader(g))
	if errW != nil || errG != nil {
		return false
	}
	c.document(name, wDoc, gDoc)
	return true
}

// eachMutant calls f with the JSON of every mutant.
func eachMutant(corpus string, f func(id string, text []byte) error) error {
	file, err := os.Open(filepath.Join(corpus, "dev", "truth-crd-mutants.jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	bases := map[string][]byte{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m struct {
			ID, Base string
			Patch    json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		if bases[m.Base] == nil {
			text, err := os.ReadFile(filepath.Join(corpus, "dev", m.Base))
			if err != nil {
				return err
			}
			if bases[m.Base], err = yaml.YAMLToJSON(text); err != nil {
				return err
			}
		}
		patch, err := jsonpatch.DecodePatch(m.Patch)
		if err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		text, err := patch.Apply(bases[m.Base])
		if err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		if err := f(m.ID, text); err != nil {
			return err
		}
	}
	return lines.Err()
}

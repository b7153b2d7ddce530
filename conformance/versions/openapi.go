package versions

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
)

// published compares the OpenAPI documents of each project.
func (o Options) published() (*set, error) {
	s := &set{name: "openapi", file: "openapi.jsonl.gz"}
	values, err := openapi.ReadValues(o.Answers)
	if err != nil {
		return nil, err
	}
	list, err := requests.Projects(o.Corpus)
	for _, r := range list {
		s.questions = append(s.questions, question{id: r.ID, hash: r.Hash, compareAll: func(text json.RawMessage, as *emulated) (map[string]comparison, error) {
			var recorded requests.Published
			d := json.NewDecoder(bytes.NewReader(text))
			d.UseNumber()
			if err := d.Decode(&recorded); err != nil {
				return nil, err
			}
			newest, err := o.newestDocuments(r.ID)
			if err != nil {
				return nil, err
			}
			got, err := as.published(r, recorded.Refused)
			if err != nil {
				return nil, err
			}
			all := map[string]comparison{}
			for name, packed := range recorded.Changes {
				changes, err := values.Unpack(packed)
				if err != nil {
					return nil, err
				}
				want, err := openapi.Apply(newest[name], changes)
				if err != nil {
					return nil, err
				}
				all[name] = compareDocuments(want, got[name])
			}
			for name := range got {
				if _, published := recorded.Changes[name]; !published {
					all[name] = comparison{verdict: true, differences: []difference{{"a document of crdtool only", name}}}
				}
			}
			return all, nil
		}})
	}
	return s, err
}

// newestDocuments reads the documents of a project once.
func (o Options) newestDocuments(project string) (map[string]openapi.Document, error) {
	if found := o.documents[project]; found != nil {
		return found, nil
	}
	docs, err := openapi.Recorded(o.Corpus, project)
	o.documents[project] = docs
	return docs, err
}

// published are crdtool's documents for the CRDs of a project that the server does
// not refuse.
func (e *emulated) published(r requests.Project, refused []string) (docs map[string]openapi.Document, err error) {
	defer recovered(&err)
	var crds []*crd.CustomResourceDefinition
	for _, file := range r.Files {
		if slices.Contains(refused, strings.TrimSuffix(filepath.Base(file), ".yaml")) {
			continue
		}
		f, err := source.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, doc := range f.Documents {
			c, _ := crd.Decode(doc)
			crds = append(crds, c)
		}
	}
	docs = map[string]openapi.Document{}
	v3, err := openapiv3.Build(crds, e.version)
	if err != nil {
		return nil, err
	}
	for _, gv := range v3.GroupVersions() {
		text, err := v3[gv].MarshalJSON()
		if err != nil {
			return nil, err
		}
		if docs["v3 "+gv.String()], err = document(text); err != nil {
			return nil, err
		}
	}
	v2, err := openapiv2.Build(crds, e.version)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(v2)
	if err != nil {
		return nil, err
	}
	docs["v2"], err = document(text)
	return docs, err
}

// document reads a document without what is not about CRDs.
func document(text []byte) (openapi.Document, error) {
	var doc openapi.Document
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err := d.Decode(&doc)
	for _, k := range []string{"info", "swagger", "openapi"} {
		delete(doc, k)
	}
	return doc, err
}

func compareDocuments(want, got openapi.Document) comparison {
	var c comparison
	for _, line := range openapi.Differences(want, got) {
		c.verdict = true
		pointer, what, _ := strings.Cut(line, ": ")
		c.differences = append(c.differences, difference{maskPointer(pointer) + ": " + mask(what), line})
	}
	return c
}

var (
	verbs = regexp.MustCompile(`^/(paths)/[^/]*/`)
	names = regexp.MustCompile(`^/(definitions|components/schemas)/[^/]*\.(\w+)`)
	inner = regexp.MustCompile(`/properties/[^/]*`)
)

// maskPointer keeps of a pointer what is the same for all CRDs.
func maskPointer(p string) string {
	p = verbs.ReplaceAllString(p, "/$1/*/")
	p = names.ReplaceAllString(p, "/$1/*")
	return inner.ReplaceAllString(p, "/properties/*")
}

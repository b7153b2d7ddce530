package requests

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Object is the request to create or update an object, with dryRun, in a cluster
// with the CRDs of its project.
type Object struct {
	ID string
	// Repo is the project and CRD the name of the CRD.
	Repo, CRD string
	// Path is that of the URL.
	Path string
	Body json.RawMessage
	// Old is the object in the store, which is updated; nil on create.
	Old json.RawMessage
	// FieldValidation is "Strict" or "Warn".
	FieldValidation string
}

// Hash is that of the request.
func (r Object) Hash() string {
	return golden.Hash([]byte(r.FieldValidation), []byte(r.Path), r.Body, r.Old)
}

// Method is that of HTTP.
func (r Object) Method() string {
	if r.Old == nil {
		return http.MethodPost
	}
	return http.MethodPut
}

func (r Object) segments() []string { return strings.Split(strings.TrimPrefix(r.Path, "/apis/"), "/") }

// Group, Version, Namespace, Plural and Name are those in the URL.
func (r Object) Group() string { return r.segments()[0] }

// Version is that in the URL.
func (r Object) Version() string { return r.segments()[1] }

// Namespace is that in the URL, empty for a cluster-scoped object.
func (r Object) Namespace() string {
	if s := r.segments(); len(s) > 4 && s[2] == "namespaces" {
		return s[3]
	}
	return ""
}

func (r Object) last() []string {
	if r.Namespace() != "" {
		return r.segments()[4:]
	}
	return r.segments()[2:]
}

// Plural is that in the URL.
func (r Object) Plural() string { return r.last()[0] }

// Name is that in the URL; empty for a create.
func (r Object) Name() string {
	if l := r.last(); len(l) > 1 {
		return l[1]
	}
	return ""
}

// UID is that of all old objects.
const UID = "00000000-0000-4000-8000-000000000001"

// Objects are the objects of the corpus, each asked for with Warn and with Strict.
// Those that need a conversion webhook are left out.
func Objects(corpus string) ([]Object, error) {
	var all []Object
	err := readObjects(corpus, "truth-objects.jsonl", func(t *truth) error {
		if t.Sent == nil {
			return nil
		}
		id := t.Repo + "/" + t.File
		o := Object{ID: id, Repo: t.Repo, CRD: t.CRD, Path: t.Path, Body: t.Sent, FieldValidation: "Warn"}
		all = append(all, o)
		o.ID, o.FieldValidation = id+" with Strict", "Strict"
		all = append(all, o)
		return nil
	})
	return all, err
}

// ObjectMutants are the damaged objects of the corpus.
func ObjectMutants(corpus string) ([]Object, error) {
	var all []Object
	err := readObjects(corpus, "truth-mutants.jsonl", func(t *truth) error {
		o := Object{ID: t.ID, Repo: t.Repo, CRD: t.CRD, Path: t.Path, Body: t.Object, FieldValidation: "Warn"}
		if t.Old != nil {
			// Creates and updates are counted apart.
			o.ID += " update"
			var err error
			if o.Old, err = stored(t.Old); err != nil {
				return err
			}
		}
		all = append(all, o)
		return nil
	})
	return all, err
}

// stored is the old object with what was left out of it when it was recorded.
func stored(old json.RawMessage) (json.RawMessage, error) {
	var o map[string]any
	d := json.NewDecoder(bytes.NewReader(old))
	d.UseNumber()
	if err := d.Decode(&o); err != nil {
		return nil, err
	}
	if meta, ok := o["metadata"].(map[string]any); ok {
		meta["uid"] = UID
		meta["creationTimestamp"] = "2020-01-01T00:00:00Z"
	}
	return json.Marshal(o)
}

type truth struct {
	ID, Repo, CRD, File, Path string

	Sent, Object, Old json.RawMessage
}

func readObjects(corpus, name string, f func(*truth) error) error {
	return compare.ReadLines(filepath.Join(corpus, "dev", name), func(line []byte) error {
		t := new(truth)
		if err := json.Unmarshal(line, t); err != nil {
			return err
		}
		return f(t)
	})
}

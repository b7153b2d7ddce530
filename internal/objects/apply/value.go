package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Value sends an object of a Go program: any value that encoding/json writes as an object. old is the object that
// it replaces; it may be nil. With a subresource, the status of old is replaced, or old is scaled.
//
// The result has positions only in the CRD's file. Value returns an error for an object without a CRD, for a value
// that is no JSON object, and for an old object that the CRD does not allow.
func (r *Runner) Value(object, old any) (*report.Result, error) {
	doc, err := document(object)
	if err != nil {
		return nil, err
	}
	apiVersion, kind := doc.TypeMeta()
	group, _ := splitAPIVersion(apiVersion)
	d := r.crds.find(group, kind)
	if d == nil {
		_, message, help := r.crds.absent(group, kind)
		return nil, fmt.Errorf("%s; %s", message, help)
	}
	result, err := r.object(doc, d, func(q *request) error {
		if old == nil {
			return nil
		}
		was, err := document(old)
		if err != nil {
			return fmt.Errorf("the old object: %w", err)
		}
		q.old, q.isThere = dryrun.FromDocument(was), true
		namespace, _ := names(was)
		q.id.namespace = d.identity(cmp.Or(r.opts.Namespace, namespace, q.id.namespace), "").namespace
		return nil
	})
	if err != nil {
		return nil, err
	}
	unplace(result)
	return result, nil
}

// document returns a value as a document of JSON.
func document(object any) (*source.Document, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 || text[0] != '{' {
		return nil, errors.New("no JSON object")
	}
	f := source.Read("", text)
	if len(f.Problems) > 0 {
		return nil, errors.New(f.Problems[0].Message)
	}
	if len(f.Documents) != 1 {
		return nil, errors.New("a List and not an object; send its items one by one")
	}
	return f.Documents[0], nil
}

// unplace removes the positions from a result, because the object is in no file.
func unplace(r *report.Result) {
	r.Line = 0
	for i := range r.Trace {
		r.Trace[i].Line = 0
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.SetPos(finding.Pos{})
		for j := range f.Related {
			p := &f.Related[j]
			p.Line, p.Column, p.EndLine, p.EndColumn = 0, 0, 0, 0
		}
	}
}

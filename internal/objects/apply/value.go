package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/report"
)

// Value sends an object that a program holds, which is anything that encoding/json
// writes as one. Old is the object that it replaces; nil if there is none. With a
// subresource it is the status of old that is replaced, or old that is scaled.
//
// The result has no places but those in the CRD's file. The error is for an object
// that has no CRD, for what is no JSON object, and for an old object that no server
// could hold under the CRD.
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

// document is a value as the document that it would be in a file.
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

// unplace takes the places out of a result that stand in no file.
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

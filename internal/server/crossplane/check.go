package crossplane

import (
	"fmt"
	"net/http"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Check returns why a server refuses a CompositeResourceDefinition, and what Crossplane leaves out of the CRD that it
// derives.
func (c *Checker) Check(xrd *source.Document, fieldValidation string) finding.List {
	// With Warn the server goes on behind unknown fields.
	result := c.Create(xrd, dryrun.RequestOptions{FieldValidation: dryrun.Warn, Most: findinglimit.Default})
	list := c.unknownFields(xrd, result, fieldValidation)
	for _, f := range result.Findings {
		if f.Code != code.RulesNotChecked {
			list = append(list, f)
		}
	}
	if !result.APIServer.Accepted && len(result.Findings) == 0 {
		list = append(list, refusal(xrd, result))
	}
	return append(list, dropped(xrd)...)
}

// refusal returns the finding about a definition that the server refuses without looking at it, such as one of a version
// that it does not serve.
func refusal(xrd *source.Document, result *dryrun.Result) finding.Finding {
	at := finding.Root("apiVersion")
	f := finding.Finding{Code: code.XRD, Path: at, Pos: xrd.Locate(at.Segments()), Message: "a server with Crossplane refuses the definition: " + result.APIServer.Message}
	if result.APIServer.Code == http.StatusNotFound {
		f.Message = "Crossplane has no such version of its definitions"
		f.Help = "write: apiVersion: " + source.XRDGroup + "/v2, or v1 for a definition with a claim"
	}
	return f
}

// unknownFields returns the findings about fields that the server removes from a definition.
func (c *Checker) unknownFields(xrd *source.Document, result *dryrun.Result, fieldValidation string) finding.List {
	severity := finding.Error
	switch fieldValidation {
	case dryrun.Warn:
		severity = finding.Warning
	case dryrun.Ignore:
		severity = finding.Info
	}
	apiVersion, _ := xrd.TypeMeta()
	version := apiVersion[len(source.XRDGroup)+1:]
	var list finding.List
	for i := range result.Trace {
		e := &result.Trace[i]
		if e.Stage != dryrun.Prune || e.Action != dryrun.Pruned {
			continue
		}
		segments := e.At.Segments()
		name := segments[len(segments)-1].Name
		f := finding.Finding{Code: code.UnknownField, Severity: severity, Path: e.At, Message: fmt.Sprintf("unknown field %q", name), Help: "remove it"}
		f.Pos = xrd.LocateKey(segments)
		if near := nearest.Name(name, c.fieldsAt(version, segments[:len(segments)-1])); near != "" {
			f.Help = fmt.Sprintf("did you mean %q?", near)
		}
		list = append(list, f)
	}
	return list
}

// fieldsAt returns the names of the fields that an object in a definition may have.
func (c *Checker) fieldsAt(version string, path []finding.Segment) []string {
	var at *finding.Path
	for _, s := range path {
		switch {
		case s.IsIndex:
			at = at.Index(s.Index)
		case at == nil:
			at = finding.Root(s.Name)
		default:
			at = at.Child(s.Name)
		}
	}
	s := c.resource().SchemaAt(version, at)
	if s == nil {
		return nil
	}
	var names []string
	for _, p := range s.Properties.All() {
		names = append(names, p.Name)
	}
	return names
}

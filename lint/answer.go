package lint

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/crd"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

// decoding is what becomes of a document before the server looks at its
// meaning.
type decoding uint8

const (
	readable   decoding = iota
	refused             // for unknown or repeated fields alone, so that the rest can still be checked
	unreadable          // for a value of the wrong type
)

// judgeDecoding writes the server's answer to a document that it does not
// decode, and its warnings about one that it does.
func judgeDecoding(doc *source.Document, flaws []schema.Flaw, fieldValidation string, answer *APIServer) decoding {
	if len(flaws) == 0 {
		return readable
	}
	strict, fatal := crd.DecodeErrors(doc, flaws)
	refuse := func(text string) {
		answer.Code = http.StatusBadRequest
		answer.Message = fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", kind, "v1", kind, text)
	}
	switch {
	case fatal != nil:
		refuse(fatal.Error())
		return unreadable
	case len(strict) == 0 || fieldValidation == Ignore:
		return readable
	case fieldValidation == Warn:
		for _, text := range strict {
			answer.warn(yamlLines(text)...)
		}
		return readable
	}
	refuse("strict decoding error: " + strings.Join(strict, ", "))
	return refused
}

// judge writes the server's answer to a document that it decodes.
func judge(c, old *crd.CustomResourceDefinition, checked crd.Answer, found finding.List, answer *APIServer) {
	switch {
	case checked.Panic != nil:
		// the connection closes without an answer
	case len(checked.Findings) > 0:
		answer.Code = http.StatusUnprocessableEntity
		answer.Causes, answer.Message = causes(c.Metadata.Name, found)
	case old == nil && c.Metadata.ResourceVersion != "":
		answer.Code = http.StatusInternalServerError
		answer.Message = "resourceVersion should not be set on objects to be created"
	default:
		answer.Accepted = true
		answer.Code = http.StatusCreated
		if old != nil {
			answer.Code = http.StatusOK
		}
		for _, w := range checked.Warnings {
			answer.warn(w.Detail)
		}
	}
}

// warn adds warnings; the server sends equal ones once.
func (a *APIServer) warn(texts ...string) {
	for _, t := range texts {
		if !slices.Contains(a.Warnings, t) {
			a.Warnings = append(a.Warnings, t)
		}
	}
}

// yamlLines takes apart the error in which the YAML decoder lists all repeated
// keys, as the server does for its warnings.
func yamlLines(text string) []string {
	list, found := strings.CutPrefix(text, "yaml: unmarshal errors:\n")
	if !found {
		return []string{text}
	}
	lines := strings.Split(list, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// causes lists the server's causes in the order of the file, and strings them
// together as Status.message does, where equal ones appear once.
func causes(name string, found finding.List) ([]Cause, string) {
	inFile := slices.Clone(found)
	slices.SortStableFunc(inFile, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	list := []Cause{}
	var texts []string
	seen := map[string]bool{}
	for i := range inFile {
		f := &inFile[i]
		if f.Type == "" {
			continue
		}
		c := Cause{Reason: string(f.Type), Field: f.Path.Server(), Message: f.ServerMessage()}
		list = append(list, c)
		if text := c.Field + ": " + c.Message; !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	all := strings.Join(texts, ", ")
	if len(texts) > 1 {
		all = "[" + all + "]"
	}
	return list, fmt.Sprintf("%s.apiextensions.k8s.io %q is invalid: %s", kind, name, all)
}

// panics says that the server does not answer at all.
func panics(at *finding.Path) finding.Finding {
	return finding.Finding{
		Rule:    "server-panic",
		Path:    at,
		Message: "kube-apiserver panics on this path and closes the connection without an answer",
		Help:    "the path leads through a schema that the server can't read; fix the schema, or take the path away",
	}
}

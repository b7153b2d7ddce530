package lint

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// decoding is the outcome of decoding a document as a CRD.
type decoding uint8

const (
	readable   decoding = iota
	refused             // for unknown or duplicate fields only: the checks can still run
	unreadable          // for a value of the wrong type
)

// answerDecoding writes the server's refusal of a document that fails to decode, and adds its warnings about
// unknown and duplicate fields otherwise.
func (k *crdCheck) answerDecoding(flaws []yamldecode.Flaw, opts Options) decoding {
	if !opts.RawBody {
		flaws = withoutMerges(flaws)
	}
	if len(flaws) == 0 {
		return readable
	}
	if opts.WithoutAnswer {
		return outcome(flaws)
	}
	strict, fatal := k.linter.checker.DecodeErrors(k.doc, flaws)
	refuse := func(text string) {
		answer.Refuse(&k.APIServer, http.StatusBadRequest, fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", kind, "v1", kind, text))
	}
	switch {
	case fatal != nil:
		refuse(fatal.Error())
		return unreadable
	case len(strict) == 0 || opts.FieldValidation == Ignore:
		return readable
	case opts.FieldValidation == Warn:
		for _, text := range strict {
			k.warnings.Add(code.YAMLLines(text)...)
		}
		return readable
	}
	refuse("strict decoding error: " + strings.Join(strict, ", "))
	return refused
}

// outcome returns what flaws come to in strict decoding.
func outcome(flaws []yamldecode.Flaw) decoding {
	if slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }) {
		return unreadable
	}
	return refused
}

// tooLarge writes the server's answer to a document that is longer than what it reads. It returns nil
// for any other.
func (k *crdCheck) tooLarge(rawBody bool) *finding.Finding {
	size := len(k.doc.Text)
	if !rawBody {
		size = jsonsize.Beyond(k.doc, answer.MaxRequestBytes)
	}
	if size <= answer.MaxRequestBytes {
		return nil
	}
	answer.RefuseTooLarge(&k.APIServer)
	f := &finding.Finding{Code: code.RequestTooLarge, Path: finding.Root("metadata"), Help: "remove descriptions, or versions that are no longer served"}
	f.Message, f.Lasting = answer.TooLarge("CRD", size)
	f.Pos = k.doc.Locate(f.Path.Segments())
	return f
}

// answerChecks writes the server's answer to a document that decodes: its errors, or success with warnings.
func (k *crdCheck) answerChecks() {
	a := &k.APIServer
	switch {
	case k.answer.Panic != nil, slices.ContainsFunc(k.answer.Findings, func(f finding.Finding) bool { return f.Code == code.Limits }):
		// a panic closes the connection without an answer; beyond a limit the answer is unknown
	case len(k.answer.Findings) > 0:
		inFileOrder(k.found, func(found finding.List) {
			answer.InvalidAndMore(a, kind+"."+group, k.crd.Metadata.Name, found, findinglimit.Causes(k.rest))
		})
	case k.old == nil && hasResourceVersion(k.crd):
		answer.Refuse(a, http.StatusInternalServerError, setOnCreate)
	default:
		a.Accepted, a.Code = true, http.StatusCreated
		if k.old != nil {
			a.Code = http.StatusOK
		}
		for _, w := range k.answer.Warnings {
			k.warnings.Add(w.Detail)
		}
	}
}

// inFileOrder calls f with findings sorted by position, the order of the causes in an answer.
func inFileOrder(found finding.List, f func(finding.List)) {
	byPlace := func(i, j int) int {
		a, b := &found[i].Pos, &found[j].Pos
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	}
	// Sorting indexes is cheaper than sorting findings, which are large.
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, byPlace)
	if slices.IsSorted(order) {
		f(found)
		return
	}
	sorted := make(finding.List, 0, len(found))
	for _, i := range order {
		sorted = append(sorted, found[i])
	}
	f(sorted)
}

// panicFinding returns the error about an expression or a path that makes the server panic.
func panicFinding(at *finding.Path) finding.Finding {
	if segments := at.Segments(); len(segments) > 0 {
		switch last := segments[len(segments)-1]; last.Name {
		case "rule", "messageExpression":
			return finding.Finding{
				Code:    code.ServerPanics,
				Path:    at,
				Message: "kube-apiserver panics on this expression and closes the connection without a response",
				Help:    "an entry that begins with \"?\" needs an optional value, and this one's type is not known; write optional.of(...) around it, or leave out the \"?\"",
			}
		}
	}
	return finding.Finding{
		Code:    code.ServerPanics,
		Path:    at,
		Message: "kube-apiserver panics on this path and closes the connection without a response",
		Help:    "the path leads through a schema that the server cannot read; fix the schema, or remove the path",
	}
}

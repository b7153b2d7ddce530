package rules

import (
	"github.com/crdtool/crdtool/internal/input/jsonsize"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var tooLargeToApply = Rule{
	ID: "too-large-to-apply", Severity: finding.Warning, Profile: Default, Topic: Install, Keywords: []string{"maxDescLen"},
	Title: "document too large for kubectl apply",
	Why: `Client-side ` + "`kubectl apply`" + ` writes the whole document into the annotation
` + "`kubectl.kubernetes.io/last-applied-configuration`" + `, and all annotations of an object together may have 262,144
bytes. A larger CRD is refused with ` + "`metadata.annotations: Too long`" + `. Users need ` + "`kubectl apply --server-side`" + `
(Argo CD: the sync option ` + "`ServerSideApply=true`" + `) or ` + "`kubectl create`" + `. Usually descriptions are the largest part:
controller-gen leaves them out with ` + "`crd:maxDescLen=0`" + `. In the default profile the rule is off for files found in a
repository whose makefiles, scripts and READMEs install CRDs with ` + "`--server-side`, `create` or `replace`" + ` alone.`,
	Example: marked("- ", manyFields) + "+ mode: {type: string}\n",
	CRD: func(p *Pass) {
		document, annotations, what := p.jsonSize(), p.CRD.Metadata.Annotations, "CRD"
		if xrd := p.Doc.DerivedFrom; xrd != nil { // kubectl applies the definition
			document, annotations, what = jsonsize.Of(xrd.Root), annotationsOf(xrd), "CompositeResourceDefinition"
		}
		size := jsonsize.Annotations(document, annotations)
		if size <= jsonsize.AnnotationsLimit || p.jsonSize() >= answer.MaxRequestBytes {
			return // --server-side does not help where the server reads no such request
		}
		f := p.Report(finding.Root("metadata"), "kubectl apply is refused: it would annotate the %s with %s bytes, and at most %s are allowed",
			what, finding.Measure(prose.Thousands(size)), prose.Thousands(jsonsize.AnnotationsLimit))
		f.Help = "apply it with --server-side"
		f.Cause = "descriptions"
		if p.descriptionsHave(size - jsonsize.AnnotationsLimit) {
			f.Help += ", or shorten descriptions"
		} else {
			f.Cause, f.Keywords = "fields", []string{} // too large even without descriptions
		}
	},
}

func annotationsOf(doc *source.Document) map[string]string {
	all := map[string]string{}
	for e := range source.Entries(source.Field(source.Field(doc.Root, "metadata"), "annotations")) {
		all[e.Key], _ = source.String(e.Value)
	}
	return all
}

// descriptionsHave reports whether all descriptions together have at least this many bytes as JSON.
func (p *Pass) descriptionsHave(bytes int) bool {
	for _, v := range p.Versions {
		for i := range v.Tree.Nodes {
			if d := v.Tree.Nodes[i].Description; d != "" {
				if bytes -= len(`"description":,`) + jsonsize.Text(d); bytes <= 0 {
					return true
				}
			}
		}
	}
	return false
}

// manyFields is a short text with aliases that becomes large when they are resolved.
const manyFields = `
mode:
  type: string
  example:
  - &a this text stands here for the descriptions of real fields
  - &b [*a, *a, *a, *a, *a, *a, *a, *a]
  - &c [*b, *b, *b, *b, *b, *b, *b, *b]
  - &d [*c, *c, *c, *c, *c, *c, *c, *c]
  - &e [*d, *d, *d, *d, *d, *d, *d, *d]
`

package rules

import (
	"bytes"
	"strconv"

	"github.com/crdtool/crdtool/finding"
)

const (
	// annotationsLimit is what all annotations of an object may take, names and
	// values: TotalAnnotationSizeLimitB of k8s.io/apimachinery.
	annotationsLimit = 256 * 1024
	lastApplied      = "kubectl.kubernetes.io/last-applied-configuration"
)

var tooLargeToApply = Rule{
	ID: "too-large-to-apply", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "document too large for kubectl apply",
	Why: `Client-side ` + "`kubectl apply`" + ` writes the whole document into the annotation
` + "`kubectl.kubernetes.io/last-applied-configuration`" + `, and all annotations of an object together may take 262,144
bytes. A larger CRD is refused with ` + "`metadata.annotations: Too long`" + `. Users need ` + "`kubectl apply --server-side`" + `
(Argo CD: the sync option ` + "`ServerSideApply=true`" + `) or ` + "`kubectl create`" + `. Mostly descriptions take the room:
controller-gen leaves them out with ` + "`crd:maxDescLen=0`" + `.`,
	Bad:  manyFields,
	Good: "mode: {type: string}\n",
	CRD: func(p *Pass) {
		if !mayTake(p, annotationsLimit) {
			return
		}
		size := len(lastApplied) + jsonSize(p.Doc.Root) + len("\n")
		for name, value := range p.CRD.Metadata.Annotations {
			if name != lastApplied {
				size += len(name) + len(value)
			}
		}
		if old, ok := p.CRD.Metadata.Annotations[lastApplied]; ok {
			size -= textSize(lastApplied) + len(":") + textSize(old)
		}
		if len(p.CRD.Metadata.Annotations) == 0 {
			size += len(`"annotations":{},`) // kubectl writes it there
		}
		if size > annotationsLimit {
			p.Report(finding.Root("metadata"), "kubectl apply is refused: it would annotate the CRD with %s bytes, and at most %s are allowed",
				thousands(size), thousands(annotationsLimit)).Help =
				"apply it with --server-side, or shorten descriptions, such as with controller-gen crd:maxDescLen=0"
		}
	},
}

// manyFields is short by its aliases, and large when they are resolved.
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

// mayTake reports whether a document can be as long as that as JSON. YAML is
// longer as a rule, but leaves out quotes and nulls ("a:" is "a":null,), has no
// escapes, and may say much by aliases.
func mayTake(p *Pass, limit int) bool {
	text := p.Doc.Text
	if len(text) == 0 {
		text = p.Doc.File.Text
	}
	if 6*len(text) <= limit {
		return bytes.Contains(text, []byte(" &"))
	}
	longest := 3 * len(text)
	for _, c := range []byte("<>&") {
		longest += (unicodeEscape - 1) * bytes.Count(text, []byte{c})
	}
	return longest > limit || bytes.Contains(text, []byte(" &"))
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

package rules

import (
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// requestLimit is etcd's default limit of a request, --max-request-bytes.
const requestLimit = 3 * 1024 * 1024 / 2

var tooLargeToStore = Rule{
	ID: "too-large-to-store", Severity: finding.Error, Profile: Default, Topic: Install, Keywords: []string{"maxDescLen"},
	Title: "document too large for etcd",
	Why: `etcd accepts requests of up to 1.5 MiB (1,572,864 bytes) unless it was started with another limit, and the
server stores a CRD as one value. A larger one is refused with ` + "`etcdserver: request is too large`" + `, however it is
applied. Remove descriptions (controller-gen: ` + "`crd:maxDescLen=0`" + `) or versions, or split the API.`,
	Example: `
- mode:
-   type: string
-   example:
-   - &a ` + filler + filler + filler + filler + filler + filler + filler + `
-   - &b [*a, *a, *a, *a, *a, *a, *a, *a]
-   - &c [*b, *b, *b, *b, *b, *b, *b, *b]
-   - &d [*c, *c, *c, *c, *c, *c, *c, *c]
-   - &e [*d, *d, *d, *d, *d, *d, *d, *d]
+ mode: {type: string}
`,
	CRD: func(p *Pass) {
		if size := p.jsonSize(); size > requestLimit && size < answer.MaxRequestBytes {
			p.Report(finding.Root("metadata"), "etcd does not accept the CRD: it has %s bytes as JSON, and the default limit is %s",
				finding.Measure(prose.Thousands(size)), prose.Thousands(requestLimit)).Help =
				"remove descriptions, or versions that are no longer served"
		}
	},
}

const filler = "this text stands here for the descriptions of real fields "

package complete

import (
	"strings"

	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// Skeleton returns the smallest manifest of a kind that the dry run accepts, in YAML; "" if none is found. It may take
// longer than an editor waits, so a server makes it before it is asked for.
func Skeleton(k *shape.Kind, o sample.Options) string {
	g, err := sample.New(k.CRD.Copy(), o)
	if err != nil {
		return ""
	}
	s, err := g.Generate(k.Version, sample.Minimal)
	if err != nil || !s.Accepted {
		return ""
	}
	var b strings.Builder
	if err := s.WriteYAML(&b, false); err != nil {
		return ""
	}
	return strings.TrimPrefix(b.String(), "---\n")
}

package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// quoteBoolean words a finding about a boolean where the file has a word such as on, off, yes or no, which kubectl reads
// as YAML 1.1 does.
func (p *Pass) quoteBoolean(f *finding.Finding, at *finding.Path, value any) {
	n, exact := p.Doc.Node(at.Segments())
	if !exact || n.Kind != yamlnode.Scalar || n.Value == "true" || n.Value == "false" {
		return
	}
	if b, isBool := value.(bool); isBool {
		f.Message = fmt.Sprintf("%s without quotes is the boolean %t, so that the enum never accepts the text %q", n.Value, b, n.Value)
		f.Lasting = f.Message
	}
}

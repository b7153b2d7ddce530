package celcost

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
)

// internal mirrors field.InternalError.
func internal(p *finding.Path, err error) finding.Finding {
	return finding.FromField("cel-rule", p, field.InternalError(nil, err))
}

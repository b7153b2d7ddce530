package celcost

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// internal mirrors field.InternalError.
func internal(p *finding.Path, err error) finding.Finding {
	return finding.FromField(code.CELRuleTypes, p, field.InternalError(nil, err))
}

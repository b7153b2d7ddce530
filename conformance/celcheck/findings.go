package celcheck

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// cause is a cause of a refusal.
type cause struct{ Reason, Field, Message string }

func causeOf(f finding.Finding) cause {
	return cause{string(f.Type), f.Path.Server(), mask(f.ServerMessage())}
}

// findings is all that crdtool says about the creation of a CRD.
func (d *document) findings(checker *crd.Checker) []cause {
	var all []cause
	for _, f := range checker.Check(d.ours, nil).Findings {
		all = append(all, causeOf(f))
	}
	return all
}

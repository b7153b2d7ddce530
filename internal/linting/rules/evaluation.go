package rules

import (
	"context"

	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// An evaluation runs programs in place of a CEL rule on sample values.
type evaluation struct {
	rule *celcost.Expression
	view common.Schema // schema of the values
}

func viewOf(n *schematree.Node) common.Schema {
	return celrule.View(n.Schema, n.Parent < 0 || n.XEmbeddedResource)
}

// of runs a program on a value. Rules with oldSelf also get the old value.
func (v *evaluation) of(p *celrule.Program, self, old any) (ref.Val, error) {
	variables := map[string]any{"self": common.UnstructuredToVal(self, v.view)}
	if v.rule.UsesOldSelf() {
		variables["oldSelf"] = common.UnstructuredToVal(old, v.view)
	}
	activation, err := interpreter.NewActivation(variables)
	if err != nil {
		return nil, err
	}
	result, _, err := p.Evaluate(context.Background(), activation)
	return result, err
}

package celcheck

import (
	"strings"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/crd"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/structural"
)

// cause is a cause of a refusal.
type cause struct{ Reason, Field, Message string }

func causeOf(f finding.Finding) cause {
	// field.Error's printing of the value is what the recorded messages hold.
	return cause{string(f.Type), f.Path.Server(), mask(f.ServerMessage())}
}

// findings is all that crdtool says about the creation of a CRD: what package
// crd finds without looking at expressions, and then the expressions.
func (d *document) findings(checker *celcost.Checker) []cause {
	other := crd.NewChecker(kube.Latest.Behaviour()).Check(d.ours, nil).Findings
	var all []cause
	for _, f := range other {
		all = append(all, causeOf(f))
	}
	for _, p := range d.schemas() {
		at := p.at.String()
		if !structural.Convertible(p.tree, 0) || len(structural.Check(p.tree)) > 0 || blocked(other, at) {
			continue
		}
		clean := func(id int32) bool {
			within := p.tree.Path(id).Server() + "."
			for _, f := range other {
				if strings.HasPrefix(f.Path.Server()+".", within) {
					return false
				}
			}
			return true
		}
		for _, f := range checker.Check(p.tree, clean, celcost.Options{}).Findings {
			all = append(all, causeOf(f.Finding))
		}
	}
	return all
}

// blocked reports whether a default of the schema is invalid, in which case the
// server looks at no expression.
func blocked(other finding.List, at string) bool {
	for _, f := range other {
		if strings.HasPrefix(f.Path.Server(), at) && (f.Rule == "default-invalid" || f.Rule == "default-unpruned") {
			return true
		}
	}
	return false
}

package celassist

import "github.com/crdtool/crdtool/internal/cel/celcost"

// mayUseOldSelf reports whether the server accepts oldSelf in the expression: old and new values can be matched.
func (x *Expression) mayUseOldSelf() bool {
	return celcost.Uncorrelatable(x.tree, x.place.Node) < 0
}

// selfDoc explains self.
func selfDoc(p Place) string {
	if p.Node == 0 {
		return "The object that the rule validates."
	}
	return "The value that the rule validates: the one whose schema has the rule."
}

// oldSelfDoc explains oldSelf.
func oldSelfDoc(p Place) string {
	if p.OptionalOldSelf {
		return "An optional with the value before an update. It is empty when the value is created, as the rule has `optionalOldSelf: true`."
	}
	return "The value before an update. It makes the rule a transition rule: it is only evaluated when an object is updated that had the value before."
}

package celrule

import (
	"sync"

	"github.com/crdtool/crdtool/kube"
)

// A setting says which base a text is compiled in. It is the same for all servers on
// which the text is compiled alike: it has what the text speaks of, of what there is in
// the environment, and how the server's checker differs if that matters to the text.
type setting struct {
	used    mentions
	numbers bool // of one kind compare with those of another
	names   bool // fields can be called by a reserved name
	checker kube.Checker
	rule    bool // is another name of self
}

// server is an environment of a server.
type server struct {
	of      kube.CEL
	has     kube.Environment
	present mentions
}

func newServer(of kube.CEL, has kube.Environment) *server { return &server{of, has, present(has)} }

// alone is the setting that no other environment has.
func (s *server) alone() setting {
	return setting{used: s.present | whole | sensitive, numbers: s.has.NumbersOfKinds, names: s.has.KeywordFields, checker: s.of.Checker, rule: !s.of.NoRuleVariable}
}

// settings returns the setting of a text that several servers have in common, and that of this
// server alone.
func (s *server) settings(text string, optional bool) (common, alone setting) {
	m := mentionsIn(text)
	if optional {
		m |= words()["optional"]
	}
	return s.commonOf(m), s.alone()
}

func (s *server) commonOf(m mentions) setting {
	out := setting{used: m & (s.present | sensitive), numbers: s.has.NumbersOfKinds}
	// Where no name is reserved, none calls a field.
	out.names = s.has.KeywordFields || m&reservedName == 0
	if m&sensitive != 0 {
		out.checker, out.rule = s.of.Checker, !s.of.NoRuleVariable
	} else {
		out.checker = newest().Checker
	}
	return out
}

var newest = sync.OnceValue(func() kube.CEL { return kube.Latest.Behaviour().CEL })

// base makes the base of a setting that texts on the server have.
func (s *server) base(of setting) (*base, error) {
	has := s.has
	if of.used&whole == 0 {
		// What passes these passes where there are none, and what does not is compiled in
		// the server's own setting.
		has.Validators, has.KeywordFields = true, of.names
	}
	return newBase(kube.CEL{Checker: of.checker, NoRuleVariable: !of.rule}, has, of.used)
}

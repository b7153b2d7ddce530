package celrule

import (
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// A setting is the key of the base in which a text is compiled. Servers that compile a text in the same way have the
// same setting: it holds the parts of the environment that the text uses, and the behaviour of the checker if the text
// depends on it.
type setting struct {
	used    mentions
	numbers bool // numbers of different types can be compared
	names   bool // selections may use a reserved name
	checker behaviour.Checker
	rule    bool // rule is a second name of self
}

// server is an environment of one server.
type server struct {
	of      behaviour.CEL
	has     behaviour.Environment
	present mentions
}

func newServer(of behaviour.CEL, has behaviour.Environment) *server {
	return &server{of, has, present(has)}
}

// alone returns the setting of this server only.
func (s *server) alone() setting {
	return setting{used: s.present | whole | sensitive, numbers: s.has.NumbersOfKinds, names: s.has.KeywordFields, checker: s.of.Checker, rule: !s.of.NoRuleVariable}
}

// settings returns the setting of a text that several servers share, and the one of this server only.
func (s *server) settings(text string, optional bool) (common, alone setting) {
	m := mentionsIn(text)
	if optional {
		m |= words()["optional"]
	}
	return s.commonOf(m), s.alone()
}

func (s *server) commonOf(m mentions) setting {
	out := setting{used: m & (s.present | sensitive), numbers: s.has.NumbersOfKinds}
	// Without a reserved name in the text, the behaviour for reserved names does not matter.
	out.names = s.has.KeywordFields || m&reservedName == 0
	if m&sensitive != 0 {
		out.checker, out.rule = s.of.Checker, !s.of.NoRuleVariable
	} else {
		out.checker = newest().Checker
	}
	return out
}

var newest = sync.OnceValue(func() behaviour.CEL { return behaviour.Of(kube.Latest).CEL })

// base makes the base of a setting on the server.
func (s *server) base(of setting) (*base, error) {
	has := s.has
	if of.used&whole == 0 {
		// Text that the validators accept compiles without them, too. Text that they refuse is compiled again in the
		// server's own setting.
		has.Validators, has.KeywordFields = true, of.names
	}
	return newBase(behaviour.CEL{Checker: of.checker, NoRuleVariable: !of.rule}, has, of.used)
}

package regexshape

import (
	"regexp/syntax"
	"testing"
)

// TestInstructions compares the estimate with what Go's compiler makes.
func TestInstructions(t *testing.T) {
	for _, pattern := range []string{"", "a", "^[a-z]([-a-z0-9]*[a-z0-9])?$", "(a{1,100}){1,10}b", "^(a|bc|d{3,}){0,7}$", "[^x]{20}", "(?i)abc{2}", "a{0}", "((a{1,30}){1,30})b", `^\d{4}-\d{2}(\.\w+)*$`} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := syntax.Compile(re.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		got, want := Instructions(pattern), len(prog.Inst)
		if got > 4*want+8 || want > 4*got+8 {
			t.Errorf("%q: %d, has %d", pattern, got, want)
		}
	}
	if got := Instructions("(a{1,"); got != 5 {
		t.Errorf("an expression that is none: %d", got)
	}
}

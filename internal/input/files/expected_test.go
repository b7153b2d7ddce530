package files

import "testing"

func TestExpectationsByName(t *testing.T) {
	for name, want := range map[string][2]bool{ // alone, and beside a test of chainsaw
		"a/00-assert.yaml": {true, true}, "12-errors.yml": {true, true}, "01-error-quota.yaml": {true, true},
		"08-Assert-folder.yaml": {true, true}, "00-install.yaml": {false, false}, "assert.yaml": {false, true},
		"policy-assert.yaml": {false, true}, "assertions.yaml": {false, true}, "asserter.yaml": {false, false},
		"errors.yaml": {false, false}, "1-assertion.yaml": {false, false},
	} {
		if got := [2]bool{isExpectation(name, false), isExpectation(name, true)}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

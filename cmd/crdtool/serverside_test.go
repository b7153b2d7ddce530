package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestTooLargeWhereAppliedServerSide checks that the default profile does not warn of the limit of a client-side
// apply in a repository that installs its CRDs without it, unless the file or the rule is named.
func TestTooLargeWhereAppliedServerSide(t *testing.T) {
	var fields strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&fields, "\n          field%d: {type: string, maxLength: 63, description: %q}", i, strings.Repeat("x", 60))
	}
	large := strings.Replace(crd("things"), "\n          spec: {type: string, format: date}", fields.String(), 1)
	dir := folder(t, map[string]string{
		".git/HEAD": "", "config/crd/things.yaml": large, "Makefile": "deploy:\n\tkubectl apply --server-side -k config/crd\n",
	})
	for args, warns := range map[string]bool{
		"lint .": false, "lint --profile strict .": true, "lint --enable too-large-to-apply .": true, "lint config/crd/things.yaml": true,
	} {
		got := inProcess(t, dir, strings.Fields(args)...)
		if strings.Contains(got.stdout, "[too-large-to-apply]") != warns {
			t.Errorf("%s: warns is not %v:\n%s%s", args, warns, got.stdout, got.stderr)
		}
	}
}

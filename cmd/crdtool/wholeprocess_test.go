package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkTenCRDsAsAWholeProcess lints ten CRDs of ordinary size in a new process, as a commit hook
// does.
func BenchmarkTenCRDsAsAWholeProcess(b *testing.B) {
	dir, args := tenCRDs(b)
	for b.Loop() {
		if got := finish(b, crdtool(b, dir, args...)); got.status != exitClean {
			b.Fatal(got.stdout, got.stderr)
		}
	}
}

// tenCRDs are of the size of the median of the public CRDs that were looked at: some
// 40 kB, 160 fields, descriptions, and some rules.
func tenCRDs(t testing.TB) (dir string, args []string) {
	t.Helper()
	args = []string{"lint", "--only-crds"}
	dir = t.TempDir()
	for i := range 10 {
		var b strings.Builder
		plural := fmt.Sprintf("things%d", i)
		b.WriteString(strings.Replace(strings.Replace(ownKind(plural), "          spec: {type: string, format: date}\n", "", 1),
			"        type: object\n", "        type: object\n        description: Thing is one of many.\n", 1))
		b.WriteString("          spec:\n            type: object\n            description: What is wanted.\n            x-kubernetes-validations:\n")
		for rule := range 3 {
			fmt.Fprintf(&b, "            - rule: \"!has(self.field%d) || self.field%d.size() > %d\"\n              message: field%d is too short to be of any use\n", rule, rule, rule+1, rule)
		}
		b.WriteString("            properties:\n")
		for field := range 160 {
			fmt.Fprintf(&b, "              field%d:\n                type: string\n                maxLength: 63\n                minLength: 1\n                description: |-\n                  Field %d is one of those that a thing has. It says what is to be done\n                  with the thing, and when, and is passed on as it is.\n", field, field)
		}
		name := plural + ".yaml"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	return dir, args
}

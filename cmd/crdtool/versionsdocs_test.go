package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var versionsBlock = regexp.MustCompile("(?s)```\n\\$ crdtool ([^\n]*)\n(.*?)```\n")

// What the pages show in the section about several versions is what the commands print.
func TestVersionsDocsShowRealOutput(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	for _, name := range []string{"lint.md", "apply-dry.md"} {
		path := filepath.Join(repository(t), "docs", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, section, _ := strings.Cut(string(text), "\n## Several versions of Kubernetes\n")
		section, after, found := strings.Cut(section, "\n## ")
		at := versionsBlock.FindStringSubmatchIndex(section)
		if !found || at == nil {
			t.Fatalf("%s shows no command in its section", name)
		}
		command, shown := section[at[2]:at[3]], section[at[4]:at[5]]
		got := inProcess(t, repository(t), strings.Fields(command)...)
		real := inMilliseconds.ReplaceAllString(strings.TrimRight(got.stdout, "\n")+"\n", "5 ms")
		if got.stderr != "" || got.status != exitFindings {
			t.Errorf("crdtool %s ends with status %d, and says %q", command, got.status, got.stderr)
		}
		switch {
		case *update:
			section = section[:at[4]] + real + section[at[5]:]
			if err := os.WriteFile(path, []byte(before+"\n## Several versions of Kubernetes\n"+section+"\n## "+after), 0o666); err != nil {
				t.Fatal(err)
			}
		case real != shown:
			t.Errorf("crdtool %s prints\n%s\nbut docs/%s shows\n%s\nto write it: go test ./cmd/crdtool -run VersionsDocs -update", command, real, name, shown)
		}
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var flagTable = regexp.MustCompile(`(?s)(<!-- flags of ([a-z-]+) -->\n).*?(<!-- end of flags -->\n)`)

// TestFlagTablesArePublished holds the tables of flags that pages mark to what --help prints. To
// write them: go test ./cmd/crdtool -run FlagTables -update.
func TestFlagTablesArePublished(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(repository(t), "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		want := flagTable.ReplaceAllStringFunc(string(text), func(section string) string {
			tables++
			m := flagTable.FindStringSubmatch(section)
			cmd, _, err := newRoot().Find([]string{m[2]})
			if err != nil {
				t.Fatalf("%s: %v", page, err)
			}
			return m[1] + flagRows(cmd) + m[3]
		})
		if want == string(text) {
			continue
		}
		if !*update {
			t.Errorf("%s: the table of flags is not that of --help; to write it: go test ./cmd/crdtool -run FlagTables -update", page)
		} else if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if tables == 0 {
		t.Error("no page marks a table of flags")
	}
}

// flagRows writes the flags of a command as a table of Markdown.
func flagRows(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString("| flag | |\n|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;")
	eachVisibleFlag(cmd, func(f *pflag.Flag) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSpace(flagName(f)), "|", `\|`), cell.Replace(f.Usage))
	})
	return b.String()
}

// TestPagesHaveTheFlagsOfTheirCommands looks for each flag of a command on the page that is named
// like the command.
func TestPagesHaveTheFlagsOfTheirCommands(t *testing.T) {
	for _, cmd := range newRoot().Commands() {
		text, err := os.ReadFile(filepath.Join(repository(t), "docs", cmd.Name()+".md"))
		switch cmd.Name() {
		case "rules", "version", "init", "completion", "help":
			continue // their --help says it all; docs/rules.md is what rules prints
		}
		if err != nil {
			t.Errorf("crdtool %s has no page: %v", cmd.Name(), err)
			continue
		}
		eachVisibleFlag(cmd, func(f *pflag.Flag) {
			if !regexp.MustCompile(`--` + f.Name + `\b`).Match(text) {
				t.Errorf("docs/%s.md does not mention --%s", cmd.Name(), f.Name)
			}
		})
	}
}

// eachVisibleFlag calls do with the flags that --help prints of a command alone.
func eachVisibleFlag(cmd *cobra.Command, do func(*pflag.Flag)) {
	cmd.Flags().SortFlags = false
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" && cmd.Root().PersistentFlags().Lookup(f.Name) == nil {
			do(f)
		}
	})
}

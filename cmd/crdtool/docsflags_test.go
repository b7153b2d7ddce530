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

// TestFlagTablesArePublished compares the tables of flags in docs/ with the flags that --help prints. To
// write them: make docs.
func TestFlagTablesArePublished(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(repository(t), "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{} // the page of each command
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		want := flagTable.ReplaceAllStringFunc(string(text), func(section string) string {
			m := flagTable.FindStringSubmatch(section)
			found[m[2]] = strings.TrimSuffix(filepath.Base(page), ".md")
			return m[1] + flagTables(t, m[2]) + m[3]
		})
		switch {
		case want == string(text):
		case !*update:
			t.Errorf("%s: the table of flags differs from --help; to write it: make docs", page)
		default:
			if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	root := newRoot()
	for _, cmd := range root.Commands() {
		if page, ok := found[cmd.Name()]; ok && page != cmd.Name() && cmd.Name() != "rules" {
			t.Errorf("the flags of %s are on the page %s", cmd.Name(), page)
		} else if !ok && len(ownFlags(cmd)) > 0 {
			t.Errorf("no page has the flags of %s", cmd.Name())
		}
	}
	if found["crdtool"] == "" {
		t.Error("no page has the flags that all commands have")
	}
}

// flagTables writes the flags of a command as tables, one for each heading of --help. The command named crdtool
// has the flags of the program.
func flagTables(t *testing.T, command string) string {
	cmd := newRoot()
	if command != cmd.Name() {
		of, _, err := cmd.Find([]string{command})
		if err != nil {
			t.Fatal(err)
		}
		cmd = of
	}
	var headings []string
	tables := map[string]string{}
	for _, f := range ownFlags(cmd) {
		heading := "Flags"
		if g := f.Annotations[groupAnnotation]; len(g) > 0 {
			heading, _, _ = strings.Cut(g[0], " (")
		}
		if tables[heading] == "" {
			headings = append(headings, heading)
			tables[heading] = "| flag | default | what it does |\n|---|---|---|\n"
		}
		tables[heading] += flagRow(f)
	}
	var b strings.Builder
	for i, heading := range headings {
		if i > 0 {
			b.WriteString("\n")
		}
		if len(headings) > 1 {
			fmt.Fprintf(&b, "%s:\n\n", heading)
		}
		b.WriteString(tables[heading])
	}
	return b.String()
}

var atEnd = regexp.MustCompile(`^(.*) \(default ([^()]*)\)$`)

func flagRow(f *pflag.Flag) string {
	usage, initial := f.Usage, ""
	if m := atEnd.FindStringSubmatch(usage); m != nil {
		usage, initial = m[1], m[2]
		if !strings.Contains(initial, " ") {
			initial = "`" + initial + "`"
		}
	}
	if strings.HasPrefix(f.Value.Type(), "default|") {
		initial = "`default`" // --help marks it by its name alone
	}
	if initial != "" {
		initial += " "
	}
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`)
	name := strings.ReplaceAll(strings.TrimSpace(flagName(f)), "|", `\|`)
	return fmt.Sprintf("| `%s` | %s| %s |\n", name, initial, cell.Replace(usage))
}

// ownFlags returns the flags that only this command has, in the order of --help; those of the program for the root.
func ownFlags(cmd *cobra.Command) (flags []*pflag.Flag) {
	cmd.Flags().SortFlags = false
	cmd.LocalFlags().SortFlags = false
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && (!cmd.HasParent() || cmd.Root().PersistentFlags().Lookup(f.Name) == nil) {
			flags = append(flags, f)
		}
	})
	return flags
}

// TestCommandsHavePages looks for the section of docs/ that describes each command.
func TestCommandsHavePages(t *testing.T) {
	elsewhere := map[string]string{"init": "configuration.md", "version": "install.md", "completion": "install.md", "help": "README.md"}
	for _, cmd := range newRoot().Commands() {
		page := elsewhere[cmd.Name()]
		if page == "" {
			page = cmd.Name() + ".md"
		}
		text, err := os.ReadFile(filepath.Join(repository(t), "docs", page))
		if err != nil {
			t.Errorf("crdtool %s has no page: %v", cmd.Name(), err)
		} else if !strings.Contains(string(text), "crdtool "+cmd.Name()) {
			t.Errorf("docs/%s does not describe crdtool %s", page, cmd.Name())
		}
	}
}

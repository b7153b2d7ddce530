package repository_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var codeFence = regexp.MustCompile("(?ms)^```.*?^```")

// TestTablesHaveTheirColumns counts the cells of each row of the tables in the
// documentation: a row has as many as the head of its table.
func TestTablesHaveTheirColumns(t *testing.T) {
	rows := 0
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		plain := codeFence.ReplaceAllString(string(text), "")
		columns := 0
		for line := range strings.Lines(plain) {
			cells := cellCount(line)
			switch {
			case cells == 0:
				columns = 0
			case columns == 0:
				columns = cells
			case cells != columns:
				t.Errorf("%s: %d cells, but the head of the table has %d: %s", page, cells, columns, line)
			}
			if cells > 0 {
				rows++
			}
		}
	}
	if rows < 200 {
		t.Errorf("only %d rows found", rows)
	}
}

// cellCount returns the number of cells in a row of a table, and 0 for any other line. A
// bar that is escaped ends no cell.
func cellCount(line string) int {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return 0
	}
	return strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") - 1
}

// maxCellWords is the number of words that a reader takes in at once; more belong below the table.
const maxCellWords = 30

// TestCellsAreShort counts the words of each cell of the tables in the documentation.
func TestCellsAreShort(t *testing.T) {
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(codeFence.ReplaceAllString(string(text), "")) {
			if cellCount(line) == 0 {
				continue
			}
			for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, "/"), "|") {
				if words := len(strings.Fields(cell)); words > maxCellWords {
					t.Errorf("%s: a cell has %d words, want %d at most; put the rest below the table: %s", page, words, maxCellWords, cell)
				}
			}
		}
	}
}

// documentation returns the pages for users and developers.
func documentation(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
}

// TestIndexListsEveryPage holds docs/README.md to the pages that there are.
func TestIndexListsEveryPage(t *testing.T) {
	index, err := os.ReadFile("docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if base := filepath.Base(page); base != "README.md" && !strings.Contains(string(index), "]("+base+")") {
			t.Errorf("docs/README.md has no link to %s", base)
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// row is the part's row of the table.
func (p *part) row(root string, shares []share) (string, error) {
	lines, err := p.lines(root)
	if err != nil {
		return "", err
	}
	instead := p.instead
	if instead == "" {
		instead = "–"
	}
	var saves []string
	most := 0
	for _, s := range shares {
		percent := 5 * int(math.Round(20*s.saved))
		most = max(most, percent)
		saves = append(saves, fmt.Sprintf("%d %% of %s", max(percent, 0), workNames[s.of]))
	}
	switch {
	case p.because != "":
		saves = append(saves, p.because)
	case most < 10:
		fmt.Printf("%s: less than a tenth is saved, so the library can do it\n", p.name)
	}
	var guards []string
	for _, g := range p.guards {
		guards = append(guards, "`"+g[strings.IndexByte(g, ' ')+1:]+"`")
	}
	return fmt.Sprintf("| %s | %s | %d | %s | %s |", p.name, instead, lines, strings.Join(saves, ", "), strings.Join(guards, ", ")), nil
}

// lines counts the lines of a part in tens, so that not every change of one
// changes the table.
func (p *part) lines(root string) (int, error) {
	n := 0
	for _, pattern := range p.files {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return 0, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, err
			}
			n += bytes.Count(text, []byte("\n"))
		}
	}
	return (n + 5) / 10 * 10, nil
}

const (
	begin = "<!-- parts, filled by make bench -->\n"
	end   = "<!-- end of parts -->\n"
	head  = "| part | instead of | lines | saves | compared by |\n|---|---|---|---|---|\n"
)

// fill puts the rows between the marks of a file. A row whose figures are about
// what they were stays as it is.
func fill(file string, rows []string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the table: %q and %q", file, begin, end)
	}
	var b strings.Builder
	b.WriteString(before + begin + head)
	for _, row := range rows {
		for line := range strings.Lines(old) {
			if alike(strings.TrimSuffix(line, "\n"), row) {
				row = strings.TrimSuffix(line, "\n")
			}
		}
		b.WriteString(row + "\n")
	}
	b.WriteString(end + after)
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

var percents = regexp.MustCompile(`\d+ %`)

// alike reports whether rows differ in shares only, and by no more than five
// hundredths.
func alike(a, b string) bool {
	if percents.ReplaceAllString(a, "%") != percents.ReplaceAllString(b, "%") {
		return false
	}
	theirs := percents.FindAllString(b, -1)
	for i, s := range percents.FindAllString(a, -1) {
		if d := number(s) - number(theirs[i]); d < -5 || d > 5 {
			return false
		}
	}
	return true
}

func number(percent string) int {
	n, _ := strconv.Atoi(strings.TrimSuffix(percent, " %"))
	return n
}

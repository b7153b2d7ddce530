// Package gitignore reports which files git ignores because of the .gitignore files of a repository. It does not
// know tracked files, .git/info/exclude and a user's own settings, which differ between machines.
//
// The available libraries were compared with git and differ: go-git's reads [!a] as [a!] and matches a pattern
// without a slash against any folder above.
package gitignore

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Name is the name of the files.
const Name = ".gitignore"

// Patterns are the patterns of a folder: of its own file and of the files above it. A nil Patterns has none.
type Patterns struct {
	above *Patterns
	folds []string // folders from that of the file above to this one
	list  []pattern
}

type pattern struct {
	parts   []string // the parts between slashes
	negated bool     // it includes a file that an earlier pattern ignores
	folders bool     // it matches only folders
}

// Read returns the patterns of a folder with the text of its .gitignore. The folder is relative to that of above,
// with slashes, "" if above is nil.
func Read(text string, folder string, above *Patterns) *Patterns {
	p := &Patterns{above: above}
	if folder != "" {
		p.folds = strings.Split(folder, "/")
	}
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if one, ok := parse(strings.TrimSuffix(line, "\r")); ok {
			p.list = append(p.list, one)
		}
	}
	return p
}

func parse(line string) (p pattern, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.negated, line = true, line[1:]
	}
	line, p.folders = strings.CutSuffix(line, "/")
	if line == "" {
		return p, false
	}
	line, rooted := strings.CutPrefix(line, "/")
	p.parts = strings.Split(line, "/")
	if !rooted && len(p.parts) == 1 {
		p.parts = []string{"**", line}
	}
	for i, part := range p.parts {
		p.parts[i] = strings.ReplaceAll(part, "[!", "[^")
	}
	return p, true
}

// Valid returns an error for a line that is no pattern, or that can match nothing.
func Valid(line string) error {
	one, ok := parse(line)
	if !ok {
		return errors.New("the pattern is empty")
	}
	for _, part := range one.parts {
		if _, err := path.Match(part, ""); err != nil {
			return fmt.Errorf("%q is not a pattern: %w", line, err)
		}
	}
	return nil
}

// IgnoresBelow reports whether a file or a folder above it is ignored.
func (p *Patterns) IgnoresBelow(name string) bool {
	for i, c := range name {
		if c == '/' && p.Ignores(name[:i], true) {
			return true
		}
	}
	return p.Ignores(name, false)
}

// Ignores reports whether a file or a folder is ignored. Its name is relative to the folder of the patterns, with
// slashes. Files below an ignored folder are ignored, too, but callers have to check that.
func (p *Patterns) Ignores(name string, folder bool) bool {
	parts := strings.Split(name, "/")
	for ; p != nil; p = p.above {
		for i := len(p.list) - 1; i >= 0; i-- { // the last match decides
			one := &p.list[i]
			if (folder || !one.folders) && Match(one.parts, parts, false) {
				return !one.negated
			}
		}
		parts = append(append([]string{}, p.folds...), parts...)
	}
	return false
}

// Match reports whether a pattern matches a whole name, or with below a folder that contains the name. Both are
// split at slashes; a part ** matches any number of folders. It takes at most one step for each pair of parts: the
// parts between two ** match as early as possible and are not moved again.
func Match(pattern, name []string, below bool) bool {
	p, n := 0, 0
	afterStars, starsEnd := -1, 0 // the part of the pattern after the last **, and the end of its match in the name
	for p < len(pattern) || n < len(name) && !below {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			if p++; p == len(pattern) && !below {
				return n < len(name) // the files in the folder, and not the folder
			}
			afterStars, starsEnd = p, n
			continue
		case p < len(pattern) && n < len(name):
			if ok, _ := path.Match(pattern[p], name[n]); ok { // an invalid pattern matches nothing
				p, n = p+1, n+1
				continue
			}
		}
		if afterStars < 0 || starsEnd >= len(name) {
			return false
		}
		starsEnd++
		p, n = afterStars, starsEnd
	}
	return true
}

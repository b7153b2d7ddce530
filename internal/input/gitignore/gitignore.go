// Package gitignore tells which files git is told to ignore, by the .gitignore files of
// a repository. It knows nothing of what is tracked, of .git/info/exclude and of a
// user's own settings, which differ between machines.
//
// The libraries for it that can be had were tried against git and differ: go-git's takes
// [!a] for [a!] and matches a pattern without a slash against any folder above.
package gitignore

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Name is what the files are called.
const Name = ".gitignore"

// Patterns are those that hold in a folder: of its own file and of the files above it.
// Nil has none.
type Patterns struct {
	above *Patterns
	folds []string // from the folder of the file above down to this one
	list  []pattern
}

type pattern struct {
	parts   []string // between slashes
	again   bool     // it takes a file back that was ignored
	folders bool     // it is for folders only
}

// Read returns the patterns that hold in a folder with the text of its .gitignore. The
// folder is given relative to the one of above, with slashes, "" if that is nil.
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
		p.again, line = true, line[1:]
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

// Valid returns the error for a line that is no pattern, or one that can match nothing.
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

// IgnoresBelow reports whether a file is ignored, or a folder that it is in.
func (p *Patterns) IgnoresBelow(name string) bool {
	for i, c := range name {
		if c == '/' && p.Ignores(name[:i], true) {
			return true
		}
	}
	return p.Ignores(name, false)
}

// Ignores reports whether a file or a folder is ignored. Its name is relative to the
// folder in which the patterns hold, with slashes. What is below an ignored folder is
// ignored, too, but that is for the caller to see to.
func (p *Patterns) Ignores(name string, folder bool) bool {
	parts := strings.Split(name, "/")
	for ; p != nil; p = p.above {
		for i := len(p.list) - 1; i >= 0; i-- { // the last that matches decides
			one := &p.list[i]
			if (folder || !one.folders) && Match(one.parts, parts, false) {
				return !one.again
			}
		}
		parts = append(append([]string{}, p.folds...), parts...)
	}
	return false
}

// Match reports whether a pattern matches all of a name, or with below a folder that the name is in. Both
// are split at slashes; a part ** stands for any number of folders. It takes a step for each pair of parts
// at most: the parts between two ** match as early as they can, and are never moved again.
func Match(pattern, name []string, below bool) bool {
	p, n := 0, 0
	afterStars, starsEnd := -1, 0 // where the pattern goes on behind the last **, and how far that reaches in the name
	for p < len(pattern) || n < len(name) && !below {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			if p++; p == len(pattern) && !below {
				return n < len(name) // all that is in the folder, and not the folder
			}
			afterStars, starsEnd = p, n
			continue
		case p < len(pattern) && n < len(name):
			if ok, _ := path.Match(pattern[p], name[n]); ok { // a broken pattern matches nothing
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

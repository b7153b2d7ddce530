package gittree

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// A repository is the git repository of a directory.
type repository struct {
	*git
	// root is the absolute name of the working tree, without symbolic links. Without one, as in a bare repository, it
	// is the directory itself: paths then begin at the root of the revision.
	root    string
	shallow bool
}

func findRepository(ctx context.Context, g *git) (*repository, error) {
	// The last question may fail; git prints the answers to the others first.
	lines, err := g.ask(ctx, "rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-toplevel")
	if len(lines) < 2 {
		return nil, noRepository(g.dir, err)
	}
	r := &repository{git: g, root: g.dir, shallow: lines[1] == "true"}
	if lines[0] == "true" && len(lines) > 2 {
		r.root = filepath.FromSlash(lines[2])
		if real, err := filepath.EvalSymlinks(r.root); err == nil {
			r.root = real
		}
	}
	return r, nil
}

// ErrNoRepository is the error for a directory outside of any repository.
var ErrNoRepository = errors.New("is in no git repository")

func noRepository(dir string, err error) error {
	words := wordsOf(err)
	switch {
	case saysNoRepository(words):
		return fmt.Errorf("%s %w", dir, ErrNoRepository)
	case saysBare(words):
		return fmt.Errorf("%s is a bare repository, which may be part of somebody's files; if it is the one that you mean: GIT_DIR='%s'", dir, dir)
	case saysForeign(words):
		return fmt.Errorf("git does not read the repository of %s, which belongs to another user; if you trust it: git config --global --add safe.directory '%s'", dir, ownedElsewhere(words, dir))
	case err != nil:
		return err
	}
	return errors.New("git says nothing about the repository of " + dir)
}

// ownedElsewhere returns the directory that git names between quotes.
func ownedElsewhere(words, dir string) string {
	if _, rest, ok := strings.Cut(words, "'"); ok {
		if name, _, ok := strings.Cut(rest, "'"); ok {
			return name
		}
	}
	return dir
}

// Package confine keeps reads and writes inside of the tree that a file name points into.
//
// The files of a repository may come from a stranger: a symbolic link of a pull request must not make a run read
// or write a file outside of the checkout. A name that itself points elsewhere is the user's choice and is not
// confined.
package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Error reports a name that leaves its tree, or that points into git's own files.
type Error struct {
	// Name is the name as it was given, Target the target of its symbolic links; "" if the name points elsewhere by
	// itself.
	Name, Target string
	// Tree is the folder that Name must not leave; "" if the file belongs to git.
	Tree string
	// InRepository reports whether Tree is the root of a git repository.
	InRepository bool
}

func (e *Error) Error() string { return e.Name + " " + e.Reason() }

// Reason returns the message without the name.
func (e *Error) Reason() string {
	switch {
	case e.Tree == "" && e.Target == "":
		return "is a file of git"
	case e.Tree == "":
		return fmt.Sprintf("leads to %s, which is a file of git", e.Target)
	case e.Target == "":
		return "is outside of " + e.place()
	}
	return fmt.Sprintf("leads to %s, outside of %s", e.Target, e.place())
}

func (e *Error) place() string {
	if e.InRepository {
		return "the repository " + e.Tree
	}
	return "the folder " + e.Tree
}

// Read returns an *Error if a symbolic link leads out of the tree of a name. For a name that does not exist it
// returns nil; opening it fails.
func Read(name string) error {
	if abs, err := filepath.Abs(name); err == nil {
		if target, err := filepath.EvalSymlinks(abs); err == nil && target == abs {
			return nil // a name without links is in each tree that it points into
		}
	}
	abs, trees := treesOf(name)
	return readable(name, abs, trees)
}

// ReadFound is Read for a name that was found below a folder. The folder is its tree if the name points into no
// other.
func ReadFound(folder, name string) error {
	abs, trees := treesOf(name)
	if len(trees) == 0 {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			if real, err = filepath.Abs(real); err == nil {
				trees = []tree{{real, false}}
			}
		}
	}
	return readable(name, abs, trees)
}

// Reference returns an *Error for a name in a file, such as that of the CRD in a test, unless it stays in the
// trees of the file.
func Reference(file, name string) error {
	_, trees := treesOf(file)
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	return readable(name, abs, trees)
}

func readable(name, abs string, trees []tree) error {
	if len(trees) == 0 {
		return nil
	}
	target, err := filepath.EvalSymlinks(abs)
	if err != nil {
		if _, err := os.Stat(abs); err != nil {
			return nil
		}
		// Pipes and other files of a process exist, but have no name without links.
		target = "a file of a process"
	}
	return within(name, target, trees)
}

// Write returns the file to write for a name: the target of its symbolic links if the name points into a tree. It
// returns an *Error if the target is outside of the tree, or belongs to git. The file and its folders need not
// exist.
func Write(name string) (string, error) {
	abs, trees := treesOf(name)
	if len(trees) == 0 {
		return name, nil
	}
	target, err := resolve(abs)
	if err != nil {
		return "", err
	}
	if err := within(name, target, trees); err != nil {
		return "", err
	}
	for _, t := range trees {
		if rel, err := filepath.Rel(t.real, target); err == nil && hasGit(rel) {
			return "", gitError(name, abs, target)
		}
	}
	return target, nil
}

func gitError(name, abs, target string) *Error {
	if hasGit(abs) {
		target = ""
	}
	return &Error{Name: name, Target: target}
}

// Below returns the target of a name, and an *Error unless it is below a folder. It is for names in files, such as
// those of a configuration.
func Below(folder, name string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	tree, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if !isBelow(folder, abs) && !isBelow(tree, abs) {
		return "", &Error{Name: name, Tree: tree, InRepository: IsRepository(tree)}
	}
	target, err := resolve(abs)
	if err != nil {
		return "", err
	}
	if !isBelow(tree, target) {
		return "", &Error{Name: name, Target: target, Tree: tree, InRepository: IsRepository(tree)}
	}
	if rel, err := filepath.Rel(tree, target); err == nil && hasGit(rel) {
		return "", gitError(name, abs, target)
	}
	return target, nil
}

// Repository returns the root of the git repository of a folder, or the folder itself if it is in none.
func Repository(folder string) string {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	for at := abs; ; at = filepath.Dir(at) {
		if IsRepository(at) {
			return at
		}
		if at == filepath.Dir(at) {
			return abs
		}
	}
}

// A tree is a folder that names must not leave.
type tree struct {
	real         string
	inRepository bool
}

// treesOf returns the absolute name and the trees that it points into: every git repository above it, because a
// link may lead to the innermost one. Without a repository, the tree is the working directory if the name points
// below it.
func treesOf(name string) (abs string, trees []tree) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name, nil
	}
	for at := filepath.Dir(abs); ; at = filepath.Dir(at) {
		if IsRepository(at) {
			if real, err := filepath.EvalSymlinks(at); err == nil {
				trees = append(trees, tree{real, true})
			}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if len(trees) > 0 {
		return abs, trees
	}
	cwd, err := os.Getwd()
	if err != nil || cwd == filepath.Dir(cwd) || !isBelow(cwd, abs) || abs == cwd {
		return abs, nil
	}
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		trees = append(trees, tree{real, false})
	}
	return abs, trees
}

func within(name, target string, trees []tree) error {
	for _, t := range trees {
		if !isBelow(t.real, target) {
			return &Error{Name: name, Target: target, Tree: t.real, InRepository: t.inRepository}
		}
	}
	return nil
}

func isBelow(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(rel)
}

// IsRepository reports whether a folder is the root of a git repository.
func IsRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// mostLinks is the kernel's limit of links in a row.
const mostLinks = 40

// resolve follows the symbolic links of an absolute name. The target need not exist.
func resolve(name string) (string, error) {
	for range mostLinks {
		real, rest, err := existing(name)
		if err != nil {
			return "", err
		}
		if rest == "" {
			return real, nil
		}
		first, after, _ := strings.Cut(rest, string(filepath.Separator))
		link, err := os.Readlink(filepath.Join(real, first))
		if err != nil {
			return filepath.Join(real, rest), nil // it does not exist
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(real, link)
		}
		name = filepath.Join(link, after)
	}
	return "", &fs.PathError{Op: "readlink", Path: name, Err: errors.New("too many links")}
}

// existing returns the existing part of a name, without links, and the rest.
func existing(name string) (real, rest string, err error) {
	for at := name; ; at = filepath.Dir(at) {
		real, err = filepath.EvalSymlinks(at)
		if err == nil {
			return real, rest, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return "", "", err
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// hasGit reports whether a part of a name is .git.
func hasGit(name string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(name), "/"), IsGit)
}

// IsGit reports whether any file system treats a name as .git. As git does, it ignores case, the characters that
// Windows drops at the end or that name a stream, Windows' short name, and the characters that macOS ignores.
func IsGit(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.Map(func(r rune) rune {
		if ignoredByHFS(r) {
			return -1
		}
		return r
	}, name)
	name = strings.ToLower(strings.TrimRight(name, ". "))
	return name == ".git" || name == "git~1"
}

// ignoredByHFS reports whether HFS+ ignores a character when it compares names.
func ignoredByHFS(r rune) bool {
	return 0x200c <= r && r <= 0x200f || 0x202a <= r && r <= 0x202e || 0x206a <= r && r <= 0x206f || r == 0xfeff
}

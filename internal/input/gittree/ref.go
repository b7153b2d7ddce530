package gittree

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/nearest"
)

// mergeBase begins a revision that is the merge base of HEAD and another, or of two others:
// merge-base:main...feature.
const mergeBase = "merge-base:"

// deeper are the commands that fetch all commits into a shallow clone.
const deeper = "git fetch --unshallow, or fetch-depth: 0 of actions/checkout"

// commit returns the hash of the commit of a revision.
func (r *repository) commit(ctx context.Context, ref string) (string, error) {
	other, isBase := strings.CutPrefix(ref, mergeBase)
	if strings.TrimSpace(other) == "" {
		return "", fmt.Errorf("%q names no revision; name a branch, a tag or a commit, or %smain for the commit from which HEAD and main differ", ref, mergeBase)
	}
	tip := "HEAD"
	if a, b, two := strings.Cut(other, "..."); isBase && two {
		other, tip = a, b
	}
	commit, err := r.resolve(ctx, other)
	if err != nil || !isBase {
		return commit, err
	}
	head, err := r.resolve(ctx, tip)
	if err != nil {
		return "", err
	}
	lines, err := r.ask(ctx, "merge-base", head, commit)
	if err == nil && len(lines) > 0 {
		return lines[0], nil
	}
	if f := (*failure)(nil); err != nil && !errors.As(err, &f) {
		return "", err
	}
	text := fmt.Sprintf("%s and %s have no commit in common", tip, other)
	if r.shallow {
		text += " in this clone, which is shallow; fetch the commits before: " + deeper
	}
	return "", errors.New(text)
}

// resolve returns the hash of the commit of a revision in git's syntax.
func (r *repository) resolve(ctx context.Context, ref string) (string, error) {
	if strings.HasPrefix(ref, "-") || strings.ContainsAny(ref, "\x00\n") {
		return "", fmt.Errorf("%q cannot be the name of a revision", ref)
	}
	lines, err := r.ask(ctx, "rev-parse", "--verify", ref+"^{commit}")
	if err == nil && len(lines) == 1 {
		return lines[0], nil
	}
	if f := (*failure)(nil); err != nil && !errors.As(err, &f) {
		return "", err
	}
	return "", r.unknown(ctx, ref, wordsOf(err))
}

// isHash reports whether a name may be the beginning of a commit's hash.
func isHash(name string) bool {
	return len(name) >= 4 && len(name) <= 64 && strings.Trim(name, "0123456789abcdefABCDEF") == ""
}

// beforeSteps returns the revision before the steps to another commit, such as HEAD of HEAD~3.
func beforeSteps(ref string) string {
	if i := strings.IndexAny(ref, "~^@:"); i >= 0 {
		return ref[:i]
	}
	return ref
}

// unknown returns the error for a revision that does not exist, with a suggestion.
func (r *repository) unknown(ctx context.Context, ref, words string) error {
	refs, err := r.ask(ctx, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags", "refs/remotes")
	if err != nil {
		return err
	}
	if _, err := r.ask(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err != nil && (len(refs) == 0 || strings.HasPrefix(ref, "HEAD") || ref == "@") {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("there is no revision %s: no commit has been made on this branch", ref)
	}
	if saysEnough(words) {
		return fmt.Errorf("there is no revision %s: %s", ref, words)
	}
	if object, err := r.ask(ctx, "rev-parse", "--verify", "--quiet", ref); err == nil && len(object) == 1 {
		if kind, err := r.ask(ctx, "cat-file", "-t", object[0]); err == nil && len(kind) == 1 {
			return fmt.Errorf("%s is a %s, not a commit; name a branch, a tag or a commit", ref, kind[0])
		}
	}
	from := beforeSteps(ref)
	if from != "" && from != ref {
		if _, err := r.ask(ctx, "rev-parse", "--verify", "--quiet", from+"^{commit}"); err == nil {
			text := fmt.Sprintf("there is no revision %s: %s has no such commit before it", ref, from)
			if r.shallow {
				text += " in this clone, which is shallow; fetch more: " + deeper
			}
			return errors.New(text)
		}
	} else {
		from = ref
	}
	text := fmt.Sprintf("there is no branch, tag or commit %s in this repository", from)
	if isHash(from) && !r.shallow {
		return errors.New(text)
	}
	near := likeliest(from, refs)
	switch names := shortNames(refs); {
	case near != "":
		text += fmt.Sprintf("; did you mean %s?", strings.Replace(ref, from, near, 1))
	case len(names) > 0 && len(names) <= fewRefs:
		text += "; there is " + strings.Join(names, ", ")
	}
	switch {
	case !r.shallow || remoteOf(near, from):
	case isHash(from):
		text += ", which is shallow; fetch more: " + deeper
	default:
		text += "; the clone is shallow: fetch it with git fetch --depth=1 origin " + strings.TrimPrefix(from, "origin/") + " and name FETCH_HEAD, or fetch all: " + deeper
	}
	return errors.New(text)
}

// likeliest returns the ref that was probably meant: that of a remote with this name, or the most similar one.
func likeliest(name string, refs []string) string {
	if slices.Contains(refs, "refs/remotes/origin/"+name) {
		return "origin/" + name
	}
	for _, ref := range refs {
		if remote, ok := strings.CutPrefix(ref, "refs/remotes/"); ok && remoteOf(remote, name) {
			return remote
		}
	}
	return nearest.Name(name, shortNames(refs))
}

// fewRefs limits the listed refs if none is similar.
const fewRefs = 5

// shortNames returns the names of refs as people write them, without that of a remote's HEAD.
func shortNames(refs []string) []string {
	var names []string
	for _, ref := range refs {
		parts := strings.SplitN(ref, "/", 3) // refs, what it is, its name
		if len(parts) == 3 && !(parts[1] == "remotes" && strings.HasSuffix(ref, "/HEAD")) {
			names = append(names, parts[2])
		}
	}
	return names
}

// remoteOf reports whether a ref is the branch of this name of a remote.
func remoteOf(ref, name string) bool {
	_, branch, ok := strings.Cut(ref, "/")
	return ok && branch == name
}

// Refs returns the names of the branches and tags of a repository, those of its remotes last, for shell
// completion.
func Refs(ctx context.Context, dir string) ([]string, error) {
	g, err := findGit(dir)
	if err != nil {
		return nil, err
	}
	refs, err := g.ask(ctx, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags", "refs/remotes")
	return shortNames(refs), err
}

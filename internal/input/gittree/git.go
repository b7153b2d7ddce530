package gittree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// git is the git program, for the repository of a directory. Its commands here only read objects and refs: they
// run no hook, pager, filter or other program of a configuration.
type git struct{ program, dir string }

func findGit(dir string) (*git, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("the git program, which reads revisions, was not found; install git, or add it to PATH")
	}
	return &git{program, worktree(dir)}, nil
}

// worktree returns the root of the worktree of a directory. From there, git finds its repository before any bare
// one below. It returns the directory itself if there is no worktree, or if a variable names the repository, as in
// hooks of git.
func worktree(dir string) string {
	if os.Getenv("GIT_DIR") != "" {
		return dir
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// options are the options of every call. A pull request may add a bare repository as ordinary files, with its own
// configuration and commits: git must not use it.
var options = []string{"--no-pager", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"}

func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append(slices.Clone(options), args...)...)
	cmd.Dir, cmd.Env = g.dir, environment(os.Environ())
	return cmd
}

// environment returns the environment of the git program. It keeps the variables that select the repository, which
// hooks need, and those of the configuration, which may allow another owner of the repository. git fetches
// nothing, also not in a partial clone, and asks for no password.
func environment(ours []string) []string {
	var env []string
	for _, v := range ours {
		name, _, _ := strings.Cut(v, "=")
		switch {
		case strings.HasPrefix(name, "GIT_TRACE"), name == "GIT_ALLOW_PROTOCOL", name == "GIT_FLUSH", name == "GIT_REDIRECT_STDERR",
			name == "GIT_REDIRECT_STDIN", name == "GIT_REDIRECT_STDOUT", name == "LC_ALL", name == "LANGUAGE":
			continue
		}
		env = append(env, v)
	}
	return append(env, "LC_ALL=C", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
}

// ask runs the program and returns its output as lines, also if it fails.
func (g *git) ask(ctx context.Context, args ...string) ([]string, error) {
	var out, words bytes.Buffer
	cmd := g.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &out, &words
	err := cmd.Run()
	lines := strings.Split(strings.TrimRight(out.String(), "\r\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	if lines[0] == "" {
		lines = nil
	}
	if ctx.Err() != nil {
		return lines, ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return lines, &failure{exit.ExitCode(), errorLine(words.String())}
	}
	if err != nil {
		return lines, fmt.Errorf("the git program could not be run: %w", err)
	}
	return lines, nil
}

// A failure is a status of the program other than 0, with its message.
type failure struct {
	status int
	words  string
}

func (f *failure) Error() string {
	if f.words == "" {
		return fmt.Sprintf("git ended with status %d", f.status)
	}
	return "git says: " + f.words
}

func wordsOf(err error) string {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f.words
	}
	return ""
}

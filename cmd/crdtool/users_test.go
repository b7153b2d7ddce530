package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// A userStep is a command as somebody types it, and what is said of its output.
type userStep struct {
	// notes are the comment in front of it.
	notes   []string
	command string
	// lines are all lines of the output, or, if some is set, lines of which each
	// holds a part, in this order.
	lines  []string
	some   bool
	status int
}

// userSteps reads the comment of a script: "$ COMMAND", then "| LINE" for each line of
// its output or "~ PART" for what some lines hold, and "? STATUS" unless it is 0.
func userSteps(t *testing.T, comment string) (steps []userStep, rest []string) {
	t.Helper()
	var notes []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSuffix(line, "\n")
		sign, text, _ := strings.Cut(line, " ")
		if sign == "$" {
			steps = append(steps, userStep{notes: notes, command: text})
			notes = nil
			continue
		}
		if line == "" || sign == "#" {
			notes = append(notes, line)
			continue
		}
		if len(steps) == 0 || notes != nil {
			t.Fatalf("%q stands behind no command", line)
		}
		step := &steps[len(steps)-1]
		switch sign {
		case "|", "~":
			step.lines = append(step.lines, text)
			step.some = sign == "~"
		case "?":
			status, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			step.status = status
		default:
			t.Fatalf("the line %q is none of a script", line)
		}
	}
	return steps, notes
}

func (s *userStep) String() string {
	var b strings.Builder
	for _, note := range s.notes {
		b.WriteString(note + "\n")
	}
	b.WriteString("$ " + s.command + "\n")
	sign := "| "
	if s.some {
		sign = "~ "
	}
	for _, line := range s.lines {
		b.WriteString(strings.TrimRight(sign+line, " ") + "\n")
	}
	if s.status != 0 {
		fmt.Fprintf(&b, "? %d\n", s.status)
	}
	return b.String()
}

// took is what differs between runs.
var took = regexp.MustCompile(`\d+(\.\d+)? m?s\)`)

// plainCommand is one in which a shell finds nothing to do but to start crdtool.
var plainCommand = regexp.MustCompile(`^crdtool( [A-Za-z0-9_./=,:-]+)*$`)

// Each file is what one kind of user has, in the layout of the tools that they work
// with, and what they type there, in a shell; what is plain without one, unless
// everything is asked for.
func TestUsers(t *testing.T) {
	skipOnWindows(t, "the commands are for a shell")
	files, err := filepath.Glob(filepath.Join(repository(t), "testdata", "users", "*.txtar"))
	if err != nil || len(files) < 6 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "crdtool")); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			if filepath.Base(file) == "library.txtar" && !sweep.Thorough() {
				t.Skip("links a program, as make thorough does")
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			archive := golden.Parse(text)
			inFolder := map[string]string{}
			for _, f := range archive.Files {
				inFolder[f.Name] = string(f.Data)
			}
			dir := folder(t, inFolder)
			steps, rest := userSteps(t, string(archive.Comment))
			commands := 0
			for i := range steps {
				step := &steps[i]
				if strings.Contains(step.command, "crdtool") || strings.Contains(step.command, "go run") {
					commands++
				}
				var b bytes.Buffer
				status := 0
				if plainCommand.MatchString(step.command) && !sweep.Thorough() {
					status = inProcessTo(t, &b, &b, dir, "", strings.Fields(step.command)[1:]...)
				} else {
					status = inShell(t, &b, dir, bin, step.command)
				}
				got := step.seen(b.String())
				if *update && !step.some {
					step.lines, step.status = got, status
				}
				if status != step.status || !step.holds(got) {
					t.Errorf("$ %s\nprints\n%s\nwith status %d, want %d and\n%s\nto write it: go test ./cmd/crdtool -run Users -update",
						step.command, b.String(), status, step.status, strings.Join(step.lines, "\n"))
				}
			}
			if commands == 0 {
				t.Error("the script runs nothing")
			}
			if *update && !t.Failed() {
				script := strings.Builder{}
				for _, step := range steps {
					script.WriteString(step.String())
				}
				for _, line := range rest {
					script.WriteString(line + "\n")
				}
				if err := os.WriteFile(file, append([]byte(script.String()), text[len(archive.Comment):]...), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// inShell runs a command in a folder, with what is in bin before all other programs.
func inShell(t *testing.T, output io.Writer, dir, bin, command string) (status int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(withoutGit(), runsMain+"=1", "ROOT="+repository(t), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com")
	cmd.Stdout, cmd.Stderr = output, output
	cmd.Run() // the status says all
	return cmd.ProcessState.ExitCode()
}

// seen are the lines of an output, without what differs between runs.
func (s *userStep) seen(output string) []string {
	output = took.ReplaceAllString(strings.TrimSuffix(output, "\n"), "N ms)")
	if output == "" {
		return nil
	}
	lines := strings.Split(output, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func (s *userStep) holds(got []string) bool {
	if !s.some {
		return slices.Equal(got, s.lines)
	}
	for _, part := range s.lines {
		at := slices.IndexFunc(got, func(line string) bool { return strings.Contains(line, part) })
		if at < 0 {
			return false
		}
		got = got[at+1:]
	}
	return true
}

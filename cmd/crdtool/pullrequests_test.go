package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// secret is what the files outside of a repository hold, which no output may show.
const secret = "hunter2-swordfish"

// pullRequests is the folder with what a stranger may send.
const pullRequests = "testdata/pull-requests"

// TestPullRequests runs crdtool as a CI job does, over the files of hostile pull requests.
//
// Each case is an archive of a folder: the repository is in repo, and what is outside of it
// belongs to the machine. The comment of the archive is a script:
//
//	# ...                what the attack is
//	link NAME TARGET     a symbolic link; names begin at the folder, ROOT is that folder
//	hardlink NAME TARGET another name of a file
//	fifo NAME            a named pipe that nobody writes to
//	sparse NAME SIZE     a file of zero bytes that takes no space
//	write NAME TEXT      a file with a text that an archive cannot hold, quoted as in Go
//	rename NAME NEW      gives a file a name that an archive cannot hold
//	repeat NAME TEXT N   a file with N copies of a text
//	git ARGUMENTS        runs git in repo
//	env NAME VALUE       sets a variable of the environment
//	has NAME TEXT        holds that the attack is there: the file can be read by its name and holds the text
//	in FOLDER            where the next commands run, instead of repo
//	$ crdtool ARGUMENTS  a command
//	? STATUS             its exit status, unless it is 0
//	~ TEXT               what a line of its output or of its errors holds
//	! TEXT               a text that neither the outputs nor the written files may contain
//	+ NAME               a file that the command writes or removes
//
// No other file may change, be created or be removed, inside of the repository or outside. No
// output may hold the secret or act on a terminal, a CI system or a reader.
func TestPullRequests(t *testing.T) {
	skipOnWindows(t, "links and pipes are made")
	cases, err := filepath.Glob(filepath.Join(repository(t), filepath.FromSlash(pullRequests), "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases in %s: %v", pullRequests, err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			archive := golden.Parse(text)
			files := map[string]string{}
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
			}
			root, err := filepath.EvalSymlinks(folder(t, files))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(root, "repo"), 0o777); err != nil {
				t.Fatal(err)
			}
			p := attack{root: root, in: "repo"}
			p.run(t, string(archive.Comment))
		})
	}
}

// An attack is a case that is run.
type attack struct {
	root string
	// in is where commands run.
	in string
	// attacks counts the checks that an attack is there, commands the commands.
	attacks, commands int
}

// An attackStep is a command, and what is said of it.
type attackStep struct {
	args                     []string
	status                   int
	lines, forbidden, writes []string
}

func (p *attack) run(t *testing.T, script string) {
	t.Helper()
	var step *attackStep
	flush := func() {
		if step != nil {
			p.check(t, step)
			step = nil
		}
	}
	for line := range strings.Lines(script) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "ROOT", p.root)
		verb, rest, _ := strings.Cut(line, " ")
		if step != nil && slices.Contains([]string{"?", "~", "!", "+"}, verb) {
			step.expect(t, verb, rest)
			continue
		}
		flush()
		switch verb {
		case "", "#":
		case "$":
			args := fields(t, rest)
			if len(args) == 0 || args[0] != "crdtool" {
				t.Fatalf("%q does not run crdtool", line)
			}
			step = &attackStep{args: args[1:]}
		default:
			p.prepare(t, verb, fields(t, rest))
		}
	}
	flush()
	if p.attacks == 0 || p.commands == 0 {
		t.Errorf("the script runs %d commands and checks %d times that the attack is there", p.commands, p.attacks)
	}
}

func (s *attackStep) expect(t *testing.T, verb, text string) {
	t.Helper()
	switch verb {
	case "?":
		status, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		s.status = status
	case "~":
		s.lines = append(s.lines, text)
	case "!":
		s.forbidden = append(s.forbidden, fields(t, text)...)
	case "+":
		s.writes = append(s.writes, fields(t, text)...)
	}
}

// fields splits a line at spaces, except in the quoted strings of Go.
func fields(t *testing.T, line string) (list []string) {
	t.Helper()
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil || quoted[0] == '\'' {
			quoted, _, _ = strings.Cut(line, " ")
			list = append(list, quoted)
		} else {
			text, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, text)
		}
		line = line[len(quoted):]
	}
	return list
}

func (p *attack) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.root, filepath.FromSlash(name))
}

// prepare makes what an archive cannot hold.
func (p *attack) prepare(t *testing.T, verb string, args []string) {
	t.Helper()
	if verb == "git" {
		gitIn(t, p.path("repo"), args...)
		return
	}
	want := map[string]int{"link": 2, "hardlink": 2, "fifo": 1, "sparse": 2, "write": 2, "rename": 2, "repeat": 3, "env": 2, "has": 2, "in": 1}[verb]
	if want == 0 || len(args) != want {
		t.Fatalf("%s %q is none of a script", verb, args)
	}
	name := p.path(args[0])
	var err error
	if verb != "env" && verb != "in" && verb != "has" {
		err = os.MkdirAll(filepath.Dir(name), 0o777)
	}
	switch {
	case err != nil:
	case verb == "link":
		err = os.Symlink(args[1], name)
	case verb == "hardlink":
		err = os.Link(p.path(args[1]), name)
	case verb == "fifo":
		err = makeFIFO(name)
	case verb == "sparse":
		err = makeSparse(name, args[1])
	case verb == "write":
		err = os.WriteFile(name, []byte(args[1]), 0o666)
	case verb == "rename":
		err = os.Rename(name, p.path(args[1]))
	case verb == "repeat":
		times, _ := strconv.Atoi(args[2])
		err = os.WriteFile(name, []byte(strings.Repeat(args[1], times)), 0o666)
	case verb == "env":
		t.Setenv(args[0], args[1])
	case verb == "in":
		p.in = args[0]
	case verb == "has":
		p.attacks++
		text, readErr := os.ReadFile(name)
		if err = readErr; err == nil && !strings.Contains(string(text), args[1]) {
			t.Errorf("the attack is not there: %s does not hold %q", args[0], args[1])
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func makeSparse(name, size string) error {
	bytes, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(bytes)
}

// check runs a command and compares what it did with what is said of it.
func (p *attack) check(t *testing.T, s *attackStep) {
	t.Helper()
	p.commands++
	before := p.snapshot(t)
	got := inProcess(t, p.path(p.in), s.args...)
	after := p.snapshot(t)
	output := got.stdout + got.stderr
	command := "crdtool " + strings.Join(s.args, " ")
	if got.status != s.status {
		t.Errorf("%s: status %d, want %d:\n%s", command, got.status, s.status, output)
	}
	for _, line := range s.lines {
		if !strings.Contains(output, line) {
			t.Errorf("%s: no line of the output holds %q:\n%s", command, line, output)
		}
	}
	texts := map[string]string{"the output": output}
	for _, name := range changedFiles(before, after) {
		if !slices.Contains(s.writes, name) {
			t.Errorf("%s: %q was %s", command, name, describeChange(before[name], after[name]))
		}
		texts[name] = after[name]
	}
	for _, name := range s.writes {
		if before[name] == after[name] {
			t.Errorf("%s: %q was not written:\n%s", command, name, output)
		}
	}
	for name, text := range texts {
		for _, forbidden := range append([]string{secret}, s.forbidden...) {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s: %s holds %q:\n%s", command, name, forbidden, text)
			}
		}
		if acts := acting.FindString(text); acts != "" {
			t.Errorf("%s: %s holds %q, which acts on who shows it:\n%q", command, name, acts, text)
		}
	}
}

// acting is what acts on a terminal, a CI system or a reader: workflow commands of GitHub and
// Azure, escape sequences, C1 controls and bidirectional controls.
var acting = regexp.MustCompile(`(?m)^[ \t]*::(error|warning|notice|add-mask|set-output)[ :]|##\[|##vso\[|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r[^\n]|[\x{80}-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// snapshot returns what each file holds, where each link leads, and of what is neither its kind.
// Of large files it has the size.
func (p *attack) snapshot(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(p.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		is := info.Mode().Type().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			is, err = os.Readlink(name)
		case info.Mode().IsRegular() && info.Size() < 16<<20:
			var text []byte
			text, err = os.ReadFile(name)
			is = "file\n" + string(text)
		case info.Mode().IsRegular():
			is = "file of " + strconv.FormatInt(info.Size(), 10)
		}
		rel, relErr := filepath.Rel(p.root, name)
		if err == nil {
			err = relErr
		}
		files[filepath.ToSlash(rel)] = is
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// changedFiles returns the names that are not the same in two snapshots.
func changedFiles(before, after map[string]string) (names []string) {
	for name, text := range after {
		if before[name] != text {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func describeChange(before, after string) string {
	switch {
	case before == "":
		return "created:\n" + after
	case after == "":
		return "removed"
	}
	return "changed:\n" + after
}

// TestPullRequestsNotice: a script fails for each thing that it is there to notice.
func TestPullRequestsNotice(t *testing.T) {
	for text, want := range map[string]bool{
		"::error::x": true, "a\n  ::warning file=x::y": true, "a ##[error]x": true, "\x1b[31m": true, "\u009b": true, "\u202e": true, "a\rb": true,
		"a::error::x": false, "`::error::x`": false, "\\x1b[31m": false, "plain\r\n\ttext": false,
	} {
		if acting.MatchString(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
	before := map[string]string{"same": "file\na", "other": "file\na", "gone": "file\na"}
	after := map[string]string{"same": "file\na", "other": "file\nb", "new": "file\n"}
	if got := changedFiles(before, after); !slices.Equal(got, []string{"gone", "new", "other"}) {
		t.Errorf("changed: %q", got)
	}
}

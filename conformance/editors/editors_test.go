package editors

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	root = "../.."
	// patience is the time that an editor has for all steps.
	patience = 15 * time.Minute
)

var (
	nvim       = flag.String("nvim", "nvim", "the programs of Neovim to test, separated by commas")
	emacs      = flag.String("emacs", "", "the programs of Emacs to test, separated by commas")
	codeServer = flag.String("code-server", "", "the program code-server, to test VS Code")
	chromium   = flag.String("chromium", "chromium", "the program Chromium")
	pictures   = flag.String("pictures", "", "a folder for pictures of VS Code")
	only       = flag.String("do", "", "the kinds of steps to play, such as open,replace; all if it is empty")
	// built is the folder of the program crdtool that the editors start.
	built = flag.String("built", "", "the folder of crdtool; without it, crdtool is built")
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if *built == "" {
		dir, err := os.MkdirTemp("", "crdtool-editors-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		build := exec.Command("go", "build", "-o", dir, "./cmd/crdtool")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", build, err, out)
			return 1
		}
		*built = dir
	}
	return m.Run()
}

// TestNeovim plays the steps in Neovim, without a screen.
func TestNeovim(t *testing.T) {
	for _, program := range installed(t, *nvim) {
		t.Run(version(t, program), func(t *testing.T) {
			heading, minor := "Neovim 0.11 and newer", 0
			if _, err := fmt.Sscanf(version(t, program), "NVIM v0.%d", &minor); err == nil && minor < 11 {
				heading = "Neovim 0.7 to 0.10"
			}
			p := newProject(t)
			setUp := p.write(t, "init.lua", documented(t, heading))
			p.play(t, exec.Command(program, "--headless", "-u", setUp, "-i", "NONE", "-c", "luafile "+driver(t, "neovim.lua")))
		})
	}
}

// TestEmacs plays the steps in Emacs with eglot, without a screen.
func TestEmacs(t *testing.T) {
	for _, program := range installed(t, *emacs) {
		t.Run(version(t, program), func(t *testing.T) {
			p := newProject(t)
			setUp := p.write(t, "init.el", documented(t, "Emacs"))
			p.play(t, exec.Command(program, "--batch", "--no-init-file", "--load", setUp, "--load", driver(t, "emacs.el")))
		})
	}
}

// TestVSCode plays the steps in VS Code with the extension of this repository. Node.js has to find playwright-core.
func TestVSCode(t *testing.T) {
	server, browser := installed(t, *codeServer)[0], installed(t, *chromium)[0]
	extension := filepath.Join(driver(t, root), "editors/vscode/dist/crdtool.vsix")
	if _, err := os.Stat(extension); err != nil {
		t.Skip("the extension is not built; run make vscode")
	}
	if err := exec.Command("node", "-e", "require('playwright-core')").Run(); err != nil {
		t.Skip("playwright-core is not installed")
	}
	p := newProject(t)
	node := exec.Command("node", driver(t, "vscode.js"))
	node.Env = []string{"CODE_SERVER=" + server, "CHROMIUM=" + browser, "VSIX=" + extension, "CRDTOOL=" + filepath.Join(*built, "crdtool"), "PICTURES=" + *pictures}
	p.play(t, node)
}

// installed returns the programs in a list that exist. It skips the test if none does, and fails it in CI if Neovim is missing,
// which CI installs.
func installed(t *testing.T, list string) []string {
	t.Helper()
	var found []string
	for _, program := range strings.Split(list, ",") {
		if p, err := exec.LookPath(program); err == nil {
			found = append(found, p)
		}
	}
	switch {
	case len(found) > 0:
	case os.Getenv("CI") == "true" && list == "nvim":
		t.Fatal("nvim is not installed")
	default:
		t.Skipf("no program %q", list)
	}
	return found
}

// version returns the first line that a program prints of its version.
func version(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program, "--version").Output()
	if err != nil {
		t.Fatalf("%s --version: %v", program, err)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first)
}

// documented returns the first block of code below a heading of docs/editors.md.
func documented(t *testing.T, heading string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs/editors.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n### "+heading+"\n")
	_, block, opened := strings.Cut(section, "\n```")
	_, block, _ = strings.Cut(block, "\n")
	code, _, closed := strings.Cut(block, "\n```")
	if !found || !opened || !closed {
		t.Fatalf("docs/editors.md has no code below %q", heading)
	}
	return code + "\n"
}

func driver(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// A project is a copy of the examples in a git repository.
type project struct {
	dir    string
	aside  string // a folder for other files
	opened string // the file that the editor shows
}

func newProject(t *testing.T) *project {
	t.Helper()
	p := &project{dir: t.TempDir(), aside: t.TempDir()}
	if err := os.CopyFS(filepath.Join(p.dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	compose := "services:\n  web:\n    image: web:1\n    size: huge\n"
	if err := os.WriteFile(filepath.Join(p.dir, "compose.yaml"), []byte(compose), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "examples"},
	} {
		p.git(t, args...)
	}
	return p
}

func (p *project) git(t *testing.T, args ...string) {
	t.Helper()
	git := exec.Command("git", args...)
	git.Dir = p.dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", git, err, out)
	}
}

func (p *project) write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(p.aside, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// play starts an editor that plays the steps, and compares what it shows.
func (p *project) play(t *testing.T, editor *exec.Cmd) {
	t.Helper()
	played := slices.DeleteFunc(slices.Clone(steps), func(s step) bool {
		return *only != "" && !slices.Contains(strings.Split(*only, ","), s.Do)
	})
	text, err := json.Marshal(played)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.aside, "results.json")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, editor.Path, editor.Args[1:]...)
	cmd.Dir = p.dir
	cmd.WaitDelay = time.Second
	cmd.Env = append(append(os.Environ(), editor.Env...),
		"PATH="+*built+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+p.aside, "PROJECT="+p.dir, "XDG_CONFIG_HOME="+p.aside, "XDG_STATE_HOME="+p.aside, "XDG_DATA_HOME="+p.aside, "XDG_CACHE_HOME="+p.aside,
		"STEPS="+p.write(t, "steps.json", string(text)), "RESULTS="+file)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p.git(t, "checkout", "-q", ".") // VS Code saves files
	answers, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var results []result
	if err := json.Unmarshal(answers, &results); err != nil {
		t.Fatalf("%v\n%s", err, answers)
	}
	for i, s := range played {
		if i == len(results) {
			t.Fatalf("%d results of %d steps\n%s", len(results), len(played), out)
		}
		p.compare(t, fmt.Sprintf("step %d, %s %s%s%s", i+1, s.Do, s.Open, s.Replace, s.After), s, results[i])
		if t.Failed() {
			t.Logf("it wrote\n%s", out)
			return // later steps depend on this one
		}
	}
}

// compare compares what an editor shows after a step with what it has to show. The editor does not write files, so the
// edit of the step is made in the file as well.
func (p *project) compare(t *testing.T, name string, s step, r result) {
	t.Helper()
	if r.Error != "" {
		t.Errorf("%s: %s", name, r.Error)
		return
	}
	p.keep(t, s, r)
	if s.Do == "open" || s.Says != nil {
		shown := byLine(r.Diagnostics)
		if want := p.says(t, s.Says); !slices.Equal(shown, want) {
			t.Errorf("%s: the editor shows\n%v\nthe command\n%v", name, shown, want)
		}
	}
	if s.First != "" && !slices.Contains(r.Labels[:min(3, len(r.Labels))], s.First) {
		t.Errorf("%s: %q is not among the first of %q", name, s.First, r.Labels)
	}
	shown := r.Hover + r.Text
	if r.Place != nil {
		shown = r.Place.Text
		if r.Place.File != s.File {
			t.Errorf("%s: it leads to %s, not to %s", name, r.Place.File, s.File)
		}
	}
	for _, words := range s.Has {
		if !strings.Contains(shown, words) {
			t.Errorf("%s: no %q in\n%s", name, words, shown)
		}
	}
}

// keep makes the edit of a step in the file.
func (p *project) keep(t *testing.T, s step, r result) {
	t.Helper()
	if s.Open != "" {
		p.opened = s.Open
	}
	path := filepath.Join(p.dir, p.opened)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	after := cmp.Or(r.Text, string(text))
	if s.Replace != "" {
		after = strings.Replace(after, s.Replace, s.By, 1)
	}
	if after != string(text) {
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// says returns the findings that a command reports for the open file, by line. Codes and lines are compared: editors show
// messages in their own ways.
func (p *project) says(t *testing.T, args []string) []diagnostic {
	t.Helper()
	if args == nil {
		return nil
	}
	args = append(slices.Clone(args), "--format", "json", p.opened)
	cmd := exec.Command(filepath.Join(*built, "crdtool"), args...)
	cmd.Dir = p.dir
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%s: %v\n%s", cmd, err, errors.String())
	}
	var report struct {
		Findings []finding `json:"findings"`
		Results  []struct {
			Findings []finding `json:"findings"`
		} `json:"results"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		report.Findings = append(report.Findings, r.Findings...)
	}
	var found []diagnostic
	for _, f := range report.Findings {
		found = append(found, diagnostic{Line: f.Line, Code: f.Rule})
	}
	return byLine(found)
}

type finding struct {
	Rule string `json:"rule"`
	Line int    `json:"line"`
}

// byLine returns diagnostics in order, without their messages. Those without a code are marks, such as of unused text.
func byLine(list []diagnostic) []diagnostic {
	var lines []diagnostic
	for _, d := range list {
		if d.Code != "" {
			lines = append(lines, diagnostic{Line: d.Line, Code: d.Code})
		}
	}
	slices.SortFunc(lines, func(a, b diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code))
	})
	return lines
}

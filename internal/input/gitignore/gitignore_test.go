package gitignore

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// The same files are ignored that git ignores, with .gitignore files in two folders and
// all forms of patterns.
func TestEqualsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	names := []string{"a", "b", "ab", "x.yaml", "y.yml", "a b", ".h", "[a]", "build", "#a", "!a"}
	patterns := []string{
		"a", "*", "*.yaml", "/a", "a/", "/a/b", "a/b", "**/a", "a/**", "a/**/b", "!a", "!*.yaml", "!/a/", `\!a`, `\#a`, "#a", "[ab]", "[!a]",
		"[a-b]*", "a?", "?", "a ", `a\ `, "a b", "**", "/*", "!a/b", "*/b", ".h", "x.*", "/**/b", "b/*.yml", "a**", "**b", `\[a\]`, "", "/", "!", "[", "a//b", "x.yaml\r",
	}
	r := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(args, err)
		}
		return string(out)
	}
	run("init", "-q")
	if err := os.Mkdir(filepath.Join(dir, "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	var files []string
	for range 200 {
		var parts []string
		for range 1 + r.IntN(4) {
			parts = append(parts, names[r.IntN(len(names))])
		}
		name := filepath.Join(parts...)
		if os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777) != nil || os.WriteFile(filepath.Join(dir, name), nil, 0o666) != nil {
			continue // a file stands where the folder would be
		}
		files = append(files, filepath.ToSlash(name))
	}
	slices.Sort(files)
	files = slices.Compact(files)
	some := func() string {
		var lines []string
		for range r.IntN(4) {
			lines = append(lines, patterns[r.IntN(len(patterns))])
		}
		return strings.Join(lines, "\n")
	}
	ignored := 0
	for range sweep.Times(50, 150) {
		above, below := some(), some()
		for name, text := range map[string]string{Name: above, "a/" + Name: below} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		listed := map[string]bool{}
		for name := range strings.SplitSeq(run("ls-files", "-o", "--exclude-standard", "-z"), "\x00") {
			listed[name] = true
		}
		root := Read(above, "", nil)
		inA := Read(below, "a", root)
		for _, file := range files {
			got := false
			parts := strings.Split(file, "/")
			for i := 1; i <= len(parts) && !got; i++ {
				if name := strings.Join(parts[:i], "/"); i > 1 && parts[0] == "a" {
					got = inA.Ignores(strings.TrimPrefix(name, "a/"), i < len(parts))
				} else {
					got = root.Ignores(name, i < len(parts))
				}
			}
			if got == listed[file] {
				t.Fatalf("%q: ignored %v, with %q above and %q in a", file, got, above, below)
			}
			if got {
				ignored++
			}
		}
	}
	if ignored < 1000 {
		t.Errorf("only %d were ignored", ignored)
	}
}

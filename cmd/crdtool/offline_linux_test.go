package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// traced are the system calls that reach the network, or change files.
const traced = "%network,open,openat,openat2,creat,truncate,ftruncate,rename,renameat,renameat2,link,linkat,symlink,symlinkat," +
	"mkdir,mkdirat,rmdir,unlink,unlinkat,mknod,mknodat,chmod,fchmodat,chown,lchown,fchownat,utimensat,setxattr,execve"

// TestNoNetworkAndNoOtherFiles runs every command below strace: none reaches for the
// network or starts another program, but the git program to read a revision, and none writes a file but those that it was
// asked for.
func TestNoNetworkAndNoOtherFiles(t *testing.T) {
	strace := tracer(t)
	files := map[string]string{
		"bad.yaml": fixable("bads"), "old.yaml": oldCRD("olds"), "good.yaml": ownKind("goods"), "object.yaml": "apiVersion: example.com/v1\nkind: Kind-goods\nmetadata: {name: a}\nspec: 2024-01-01\n",
		"tests.yaml": "# crdtool: accepted\napiVersion: example.com/v1\nkind: Kind-goods\nmetadata: {name: a}\n",
	}
	ran := map[string]bool{}
	for _, c := range []struct {
		args   string
		writes []string // beginnings of names below the folder
		git    bool     // the folder is a repository, and the git program is started
		stdin  string   // instead of good.yaml
	}{
		{args: "lint ."},
		{args: "lint -"},
		{args: "lint --fix --dry-run ."},
		{args: "lint --format sarif ."},
		{args: "lint --fix bad.yaml", writes: []string{"bad.yaml", ".bad.yaml."}},
		{args: "lint --output json=report.json --output junit=report.xml .", writes: []string{".report.json.", "report.json", ".report.xml.", "report.xml"}},
		{args: "lint --write-baseline .", writes: []string{".crdtool-baseline.json", "..crdtool-baseline.json."}},
		{args: "lint --against HEAD .", git: true},
		{args: "__complete lint --against ", git: true},
		{args: "apply-dry --crds good.yaml object.yaml"},
		{args: "apply-dry --find-crds --diff object.yaml"},
		{args: "apply-dry --crds good.yaml --old object.yaml -o yaml object.yaml"},
		{args: "diff bad.yaml good.yaml"},
		{args: "convert --diff old.yaml"},
		{args: "convert --write old.yaml", writes: []string{"old.yaml", ".old.yaml."}},
		{args: "convert --to v1 --crds good.yaml object.yaml"},
		{args: "cost ."},
		{args: "test --crds good.yaml tests.yaml"},
		{args: "openapi good.yaml"},
		{args: "openapi --out api good.yaml", writes: []string{"api"}},
		{args: "docs good.yaml"},
		{args: "docs --out pages good.yaml", writes: []string{"pages"}},
		{args: "explain --crds good.yaml kind-goods.spec"},
		{args: "sample --full --crds good.yaml kind-goods"},
		{args: "test --generate good.yaml"},
		{args: "test --generate --out suites good.yaml", writes: []string{"suites"}},
		{args: "lsp", stdin: messages(
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
			`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///bad.yaml","languageId":"yaml","version":1,"text":"apiVersion: example.com/v1\nkind: Kind-goods\n"}}}`,
			`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///bad.yaml"},"position":{"line":1,"character":2}}}`,
			`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`,
		)},
		{args: "rules"},
		{args: "rules names-clash"},
		{args: "init", writes: []string{".crdtool.yaml"}},
		{args: "version"},
		{args: "help lint"},
		{args: "completion bash"},
		{args: "completion zsh"},
		{args: "__complete lint --format "},
	} {
		name, _, _ := strings.Cut(c.args, " ")
		ran[name] = true
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			dir, home := folder(t, files), t.TempDir()
			if c.git {
				committed(t, dir)
			}
			before := contents(t, dir)
			args := strings.Fields(c.args)
			if strings.HasSuffix(c.args, " ") {
				args = append(args, "")
			}
			cmd := crdtool(t, dir, args...)
			calls := filepath.Join(t.TempDir(), "calls")
			cmd.Args = append([]string{strace, "-f", "--seccomp-bpf", "-qq", "-s", "4096", "-e", "signal=none", "-e", "trace=" + traced, "-o", calls}, cmd.Args...)
			cmd.Path = strace
			cmd.Env = append(cmd.Env, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "TMPDIR="+home, "NO_PROXY=", "HTTPS_PROXY=http://127.0.0.1:9")
			cmd.Stdin = strings.NewReader(cmp.Or(c.stdin, files["good.yaml"]))
			got := finish(t, cmd)
			if got.status != exitClean && got.status != exitFindings {
				t.Fatalf("status %d: %s", got.status, got.stderr)
			}
			text, err := os.ReadFile(calls)
			if err != nil {
				t.Fatal(err)
			}
			checkCalls(t, string(text), dir, c.writes, c.git)
			for name, text := range contents(t, dir) {
				if old, ok := before[name]; (!ok || old != text) && !begins(name, c.writes) {
					t.Errorf("%s was written", name)
				}
			}
			if left := contents(t, home); len(left) > 0 {
				t.Errorf("files in the home folder: %v", left)
			}
		})
	}
	for _, command := range newRoot().Commands() {
		if !ran[command.Name()] {
			t.Errorf("the command %s is not run here", command.Name())
		}
	}
}

// messages frames messages of the Language Server Protocol.
func messages(list ...string) string {
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

// tracer returns the path of strace, and skips the test where that may not trace.
func tracer(t *testing.T) string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed; install it: apt-get install strace")
	}
	if out, err := exec.Command(strace, "-f", "--seccomp-bpf", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %v: %s", err, out)
	}
	return strace
}

var (
	call   = regexp.MustCompile(`^\d+ +(\w+)\((.*)$`)
	quoted = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// checkCalls looks at each system call. The first execve is that of the command.
func checkCalls(t *testing.T, text, dir string, writes []string, git bool) {
	t.Helper()
	count, started := 0, 0
	for line := range strings.Lines(text) {
		m := call.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue // the end of a call that was interrupted, or of a thread
		}
		count++
		name, rest := m[1], m[2]
		switch {
		case name == "execve":
			// Names that PATH leads to before the program is found are tried, too.
			if started++; started > 1 && !(git && strings.Contains(rest, "/git\", [\"")) {
				t.Errorf("another program is started: %s", line)
			}
			continue
		case strings.HasPrefix(name, "open"):
			if !strings.Contains(rest, "O_WRONLY") && !strings.Contains(rest, "O_RDWR") && !strings.Contains(rest, "O_CREAT") {
				continue
			}
		case name == "socket" || name == "socketpair" || name == "connect" || name == "bind" || strings.HasPrefix(name, "send") || strings.HasPrefix(name, "recv") || strings.HasPrefix(name, "getsock") || strings.HasPrefix(name, "setsock"):
			t.Errorf("the network is reached for: %s", line)
			continue
		}
		for _, path := range quoted.FindAllStringSubmatch(rest, -1) {
			below := strings.TrimPrefix(strings.TrimPrefix(path[1], dir+"/"), "./")
			if path[1] != os.DevNull && !begins(below, writes) {
				t.Errorf("%s is written: %s", path[1], line)
			}
		}
	}
	if count < 5 || started == 0 {
		t.Errorf("strace saw only %d calls:\n%s", count, text)
	}
}

func begins(name string, with []string) bool {
	return slices.ContainsFunc(with, func(w string) bool {
		return name == w || strings.HasPrefix(name, w+"/") || strings.HasSuffix(w, ".") && strings.HasPrefix(name, w)
	})
}

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// releaseVersion is the version of the stand-in release.
const releaseVersion = "v1.2.3"

// A release is a server that has the files of a release where GitHub has them, and
// the tags of its repository. It listens on the loopback only.
type release struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	files map[string][]byte
}

// theRelease is a release as .goreleaser.yaml makes it, which all tests share.
func theRelease(t *testing.T) *release {
	t.Helper()
	standIn.once.Do(func() { standIn.release = newRelease(t) })
	return standIn.release
}

var standIn struct {
	once    sync.Once
	release *release
}

func newRelease(t *testing.T) *release {
	t.Helper()
	r := &release{files: map[string][]byte{}}
	r.archive(t, "linux_amd64", "")
	r.checksums()
	r.files["info/refs"] = []byte("1111111111111111111111111111111111111111\trefs/heads/main\n" +
		"2222222222222222222222222222222222222222\trefs/tags/v1\n" +
		"3333333333333333333333333333333333333333\trefs/tags/v1.2.2\n" +
		"4444444444444444444444444444444444444444\trefs/tags/v1.2.3\n" +
		"2222222222222222222222222222222222222222\trefs/tags/v1.2.3^{}\n")
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		name := strings.TrimPrefix(strings.TrimPrefix(req.URL.Path, "/crdtool/crdtool/"), "releases/download/"+releaseVersion+"/")
		r.mu.Lock()
		if name != "HEAD" { // which Git asks for beside the tags
			r.asked = append(r.asked, name)
		}
		data, ok := r.files[name]
		r.mu.Unlock()
		if !ok {
			http.NotFound(w, req)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		w.Write(data)
	}))
	return r
}

// program is a script that runs a command first and then the test binary, which is crdtool
// with runsMain set.
func program(t *testing.T, first string) []byte {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []byte("#!/bin/sh\n" + first + "\nexec '" + self + "' \"$@\"\n")
}

// archive adds the program for a platform.
func (r *release) archive(t *testing.T, platform, first string) {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	files := tar.NewWriter(zipped)
	for _, file := range [][2]string{{"LICENSE", "a license\n"}, {"crdtool", string(program(t, first))}} {
		if err := files.WriteHeader(&tar.Header{Name: file[0], Mode: 0o755, Size: int64(len(file[1]))}); err != nil {
			t.Fatal(err)
		}
		files.Write([]byte(file[1]))
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	r.files["crdtool_"+releaseVersion[1:]+"_"+platform+".tar.gz"] = b.Bytes()
}

// checksums writes them for all files, as goreleaser does.
func (r *release) checksums() {
	var b bytes.Buffer
	for name, data := range r.files {
		if strings.HasPrefix(name, "crdtool_") {
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
		}
	}
	r.files["checksums.txt"] = b.Bytes()
}

// take returns what has been asked for since the last time.
func (r *release) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked := r.asked
	r.asked = nil
	return asked
}

// fakeGo is a Go that writes what it is told into a file instead of building, and a
// program as that of a release. Once, by check, the real one says whether the package
// that it is to build is there.
func fakeGo(t *testing.T, check bool) (path, told string) {
	t.Helper()
	dir := t.TempDir()
	told = filepath.Join(dir, "told")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	list := ":"
	if check {
		real, err := exec.LookPath("go")
		if err != nil {
			t.Skip("Go is not in PATH")
		}
		list = `[ "$(GOPROXY=off env -u GOMODCACHE -u GOCACHE '` + real + `' list "${!#}")" = github.com/crdtool/crdtool/cmd/crdtool ] || exit 1`
	}
	script := `#!/bin/bash
echo "go $*; GOROOT=$GOROOT GOFLAGS=$GOFLAGS GOWORK=$GOWORK GOOS=$GOOS GOMODCACHE=$GOMODCACHE" >>'` + told + `'
to=$GOBIN/crdtool
if [ "$1" = build ]; then
	` + list + `
	while [ "$1" != -o ]; do shift; done
	to=$2
fi
printf '#!/bin/sh\nexec "%s" "$@"\n' '` + self + `' >"$to"
`
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir, told
}

func TestActionInstalls(t *testing.T) {
	t.Parallel()
	skipOnWindows(t, "the scripts are run by the bash of Git there, which tests do not have")
	const archive = "crdtool_1.2.3_linux_amd64.tar.gz"
	files := map[string]string{"a.yaml": ownKind("goods")}
	for _, test := range []struct {
		name    string
		ref     string
		inputs  map[string]string
		env     []string
		release func(*release)
		// asked is what is asked of the release, built what Go is told.
		asked []string
		built string
		// refused is what the log says of a run that failed.
		refused string
	}{
		{name: "the Action's own tag", ref: "v1.2.3", asked: []string{"checksums.txt", archive}},
		{name: "a moving tag", ref: "v1", asked: []string{"info/refs", "checksums.txt", archive}},
		{name: "a commit", ref: "2222222222222222222222222222222222222222", asked: []string{"info/refs", "checksums.txt", archive}},
		{name: "the input", ref: "main", inputs: map[string]string{"version": "1.2.3"}, asked: []string{"checksums.txt", archive}},
		{name: "a branch", ref: "main", asked: []string{"info/refs"}, built: "go build -trimpath -buildvcs=false -o "},
		{name: "a commit between releases", ref: "1111111111111111111111111111111111111111", asked: []string{"info/refs"}, built: "go build "},
		{name: "no ref", ref: "", built: "go build "},
		{name: "no release", ref: "v7.0.0", asked: []string{"releases/download/v7.0.0/checksums.txt"}, built: "go build "},
		{name: "no release of the input", ref: "v1.2.3", inputs: map[string]string{"version": "v7.0.0"}, asked: []string{"releases/download/v7.0.0/checksums.txt"},
			built: "go install -trimpath github.com/crdtool/crdtool/cmd/crdtool@v7.0.0; "},
		{name: "no program for the platform", ref: "v1.2.3", env: []string{"RUNNER_ARCH=ARM64"}, asked: []string{"checksums.txt"}, built: "go build "},
		{name: "another system", ref: "v1.2.3", env: []string{"RUNNER_OS=Plan9"}, asked: []string{"checksums.txt"}, built: "go build "},
		{name: "the archive is gone", ref: "v1.2.3", release: func(r *release) { delete(r.files, archive) }, asked: []string{"checksums.txt", archive}, built: "go build "},
		{name: "another archive", ref: "v1.2.3", release: func(r *release) { r.archive(t, "linux_amd64", "touch pwned") },
			asked: []string{"checksums.txt", archive}, refused: "the checksum of " + archive + " is not the one in the release's checksums.txt"},
		{name: "another checksum", ref: "v1.2.3", release: func(r *release) {
			r.files["checksums.txt"] = []byte(strings.Repeat("0", 64) + "  " + archive + "\n")
		}, asked: []string{"checksums.txt", archive}, refused: "the checksum of " + archive},
		{name: "half an archive", ref: "v1.2.3", release: func(r *release) { r.files[archive] = r.files[archive][:100] },
			asked: []string{"checksums.txt", archive}, refused: "the checksum of " + archive},
		{name: "no version", ref: "v1.2.3", inputs: map[string]string{"version": "../../evil"}, refused: "the input version is not a version"},
		{name: "two versions", ref: "v1.2.3", inputs: map[string]string{"version": "v1.2.3\nv1"}, refused: "the input version is not a version"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			from := newRelease(t)
			defer from.Close()
			if test.release != nil {
				test.release(from)
			}
			r := newRunner(t, folder(t, files))
			r.github["server_url"], r.github["action_ref"] = from.URL, test.ref
			path, told := fakeGo(t, test.name == "a branch")
			r.env = append([]string{"PATH=" + path + string(os.PathListSeparator) + os.Getenv("PATH"), "GOROOT=/other", "GOFLAGS=-mod=vendor", "GOWORK=/other", "GOOS=plan9"}, test.env...)
			got := r.run(t, test.inputs)
			if asked := from.take(); !slices.Equal(asked, test.asked) {
				t.Errorf("asked of the release: %q, want %q", asked, test.asked)
			}
			text, _ := os.ReadFile(told)
			if !strings.Contains(string(text), test.built) || (test.built == "") != (len(text) == 0) {
				t.Errorf("Go was told %q, want %q", text, test.built)
			}
			if test.built != "" && !strings.Contains(string(text), "; GOROOT= GOFLAGS=-modcacherw GOWORK=off GOOS= GOMODCACHE="+r.temp) {
				t.Errorf("Go's settings are those of the job: %s", text)
			}
			left, err := filepath.Glob(filepath.Join(r.temp, "crdtool-action", "install.*"))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %q", err, left)
			}
			if got.later != "" {
				t.Errorf("later steps find something else: %q", got.later)
			}
			if _, err := os.Stat(filepath.Join(r.workspace, "pwned")); err == nil {
				t.Error("a program was run that is not the release's")
			}
			if test.refused != "" {
				if !got.failed || !strings.Contains(got.log, "::error title=crdtool::"+test.refused) || got.outputs["errors"] != "" {
					t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
				}
				if _, err := os.Stat(filepath.Join(r.temp, "crdtool-action", "bin")); err == nil {
					t.Error("a program was left that is not the release's")
				}
				return
			}
			if got.failed || got.outputs["errors"] != "0" {
				t.Errorf("failed %v, outputs %q, log:\n%s", got.failed, got.outputs, got.log)
			}
			if test.ref == "v1.2.3" && test.env == nil {
				if again := r.run(t, test.inputs); again.failed || len(from.take()) > 0 {
					t.Errorf("a second step of the job installs again:\n%s", again.log)
				}
			}
		})
	}
	t.Run("the folder of the Action says the ref", func(t *testing.T) {
		t.Parallel()
		from := newRelease(t)
		defer from.Close()
		r := newRunner(t, folder(t, files))
		r.path = filepath.Join(t.TempDir(), "_actions", "crdtool", "crdtool", "v1.2.3")
		if err := os.CopyFS(filepath.Join(r.path, "action"), os.DirFS(filepath.Join(repository(t), "action"))); err != nil {
			t.Fatal(err)
		}
		r.github = map[string]string{"server_url": from.URL, "action_repository": "", "action_ref": ""}
		if got := r.run(t, nil); got.failed {
			t.Error(got.log)
		}
		if asked := from.take(); !slices.Equal(asked, []string{"checksums.txt", archive}) {
			t.Errorf("asked of the release: %q", asked)
		}
	})
	t.Run("no Go", func(t *testing.T) {
		t.Parallel()
		bin := t.TempDir()
		for _, name := range []string{"bash", "dirname", "awk", "sort", "tail", "cut", "cksum", "mkdir", "mktemp", "rm", "find", "tr", "cat", "git", "uname"} {
			path, err := exec.LookPath(name)
			if err != nil {
				t.Skip("the script needs a program that is not installed: ", err)
			}
			if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
				t.Fatal(err)
			}
		}
		r := newRunner(t, folder(t, files))
		r.github["action_ref"] = ""
		r.env = []string{"PATH=" + bin}
		if got := r.run(t, nil); !got.failed || !strings.Contains(got.log, "there is no Go to build it with") {
			t.Error(got.log)
		}
	})
}

// The names and the checksums that the script asks for are those of .goreleaser.yaml.
func TestActionKnowsTheNamesOfReleases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(repository(t), ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"name_template: crdtool_{{ .Version }}_{{ .Os }}_{{ .Arch }}\n  formats: [tar.gz]\n  format_overrides:\n  - goos: windows\n    formats: [zip]",
		"name_template: checksums.txt\n  algorithm: sha256", "goos: [linux, darwin, windows]\n  goarch: [amd64, arm64]", "binary: crdtool\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf(".goreleaser.yaml lacks %q, which action/install.sh relies on", want)
		}
	}
	makefile, err := os.ReadFile(filepath.Join(repository(t), "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"crdtool_$(VERSION:v%=%)_$$name.tar.gz", "crdtool_$(VERSION:v%=%)_$$name.zip", "sha256sum crdtool_* > checksums.txt"} {
		if !strings.Contains(string(makefile), want) {
			t.Errorf("Makefile lacks %q, which action/install.sh relies on", want)
		}
	}
}

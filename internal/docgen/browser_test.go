package docgen_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/docgen"
)

// In a browser the script runs under the page's own policy: a link into the tree
// opens what its target is in. Without a browser nothing can tell that.
func TestInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN: a browser takes seconds to start")
	}
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("NOT RUN: no Chromium is installed; its script and policy are checked by no other test")
	}
	dir := t.TempDir()
	// The tree is deep enough only with many fields, so that parts are closed.
	text := strings.Replace(readGallery(), "open: {type: integer}", "open: {type: integer}"+manyFields(60), 1)
	page := render(t, crds([]byte(text)), docgen.HTML)
	// dump is the page after the script of a reader, which the page's policy names, too.
	dump := func(fragment, reader string) string {
		t.Helper()
		file := filepath.Join(dir, "page.html")
		read := page
		if reader != "" {
			sum := sha256.Sum256([]byte(reader))
			read = strings.Replace(read, "script-src ", "script-src &#39;sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"&#39; ", 1)
			read = strings.Replace(read, "</body>", "<script>"+reader+"</script></body>", 1)
		}
		if err := os.WriteFile(file, []byte(read), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync",
			"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=2000", "--dump-dom", "file://"+filepath.ToSlash(file)+fragment).Output()
		if err != nil {
			t.Skipf("NOT RUN: %s does not start: %v", browser, err)
		}
		return string(out)
	}
	const closed = `<details><summary>3 fields<span class="hidden"> of spec.walls</span>`
	const open = `<details open=""><summary>3 fields<span class="hidden"> of spec.walls</span>`
	if got := dump("", ""); !strings.Contains(got, closed) {
		t.Error("spec.walls is open")
	}
	if got := dump("#galleries.example.com-v1-spec.walls.side", ""); !strings.Contains(got, open) {
		t.Error("a link does not open spec.walls")
	}
	// Enter comes before the search that waits for more letters, and Enter alone leads
	// to the best hit.
	for query, want := range map[string]struct{ at, results string }{
		"SIDE":             {"#galleries.example.com-v1-spec.walls.side", "spec.walls[*].side"},
		"walls name":       {"#galleries.example.com-v1-spec.walls.name", "spec.walls[*].name"},
		"every wall needs": {"#galleries.example.com-v1-spec", "spec"},
		"'width of '":      {"#galleries.example.com-v1-spec", "spec"},
		"pictures guide":   {"#galleries.example.com-v1", "Gallery"},
		"no such field":    {"", ""},
	} {
		got := dump("", `
			const q = document.getElementById("query");
			q.focus();
			q.value = `+strconv.Quote(query)+`;
			q.dispatchEvent(new Event("input"));
			q.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
			setTimeout(() => {
				const first = document.querySelector("#found code");
				document.documentElement.setAttribute("data-at", location.hash + " " + (first ? first.textContent : ""));
				document.documentElement.setAttribute("data-in", document.activeElement.id);
			}, 500);`)
		if at := `data-at="` + want.at + " " + want.results + `"`; !strings.Contains(got, at) {
			t.Errorf("Enter behind %q: the page lacks %s: %s", query, at, got[:min(len(got), 200)])
		}
		if stays := strings.Contains(got, `data-in="query"`); stays != (want.at == "") {
			t.Errorf("Enter behind %q: the search field has the focus: %v", query, stays)
		}
	}
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\n              f" + strings.Repeat("x", i+1) + ": {type: string}")
	}
	return b.String()
}

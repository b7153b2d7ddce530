package docgen_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/output/docgen"
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
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync",
			"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=5000", "--dump-dom", "file://"+filepath.ToSlash(file)+fragment).Output()
		if err != nil {
			t.Skipf("NOT RUN: %s does not start: %v", browser, err)
		}
		return string(out)
	}
	const walls = `<details%s><summary>3 fields<span class="hidden"> of spec.walls</span>`
	// As it is, with the policy that it has.
	if got := dump("#galleries.example.com-v1-spec.walls.side", ""); !strings.Contains(got, fmt.Sprintf(walls, ` open=""`)) {
		t.Error("a link does not open spec.walls")
	}
	searches := []struct{ query, at, results string }{
		{"SIDE", "#galleries.example.com-v1-spec.walls.side", "spec.walls[*].side"},
		{"walls name", "#galleries.example.com-v1-spec.walls.name", "spec.walls[*].name"},
		{"every wall needs", "#galleries.example.com-v1-spec", "spec"},
		{"'width of '", "#galleries.example.com-v1-spec", "spec"},
		{"pictures guide", "#galleries.example.com-v1", "Gallery"},
		{"no such field", "", ""},
	}
	var queries []string
	for _, s := range searches {
		queries = append(queries, s.query)
	}
	list, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	// One start of the browser is for all, which takes a second: whether spec.walls is
	// closed, then one search after the other. Enter comes before the search that waits
	// for more letters, and Enter alone leads to the best hit.
	got := dump("", `
		const all = document.documentElement;
		const side = document.getElementById("galleries.example.com-v1-spec.walls.side");
		all.setAttribute("data-walls", side.closest("details").open ? "open" : "closed");
		const q = document.getElementById("query");
		const queries = `+string(list)+`;
		function next(i) {
			if (i == queries.length) {
				return;
			}
			history.replaceState(null, "", location.pathname);
			q.focus();
			q.value = queries[i];
			q.dispatchEvent(new Event("input"));
			q.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}));
			setTimeout(() => {
				const first = document.querySelector("#found code");
				all.setAttribute("data-at-" + i, location.hash + " " + (first ? first.textContent : ""));
				all.setAttribute("data-in-" + i, document.activeElement.id);
				next(i + 1);
			}, 500);
		}
		next(0);`)
	head := got[:min(len(got), 1000)]
	if !strings.Contains(got, `data-walls="closed"`) || strings.Contains(page, fmt.Sprintf(walls, ` open`)) {
		t.Error("spec.walls is open: " + head)
	}
	for i, s := range searches {
		if at := fmt.Sprintf(`data-at-%d="%s %s"`, i, s.at, s.results); !strings.Contains(got, at) {
			t.Errorf("Enter behind %q: the page lacks %s: %s", s.query, at, head)
		}
		if stays := strings.Contains(got, fmt.Sprintf(`data-in-%d="query"`, i)); stays != (s.at == "") {
			t.Errorf("Enter behind %q: the search field has the focus: %v", s.query, stays)
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

package docgen_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
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
	page := filepath.Join(dir, "page.html")
	// The tree is deep enough only with many fields, so that parts are closed.
	text := strings.Replace(readGallery(), "open: {type: integer}", "open: {type: integer}"+manyFields(60), 1)
	if err := os.WriteFile(page, []byte(render(t, crds([]byte(text)), docgen.HTML)), 0o666); err != nil {
		t.Fatal(err)
	}
	dump := func(fragment string) string {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync",
			"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=2000", "--dump-dom", "file://"+filepath.ToSlash(page)+fragment).Output()
		if err != nil {
			t.Skipf("NOT RUN: %s does not start: %v", browser, err)
		}
		return string(out)
	}
	const closed = `<details><summary>3 fields<span class="hidden"> of spec.walls</span>`
	const open = `<details open=""><summary>3 fields<span class="hidden"> of spec.walls</span>`
	if got := dump(""); !strings.Contains(got, closed) {
		t.Error("spec.walls is open")
	}
	if got := dump("#galleries.example.com-v1-spec.walls.side"); !strings.Contains(got, open) {
		t.Error("a link does not open spec.walls")
	}
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\n              f" + strings.Repeat("x", i+1) + ": {type: string}")
	}
	return b.String()
}

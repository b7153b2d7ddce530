package docgen_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

var update = flag.Bool("update", false, "write the golden files")

// crds decodes the CRDs of a text, as far as they can be.
func crds(text []byte) []*crd.CustomResourceDefinition {
	var list []*crd.CustomResourceDefinition
	for _, doc := range source.Read("crds.yaml", text).Documents {
		if _, kind := doc.TypeMeta(); kind == "CustomResourceDefinition" {
			c, _ := crd.Decode(doc)
			list = append(list, c)
		}
	}
	return list
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func render(t *testing.T, list []*crd.CustomResourceDefinition, f docgen.Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := docgen.Render(&b, list, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const gallery = "../../../testdata/docgen/gallery.yaml"

func TestGolden(t *testing.T) {
	input := readFile(t, gallery)
	for _, c := range []struct {
		format docgen.Format
		file   string
	}{{docgen.Markdown, "gallery.md"}, {docgen.HTML, "gallery.html"}} {
		got := render(t, crds(input), c.format)
		if c.format == docgen.HTML {
			// Styles and script are files of their own.
			got = regexp.MustCompile(`(?s)<style>.*</style>|<script>.*</script>|&#39;sha256-[^&]*(&#43;[^&]*)*&#39;`).ReplaceAllString(got, "...")
		}
		file := filepath.Join("..", "..", "..", "testdata", "docgen", c.file)
		if want, err := os.ReadFile(file); err == nil && string(want) == got {
			continue
		}
		if !*update {
			t.Errorf("%s: the output is another:\n%s\nto write it: go test ./docgen -update", c.file, got)
			continue
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// The same CRDs give the same bytes, in whatever order they come.
func TestOutputIsStable(t *testing.T) {
	input := slices.Concat(readFile(t, gallery), []byte("---\n"), readFile(t, "../../../examples/widgets.yaml"), []byte("---\n"), readFile(t, "../../../examples/shop.yaml"))
	for _, f := range []docgen.Format{docgen.Markdown, docgen.HTML} {
		list := crds(input)
		first := render(t, list, f)
		slices.Reverse(list)
		if render(t, list, f) != first || render(t, crds(input), f) != first {
			t.Errorf("%s: two runs differ", f)
		}
	}
}

// Everything that a stranger may write into a CRD.
func hostile(payload string) []byte {
	text := readGallery()
	for _, plain := range []string{
		"Gallery shows", "How many", "v1alpha1 closes", "every wall needs", "Walls, each", "width of",
	} {
		text = strings.ReplaceAll(text, plain, plain+payload)
	}
	return []byte(hostileNames(text, payload))
}

// hostileNames are those values of the gallery that are short.
func hostileNames(text, payload string) string {
	text = strings.ReplaceAll(text, "lamp", "'la"+payload+"mp'")
	text = strings.ReplaceAll(text, "default: Old", "default: 'Old"+payload+"'")
	text = strings.ReplaceAll(text, "enum: [Old", "enum: ['Old"+payload+"'")
	text = strings.ReplaceAll(text, "name: Rooms", "name: 'Rooms"+payload+"'")
	text = strings.ReplaceAll(text, "categories: [all", "categories: ['all"+payload+"'")
	text = strings.ReplaceAll(text, ".spec.rooms", "'.spec.rooms"+payload+"'")
	text = strings.ReplaceAll(text, "kind: Gallery", "kind: 'Gallery"+payload+"'")
	text = strings.ReplaceAll(text, "name: v1\n", "name: 'v1"+payload+"'\n")
	text = strings.ReplaceAll(text, "group: example.com", "group: 'example.com"+payload+"'")
	return text
}

func readGallery() string {
	text, err := os.ReadFile(filepath.FromSlash(gallery))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestHTMLIsEscaped(t *testing.T) {
	for _, payload := range []string{"<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "</style></script></pre><svg onload=alert(3)>", `\"><b onclick=alert(4)>`} {
		list := crds(hostile(payload))
		if len(list) != 1 {
			t.Fatalf("%s: %d CRDs", payload, len(list))
		}
		got := render(t, list, docgen.HTML)
		for _, bad := range []string{"<script>alert", "<img", "<svg", "<b onclick", "</pre><svg"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s is not escaped", bad)
			}
		}
		if n := strings.Count(got, "<script"); n != 1 {
			t.Errorf("%d scripts, want 1", n)
		}
		if !strings.Contains(got, "alert(") {
			t.Error("the text is gone")
		}
	}
}

// Outside of code, where Markdown takes all text literally, there is no HTML but
// our own.
func TestMarkdownIsEscaped(t *testing.T) {
	code := regexp.MustCompile("(?ms)^ *```.*?^ *```$|(`+)[^`\n].*?[^`\n]?`+")
	ours := regexp.MustCompile(`</?(details|summary)>|<a id="[\w.:-]+"></a>|</a>`)
	got := render(t, crds(hostile("<img src=x onerror=alert(1)>")), docgen.Markdown)
	rest := ours.ReplaceAllString(code.ReplaceAllString(got, ""), "")
	for _, line := range strings.Split(rest, "\n") {
		if strings.Contains(line, "<img") || strings.Contains(line, "<script") {
			t.Errorf("HTML is let through: %s", line)
		}
	}
	if regexp.MustCompile(`[^\\]\]\(<?javascript:`).MatchString(got) {
		t.Error("a link runs a script")
	}
}

// The page has all that it needs in it, and its policy lets nothing else run.
func TestPageIsSelfContained(t *testing.T) {
	got := render(t, crds(readFile(t, gallery)), docgen.HTML)
	for _, bad := range []string{" src=", "@import", "url(", "<link", "fetch(", "XMLHttpRequest", " style=", " onclick="} {
		if strings.Contains(got, bad) {
			t.Errorf("the page has %q in it", bad)
		}
	}
	for _, tag := range []string{"style", "script"} {
		text := regexp.MustCompile(`(?s)<` + tag + `>(.*)</` + tag + `>`).FindStringSubmatch(got)
		if text == nil {
			t.Fatalf("no %s", tag)
		}
		sum := sha256.Sum256([]byte(text[1]))
		if !strings.Contains(got, tag+"-src &#39;sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"&#39;") {
			t.Errorf("the policy does not name the %s", tag)
		}
	}
}

// Every link inside the documents leads somewhere, and no anchor stands twice.
func TestLinksLeadSomewhere(t *testing.T) {
	input := slices.Concat(readFile(t, gallery), []byte("---\n"), readFile(t, "../../../examples/widgets.yaml"), []byte("---\n"), readFile(t, "../../../examples/shop.yaml"))
	for f, link := range map[docgen.Format]string{docgen.HTML: `href="#([^"]*)"`, docgen.Markdown: `\]\(#([^)]*)\)`} {
		got := render(t, crds(input), f)
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(`id="([^"]*)"`).FindAllStringSubmatch(got, -1) {
			if ids[m[1]] {
				t.Errorf("%s: the anchor %s stands twice", f, m[1])
			}
			ids[m[1]] = true
		}
		links := regexp.MustCompile(link).FindAllStringSubmatch(got, -1)
		if len(links) < 20 {
			t.Errorf("%s: %d links", f, len(links))
		}
		for _, m := range links {
			if !ids[m[1]] {
				t.Errorf("%s: %s leads nowhere", f, m[1])
			}
		}
	}
}

// A server would refuse most of these CRDs. What can be read of them is
// documented.
func TestFlawedCRDs(t *testing.T) {
	files, n := 0, 0
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "testdata", "crd"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".txtar" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if files++; !sweep.Takes(8, files-1) {
			return nil
		}
		for _, f := range golden.Parse(text).Files {
			list := crds(f.Data)
			n += len(list)
			for _, format := range []docgen.Format{docgen.Markdown, docgen.HTML} {
				if err := docgen.Render(&bytes.Buffer{}, list, format); err != nil {
					t.Errorf("%s: %s: %v", file, format, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("%d CRDs", n)
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := docgen.Render(&bytes.Buffer{}, nil, "pdf"); err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Error(err)
	}
}
